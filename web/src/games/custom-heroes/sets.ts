/**
 * Sets: what a choice of cards amounts to, whether it beats the pile, and how a set gathers by itself.
 *
 * The server has the last word. This is the same arithmetic over cards that are still being crafted on the screen, so
 * that everything legal glows and a refusal names its rule at once (CH-63 to CH-76).
 */

import type { Card, Catalogue, Top } from './facts'
import { abilityOf, activatable, costOf } from './pieces'

export interface Chosen {
  card: string
  active: boolean
}

/** Everything a set is judged by. */
export interface Situation {
  catalogue: Catalogue
  /** The hand as crafted so far. */
  hand: readonly Card[]
  power: number
  top: Top | null
  descending: boolean
  /** Number of players at game start. */
  seats: number
}

export type Refusal =
  | 'emptySet'
  | 'noAbility'
  | 'noPower'
  | 'ascendedAlone'
  | 'onlyWild'
  | 'mixedValues'
  | 'onlyAscended'
  | 'wrongCount'
  | 'tooWeak'

export const RULES: Record<Refusal, string> = {
  emptySet: 'CH-63',
  noAbility: 'CH-39',
  noPower: 'CH-57',
  ascendedAlone: 'CH-63',
  onlyWild: 'CH-69',
  mixedValues: 'CH-63',
  onlyAscended: 'CH-67',
  wrongCount: 'CH-64',
  tooWeak: 'CH-64',
}

export interface Verdict {
  kind: 'normal' | 'ascended'
  value: number | null
  count: number
  cost: number
  refusal: Refusal | null
}

const cardOf = (at: Situation, id: string): Card | undefined => at.hand.find(({ card }) => card === id)

/** A value is good enough for the set on top (CH-52, CH-64). */
export function beats(at: Situation, value: number): boolean {
  const { top } = at
  if (!top) return true
  if (top.kind === 'ascended' || top.value === null) return false
  const better = at.descending ? top.value - value : value - top.value
  return better > 0 || (better === 0 && at.seats > 2)
}

/** What a choice amounts to, and the first thing that is wrong with it (CH-116). */
export function judge(at: Situation, chosen: readonly Chosen[]): Verdict {
  const { catalogue, top } = at
  const cards = chosen.flatMap(({ card, active }) => {
    const found = cardOf(at, card)
    return found ? [{ found, active, ability: abilityOf(catalogue, found) }] : []
  })
  const active = cards.filter((one) => one.active)
  const cost = active.reduce((sum, { found }) => sum + costOf(catalogue, found), 0)
  const ascended = active.some(({ ability }) => ability === 'ascended')
  const fixed = cards.filter((one) => !(one.active && one.ability === 'spike'))
  const value = ascended ? null : (fixed[0]?.found.value ?? null)
  const count = cards.length + active.filter(({ ability }) => ability === 'brando').length
  const verdict = (refusal: Refusal | null): Verdict => ({
    kind: ascended ? 'ascended' : 'normal',
    value,
    count,
    cost,
    refusal,
  })
  if (!cards.length) return verdict('emptySet')
  if (active.some(({ found }) => !activatable(catalogue, found))) return verdict('noAbility')
  if (cost > at.power) return verdict('noPower')
  if (ascended) return verdict(cards.length > 1 ? 'ascendedAlone' : null)
  if (value === null) return verdict('onlyWild')
  if (fixed.some(({ found }) => found.value !== value)) return verdict('mixedValues')
  if (top?.kind === 'ascended') return verdict('onlyAscended')
  if (top && top.count !== count) return verdict('wrongCount')
  return verdict(beats(at, value) ? null : 'tooWeak')
}

const has = (at: Situation, card: Card, ability: string): boolean => abilityOf(at.catalogue, card) === ability

const canAscend = (at: Situation, card: Card): boolean =>
  has(at, card, 'ascended') && costOf(at.catalogue, card) <= at.power

/** Cards that would stand in a set of one value before others: those whose ability is not worth keeping first. */
const plainFirst = (at: Situation, cards: readonly Card[]): Card[] =>
  [...cards].sort((a, b) => Number(activatable(at.catalogue, a)) - Number(activatable(at.catalogue, b)))

