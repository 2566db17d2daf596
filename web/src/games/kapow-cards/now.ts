/**
 * What the things on the board are now and why, for whoever asks. Every number comes from the view or by the forecast of
 * a legal move; nothing is worked out here but which of them to show.
 */

import type { Words } from '../../lib/wire'
import { canDo, mustDiscard, type Choice } from './choice'
import type { Catalogue, Player, Slot, BoardView } from './facts'
import type { Attack, Legal } from './moves'
import { infoOf, sameTarget, type Target } from './places'
import { both } from './words'

type Now = readonly Words[]

const MOST = 3

const attacks = (legal: readonly Legal[]): Attack[] =>
  legal.filter((move): move is Attack => move.kind === 'attack')

/** "12" or "8 + 5 = 13": what cards attack with. */
function sum(cards: readonly string[], value: number, catalogue: Catalogue): string {
  const values = cards.map((card) => infoOf(catalogue, card).value)
  return values.length > 1 ? `${values.join(' + ')} = ${value}` : `${value}`
}

/** What my hand could do to a card of somebody else: against an open card who wins, against a hidden one the odds. */
export function nowTarget(legal: readonly Legal[], target: Target, catalogue: Catalogue): Now {
  const tries = attacks(legal).filter((move) => sameTarget(move.target, target))
  if (!tries.length) return []
  const wins = tries.filter(({ forecast }) => forecast.success)
  if (tries.some(({ forecast }) => forecast.success !== undefined)) {
    if (!wins.length) return [both('nowNothingBeats')]
    return cheapest(wins).map(({ cards, forecast }) =>
      both('nowBeats', {
        sum: sum(cards, forecast.value ?? 0, catalogue),
        defence: forecast.defence ?? 0,
      }),
    )
  }
  return strongest(tries).map(({ cards, forecast }) =>
    both('nowOdds', {
      sum: sum(cards, forecast.value ?? 0, catalogue),
      beats: forecast.beats ?? 0,
      of: forecast.unseen ?? 0,
    }),
  )
}

const cheapest = (tries: readonly Attack[]): Attack[] =>
  tries.toSorted((a, b) => (a.forecast.value ?? 0) - (b.forecast.value ?? 0)).slice(0, MOST)

/** The best odds, each at its lowest price. */
const strongest = (tries: readonly Attack[]): Attack[] =>
  tries
    .toSorted(({ forecast: a }, { forecast: b }) =>
      a.beats === b.beats ? (a.value ?? 0) - (b.value ?? 0) : (b.beats ?? 0) - (a.beats ?? 0),
    )
    .filter(({ forecast }, index, all) => forecast.beats !== all[index - 1]?.forecast.beats)
    .slice(0, MOST)

/** What a card of my hand attacks with, alone and together with others. */
export function nowHandCard(legal: readonly Legal[], card: string, catalogue: Catalogue): Now {
  const seen = new Map<string, Attack>()
  for (const move of attacks(legal))
    if (move.cards.includes(card) && !seen.has(move.cards.join())) seen.set(move.cards.join(), move)
  if (!seen.size) return legal.length ? [both('nowCannotAttack')] : []
  return [...seen.values()].map(({ cards, forecast }) => {
    const other = cards.find((one) => one !== card)
    const value = sum(cards, forecast.value ?? 0, catalogue)
    return other
      ? both('nowWith', { card: infoOf(catalogue, other).name, sum: value })
      : both('nowAlone', { value })
  })
}

/** A row: what adds up, and what nobody can add yet. */
export function nowRow({ row, total, unknown, exposed }: Player, catalogue: Catalogue): Now {
  if (exposed) return [both('nowExposed')]
  const known = row.flatMap((slot) => (slot?.card ? [infoOf(catalogue, slot.card).value] : []))
  const lines: Words[] = []
  if (known.length)
    lines.push(both('nowTotal', { sum: known.length > 1 ? `${known.join(' + ')} = ${total}` : `${total}` }))
  if (unknown) lines.push(both(known.length ? 'nowUnknownMore' : 'nowUnknown', { n: unknown }))
  return lines
}

export const nowHand = (player: Player, limit: number): Now =>
  player.exposed && player.hand.length
    ? [both('nowHand', { n: player.hand.length, limit }), both('nowExposed')]
    : [both('nowHand', { n: player.hand.length, limit })]

/** My own card in my row. */
export const nowMine = (slot: Slot | null): Now =>
  slot?.facing === 'barricaded'
    ? [both('nowMineHidden')]
    : slot?.facing === 'dealt'
      ? [both('nowMineDealt')]
      : []

export const nowDeck = ({ deck, last_round: lastRound, mode }: BoardView): Now => [
  lastRound ? both('nowDeckGone') : both('nowDeck', { n: deck }),
  ...(mode === 'to-infinity' && !lastRound ? [both('nowInfinity')] : []),
]

export const nowDiscard = ({ discard }: BoardView, catalogue: Catalogue): Now =>
  discard.length
    ? [
        both('nowDiscard', {
          n: discard.length,
          villains: discard.filter((card) => infoOf(catalogue, card).kind === 'villain').length,
          of: Object.values(catalogue.cards).filter(({ kind }) => kind === 'villain').length,
        }),
      ]
    : []

export function nowBarricade(legal: readonly Legal[]): Now {
  const move = legal.find(({ kind }) => kind === 'barricade')
  if (!move) return []
  const slot = both('nowSlot', { slot: move.forecast.slot ?? 0 })
  return move.forecast.leaves === 'passive' ? [slot, both('nowLastCard')] : [slot]
}

export const nowRecruit = (legal: readonly Legal[]): Now =>
  canDo(legal, 'recruit') ? [both(mustDiscard(legal) ? 'nowRecruitFull' : 'nowRecruit')] : []

/** What the attack that is being put together comes to. */
export function nowPlan(plan: Attack | null, choice: Choice, catalogue: Catalogue): Now {
  if (!plan) return []
  const { value = 0, defence, success, beats = 0, unseen = 0 } = plan.forecast
  const shown = sum(choice.cards, value, catalogue)
  if (defence === undefined) return [both('nowOdds', { sum: shown, beats, of: unseen })]
  return [success ? both('nowBeats', { sum: shown, defence }) : both('nowFails', { sum: shown, defence })]
}
