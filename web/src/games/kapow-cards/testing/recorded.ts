/** Whole games as one seat saw them; `web/fixtures/recorded.py` plays them. */

import { fixture, recordedGames } from '../../../testing'
import type { Catalogue, Told } from '../facts'

export { option, optionsOf } from '../../../testing'

export const catalogue = fixture<Catalogue>('kapow-cards', 'catalogue')
export const { recorded, viewOf, happening } = recordedGames<Told>('kapow-cards')
