/** Whole games as one seat saw them; `web/fixtures/recorded.py` plays them. */

import { fixture, recordedGames } from '../../../testing'
import type { Catalogue, Told } from '../facts'

export { option } from '../../../testing'

export const catalogue = fixture<Catalogue>('kapow-dice', 'catalogue')
export const { recorded, viewOf, happening } = recordedGames<Told>('kapow-dice')
