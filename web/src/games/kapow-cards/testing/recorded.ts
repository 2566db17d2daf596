/** Whole games as the server told them to one seat, for the tests; `games/record.py` records them. */

import { recordedIn } from '../../../testing'
import type { Catalogue, Told } from '../facts'
import pieces from './catalogue.jsonl?raw'
import games from './recorded.jsonl?raw'

export { option, optionsOf } from '../../../testing'

export const catalogue: Catalogue = JSON.parse(pieces)
export const { recorded, viewOf, happening } = recordedIn<Told>('kapow-cards', games)
