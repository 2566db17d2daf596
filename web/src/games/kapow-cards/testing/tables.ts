/** Small positions for tests, written as the rulebook's examples are. */

import type { Player, Slot, BoardView } from '../facts'

const EMPTY = 5

/** "T07^" lies face-up, "(T07)" face-down since the deal, "[T07]" barricaded; "(?)" where nobody knows it. */
function slot(text: string): Slot | null {
  const card = text.replace(/[()[\]^]/g, '')
  if (!card || card === '-') return null
  const facing = text.endsWith('^') ? 'revealed' : text.startsWith('[') ? 'barricaded' : 'dealt'
  return { card: card === '?' ? null : card, facing }
}

const list = (text: string): string[] => text.split(' ').filter(Boolean)

export function player(hand: string, row: string, passed = false): Player {
  const slots = list(row).map(slot)
  while (slots.length < EMPTY) slots.push(null)
  const cards = list(hand).map((card) => (card === '?' ? null : card))
  const held = slots.some(Boolean)
  return {
    hand: cards,
    row: slots,
    state: cards.length ? 'active' : held ? 'passive' : 'knocked-out',
    exposed: cards.length > 0 && !held,
    passed,
    ...known(slots),
  }
}

/** What the engine sends about a row: the sum of the cards that are known, and how many are not. */
function known(slots: readonly (Slot | null)[]): Pick<Player, 'total' | 'unknown'> {
  const cards = slots.flatMap((lying) => (lying ? [lying.card] : []))
  const values = cards.flatMap((card) => (card ? [Number(card.startsWith('V') ? 11 : card.slice(1, 3))] : []))
  return { total: values.reduce((sum, value) => sum + value, 0), unknown: cards.length - values.length }
}

export const table = (players: Player[], rest: Partial<BoardView> = {}): BoardView => ({
  mode: 'fallen-heroes',
  turn: 0,
  turns: 7,
  turn_cap: null,
  deck: 20,
  discard: [],
  players,
  solo: false,
  last_round: null,
  totals: null,
  ...rest,
})
