/** Whole games as the engine told them, and what the fighters looked like on the way, for the tests. */

import type { Happening, Words } from '../../../lib/wire'
import type { Catalogue, Fighter } from '../facts'
import cards from './catalogue.jsonl?raw'
import games from './recorded.jsonl?raw'

export interface Recorded {
  seat: number
  /** With its sentence where it names a card. */
  happenings: [kind: string, facts: Record<string, any>, text?: Words][]
  /** After so many events the four fighters were these, side by side. */
  positions: [after: number, sides: Fighter[][]][]
}

export const catalogue = JSON.parse(cards) as Catalogue

export const recorded: Recorded[] = games
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

export const happening = (
  kind: string,
  facts: Record<string, any>,
  text: Words = { en: kind, de: kind },
): Happening => ({ kind, facts, text })

export const toldIn = (game: Recorded): Happening[] =>
  game.happenings.map(([kind, facts, text]) => happening(kind, facts, text))
