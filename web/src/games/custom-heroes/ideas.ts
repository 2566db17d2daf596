/** What an idea of the bot is about: the moves of its whole turn. */

import type { IdeaOf } from '../../lib/board'
import type { Attachment } from './craft'
import type { Move, Facts } from './facts'
import type { Chosen } from './wish'

export interface Hinted {
  /** What it comes to: play, pass, exchange, end, discard or bet. */
  act: Move[0] | null
  attach: Attachment[]
  cards: Chosen[]
  /** Cards to bet on. */
  bets: string[]
}

export function hintedBy({ line }: Pick<IdeaOf<Facts>, 'line'>): Hinted {
  const found: Hinted = { act: null, attach: [], cards: [], bets: [] }
  for (const { parts } of line) {
    if (parts[0] === 'attach') found.attach.push({ piece: parts[1], card: parts[2] })
    else if (parts[0] === 'card') found.cards.push({ card: parts[1], active: parts[2] })
    else if (parts[0] === 'wager') found.bets.push(parts[1])
    else found.act = parts[0]
  }
  return found
}
