/** A game as a spectator saw it; `web/fixtures/recorded.py` plays it. */

import { recordedGames } from '../../../testing'
import type { Told } from '../facts'

export const { recorded, viewOf } = recordedGames<Told>('custom-heroes')
