/** Whole games as one seat saw them, and the fighters on the way; `web/fixtures/tag_team.py` plays them. */

import type { HappeningOf, KindOf, ViewOf } from '../../../lib/board'
import type { Words } from '../../../lib/wire'
import { fixture } from '../../../testing'
import type { Catalogue, Events, Fighter, Facts } from '../facts'

export interface Recorded {
  seat: number
  /** With their sentences where they name a card, else with their kind as text. */
  happenings: HappeningOf<Facts>[]
  /** After so many events the four fighters were these, side by side. */
  positions: [after: number, sides: Fighter[][]][]
  /** What the seat saw where it had to decide, and at the end. */
  views: ViewOf<Facts>[]
}

export const catalogue = fixture<Catalogue>('tag-team', 'catalogue')

export const recorded = fixture<Recorded[]>('tag-team', 'recorded')

export const happening = <Kind extends KindOf<Facts>>(
  kind: Kind,
  facts: Events[Kind],
  text: Words = { en: kind, de: kind },
) => ({ kind, facts, text })
