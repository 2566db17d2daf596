/** Whole games as one seat saw them; `web/fixtures/recorded.py` plays them. */

import { fixture, moveWith, recordedGames } from '../../../testing'
import type { Catalogue, Forecast, Move, Facts } from '../facts'

export const option = (parts: Move, forecast?: Forecast) => moveWith<Facts>(parts, forecast)

export const catalogue = fixture<Catalogue>('kapow-dice', 'catalogue')
export const { recorded, viewOf, happening } = recordedGames<Facts>('kapow-dice')
