/** Whole games as the server told them to one seat, for the tests; `games/record.py` records them. */

import { recordedIn } from '../../../testing'
import type { Catalogue, Table } from '../facts'
import pieces from './catalogue.jsonl?raw'
import games from './recorded.jsonl?raw'

export { happening, option, optionsOf } from '../../../testing'

export const catalogue = JSON.parse(pieces) as Catalogue
export const { recorded, viewOf } = recordedIn<Table>('kapow-cards', games)
