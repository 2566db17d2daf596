/** A game as the server told it to a spectator, for the tests; `games/record.py` records it. */

import { recordedIn } from '../../../testing'
import type { Told } from '../facts'
import games from './recorded.jsonl?raw'

export const { recorded, viewOf } = recordedIn<Told>('custom-heroes', games)