/**
 * A set of one value around the cards that must be in it, or null. It takes cards of that value, then lets Brandos
 * count twice, then calls wild Spikes, as far as the power goes; without a set on top it takes all of the value.
 */
export function gatherAround(at: Situation, must: readonly string[], value: number): Chosen[] | null {
  if (!beats(at, value) || at.top?.kind === 'ascended') return null
  const wanted = at.top?.count ?? null
  const musts = must.map((id) => cardOf(at, id)).filter((card) => card !== undefined)
  const chosen: Chosen[] = []
  let power = at.power
  for (const card of musts) {
    const wild = card.value !== value
    if (wild && !has(at, card, 'spike')) return null
    if (wild) power -= costOf(at.catalogue, card)
    chosen.push({ card: card.card, active: wild })
  }
  const rest = at.hand.filter(({ card }) => !must.includes(card))
  for (const card of plainFirst(
    at,
    rest.filter((one) => one.value === value),
  ))
    if (wanted === null ? true : chosen.length < wanted) chosen.push({ card: card.card, active: false })
  if (!chosen.some(({ active }) => !active) || power < 0) return null
  if (wanted === null) return chosen
  let count = chosen.length
  for (const one of chosen) {
    const card = cardOf(at, one.card)!
    if (count < wanted && !one.active && has(at, card, 'brando') && power >= costOf(at.catalogue, card)) {
      one.active = true
      power -= costOf(at.catalogue, card)
      count += 1
    }
  }
  for (const card of rest.filter((other) => other.value !== value && has(at, other, 'spike')))
    if (count < wanted && power >= costOf(at.catalogue, card)) {
      chosen.push({ card: card.card, active: true })
      power -= costOf(at.catalogue, card)
      count += 1
    }
  return count === wanted && power >= 0 ? chosen : null
}

const values = (at: Situation): number[] => [...new Set(at.hand.map(({ value }) => value))]

/** The set that gathers around cards: at their own value if that will do, else with them as wild cards, else ascended. */
export function gather(at: Situation, must: readonly string[]): Chosen[] | null {
  const first = must[0] ? cardOf(at, must[0]) : undefined
  if (!first) return null
  const others = values(at).filter((value) => value !== first.value)
  for (const value of [first.value, ...others]) {
    const found = gatherAround(at, must, value)
    if (found) return found
  }
  if (must.length === 1 && canAscend(at, first)) return [{ card: first.card, active: true }]
  return null
}

/** Cards that are part of at least one legal set together with those already chosen. */
export const offered = (at: Situation, chosen: readonly Chosen[]): string[] =>
  at.hand
    .map(({ card }) => card)
    .filter((card) => {
      const together = chosen.map((one) => one.card).filter((one) => one !== card)
      return gather(at, [...together, card]) !== null
    })

/**
 * The choice after a tap. The first tap gathers a whole set; a tap on a chosen card lays it back; a tap on another
 * card adds it (as a wild card where that is the only way) or, where it cannot join, gathers a new set around it.
 */
export function tap(at: Situation, chosen: readonly Chosen[], id: string): Chosen[] | null {
  const card = cardOf(at, id)
  if (!card) return null
  if (chosen.some((one) => one.card === id)) return chosen.filter((one) => one.card !== id)
  if (!chosen.length) return gather(at, [id])
  const joined = join(at, chosen, card)
  return joined ?? gather(at, [id])
}

function join(at: Situation, chosen: readonly Chosen[], card: Card): Chosen[] | null {
  const { value, kind } = judge(at, chosen)
  if (kind === 'ascended' || value === null) return null
  const plain = [...chosen, { card: card.card, active: false }]
  const wild = [...chosen, { card: card.card, active: true }]
  const next = card.value === value ? plain : has(at, card, 'spike') ? wild : null
  if (!next || judge(at, next).cost > at.power) return null
  const wanted = at.top?.count
  return wanted !== undefined && wanted !== null && judge(at, next).count > wanted ? null : next
}

/** Why nothing can be done with this card, judged as if it were played alone. */
export function whyNot(at: Situation, id: string): Refusal {
  const card = cardOf(at, id)
  if (!card) return 'emptySet'
  if (at.top?.kind === 'ascended') return 'onlyAscended'
  if (!beats(at, card.value)) return 'tooWeak'
  return 'wrongCount'
}
