/** Whole games as one seat saw them; `web/fixtures/recorded.py` plays them. */

import { fixture, moveWith, recordedGames } from '../../../testing'
import type { Catalogue, Forecast, Move, Told } from '../facts'

export { optionsOf } from '../../../testing'

export const option = (parts: Move, forecast?: Forecast) => moveWith<Told>(parts, forecast)

export const catalogue = fixture<Catalogue>('kapow-cards', 'catalogue')
export const { recorded, viewOf, happening } = recordedGames<Told>('kapow-cards')
