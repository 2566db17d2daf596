/** A game as a spectator saw it; `web/fixtures/recorded.py` plays it. */

import { recordedGames } from '../../../testing'
import type { Facts } from '../facts'

export const { recorded, viewOf } = recordedGames<Facts>('custom-heroes')
