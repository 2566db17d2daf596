/** Whole games as the engine told them, and what the fighters looked like on the way, for the tests. */

import type { HappeningOf, KindOf, ViewOf } from '../../../lib/board'
import type { Words } from '../../../lib/wire'
import type { Catalogue, Events, Fighter, Told } from '../facts'
import cards from './catalogue.jsonl?raw'
import games from './recorded.jsonl?raw'

export interface Recorded {
  seat: number
  /** With their sentences where they name a card. */
  happenings: HappeningOf<Told>[]
  /** After so many events the four fighters were these, side by side. */
  positions: [after: number, sides: Fighter[][]][]
  /** What the seat saw where it had to decide, and at the end. */
  views: ViewOf<Told>[]
}

export const catalogue: Catalogue = JSON.parse(cards)

export const recorded: Recorded[] = games
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(({ happenings, ...game }) => ({
    ...game,
    happenings: happenings.map((event: { kind: string; text?: Words }) => ({
      text: { en: event.kind, de: event.kind },
      ...event,
    })),
  }))

export const happening = <Kind extends KindOf<Told>>(
  kind: Kind,
  facts: Events[Kind],
  text: Words = { en: kind, de: kind },
) => ({ kind, facts, text })
