/** What an idea of the bot is about, read from the moves of its whole turn. */

import type { Idea } from '../../lib/wire'
import type { Attachment } from './craft'
import type { Chosen } from './wish'

export interface Hinted {
  /** What it comes to: play, pass, exchange, end, discard or bet. */
  act: string
  attach: Attachment[]
  cards: Chosen[]
  /** Cards to bet on. */
  bets: string[]
}

export function readIdea({ move, line }: Pick<Idea, 'move' | 'line'>): Hinted {
  const found: Hinted = { act: '', attach: [], cards: [], bets: [] }
  for (const text of line.length ? line.map((one) => one.move) : [move]) {
    const attached = /^attach (\S+) > (\S+)$/.exec(text)
    const named = /^(card|wager) ([^*=]+)(\*?)/.exec(text)
    if (attached) found.attach.push({ piece: attached[1]!, card: attached[2]! })
    else if (named?.[1] === 'card') found.cards.push({ card: named[2]!, active: named[3] === '*' })
    else if (named) found.bets.push(named[2]!)
    else found.act = text
  }
  return found
}
