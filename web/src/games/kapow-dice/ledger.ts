/** What a round has brought everybody, added up from its events. */

import type { StepOf } from '../../lib/board'
import type { Facts } from './facts'

/** A fighter's round: Health lost, Health the others lost to it, dice and faces gained. */
export interface Brought {
  lost: number
  dealt: number
  dice: number
  faces: number
}

/**
 * The round of the latest events. Health is lost in attacks, as a cost and by abilities; dice and faces come in every phase,
 * also by defending: the rules count only some of that, people count all of it.
 */
export function broughtBy(log: readonly StepOf<Facts>[], fighters: number): Brought[] {
  const all = log.flatMap(({ happenings }) => happenings)
  const from = all.findLastIndex(({ kind }) => kind === 'round')
  const brought = Array.from({ length: fighters }, (): Brought => ({ lost: 0, dealt: 0, dice: 0, faces: 0 }))
  const note = (fighter: number, what: keyof Brought, n: number): void => {
    if (brought[fighter]) brought[fighter][what] += n
  }
  for (const { kind, facts } of all.slice(from + 1)) {
    if (kind === 'lose') note(facts.fighter, 'lost', facts.amount)
    else if (kind === 'hit') note(facts.fighter, 'dealt', facts.damage)
    else if (kind === 'gain_die') note(facts.fighter, 'dice', 1)
    else if (kind === 'gain_face' && facts.face !== 'B') note(facts.fighter, 'faces', 1)
  }
  return brought
}

/** At whom a fighter's arrow pointed when the screens were last lifted; null before that. */
export function aimedAt(log: readonly StepOf<Facts>[], fighter: number): number | null {
  const all = log.flatMap(({ happenings }) => happenings)
  const last = all.findLast(({ kind }) => kind === 'reveal')
  return last?.kind === 'reveal' ? (last.facts.fighters[fighter]?.target ?? null) : null
}
