/**
 * Which dice would do for a box: what the board points at before anything is placed.
 *
 * The engine decides what is legal; this only looks for the cheapest way to fill a box with loose dice (KD-21, KD-22,
 * KD-25): fewest Wilds, then fewest Action dice.
 */

import type { Box, DieFacts, Face } from './facts'

/** "This face may also count as that one", by character ability. */
export type Substitution = readonly [from: Face, as: Face]

export const SUBSTITUTIONS: Record<string, Substitution> = {
  to_clock: ['T', 'W'],
  sa_beckon: ['B', 'E'],
}

const SYMBOLS: readonly string[] = ['M', 'E', 'T', 'A', 'X']

const acceptsAs = (demand: string, face: Face, action: boolean): boolean => {
  if (demand === 'ANY') return true
  if (demand === 'NB') return face !== 'B'
  if (demand === 'ACT') return action
  if (demand === 'NBACT') return action && face !== 'B'
  if (demand === 'WILD') return face === 'W'
  if (demand === 'BLANK') return face === 'B'
  if (demand.endsWith('!')) return face === demand[0]
  return SYMBOLS.includes(demand) && (face === demand || face === 'W')
}

const readings = (face: Face, substitutions: readonly Substitution[]): Face[] => [
  face,
  ...substitutions.filter(([from]) => from === face).map(([, as]) => as),
]

export function accepts(demand: string, die: DieFacts, substitutions: readonly Substitution[] = []): boolean {
  if (die.face === null) return false
  return readings(die.face, substitutions).some((face) => acceptsAs(demand, face, die.kind === 'action'))
}

/** Whether dice of one group can all show the same face. */
export function match(dice: readonly DieFacts[], substitutions: readonly Substitution[] = []): boolean {
  const wishes: Face[] = ['M', 'E', 'T', 'A', 'X', 'W', 'B']
  return wishes.some((wish) =>
    dice.every((die) => readings(die.face!, substitutions).some((face) => face === 'W' || face === wish)),
  )
}

const price = (die: DieFacts): number => (die.face === 'W' ? 100 : 0) + (die.kind === 'action' ? 1 : 0)

/** The cheapest dice for the empty slots of a box, slot by slot; null if there are none. */
export function wouldDo(
  box: Box,
  on: ReadonlyMap<string, DieFacts>,
  loose: readonly DieFacts[],
  substitutions: readonly Substitution[] = [],
): DieFacts[] | null {
  let best: DieFacts[] | null = null
  let least = Infinity
  const open = box.slots.filter(({ slot }) => !on.has(slot))
  const groupFits = (group: number, chosen: readonly DieFacts[]): boolean => {
    const placed = box.slots.filter((slot) => slot.group === group && on.has(slot.slot))
    const coming = open
      .slice(0, chosen.length)
      .flatMap((slot, index) => (slot.group === group ? [chosen[index]!] : []))
    return match([...placed.map(({ slot }) => on.get(slot)!), ...coming], substitutions)
  }
  const search = (chosen: DieFacts[], cost: number): void => {
    if (cost >= least) return
    const slot = open[chosen.length]
    if (!slot) {
      best = chosen
      least = cost
      return
    }
    const tried = new Set<string>()
    for (const die of loose) {
      const same = `${die.face}${die.kind === 'action'}`
      if (chosen.includes(die) || tried.has(same) || !accepts(slot.demand, die, substitutions)) continue
      tried.add(same)
      const next = [...chosen, die]
      if (groupFits(slot.group, next)) search(next, cost + price(die))
    }
  }
  if (open.length) search([], 0)
  return best
}
