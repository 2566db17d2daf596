/** Attack and defence as sums people can read: (base + kickers) × multiplier, and what one more ability would change. */

import type { Catalogue, Fighter, Sum } from './facts'
import { numbersOf } from './boxes'

export type Side = 'attack' | 'defence'

/** "(2 + 3) × 2 − 2"; empty where there is nothing to add up. */
export function formula(sum: Sum | null): string {
  if (!sum) return ''
  const base = sum.base_value
  const kickers = sum.kickers.map(({ value }) => value)
  const known = kickers.reduce((all, value) => all + value, 0)
  const parts = sum.base === null ? kickers : [base ?? sum.plus - known, ...kickers]
  const shown = parts.filter((value, index) => index === 0 || value !== 0)
  if (shown.length === 0) return ''
  const inner = shown
    .map((value, index) => (index === 0 ? `${value}` : value < 0 ? `− ${-value}` : `+ ${value}`))
    .join(' ')
  const times = sum.multiplier?.value ?? 1
  const product = times > 1 ? `${shown.length > 1 ? `(${inner})` : inner} × ${times}` : inner
  if (sum.flat === 0) return product
  return `${product} ${sum.flat < 0 ? '−' : '+'} ${Math.abs(sum.flat)}`
}

interface Numbers {
  bases: number[]
  kickers: number
  /** Kicker and factor of each multiplier ability. */
  multipliers: [number, number][]
}

function gather(catalogue: Catalogue, fighter: Fighter, side: Side, boxes: readonly string[]): Numbers {
  const found: Numbers = { bases: [], kickers: 0, multipliers: [] }
  for (const box of boxes) {
    const numbers = numbersOf(catalogue, box)
    const base = numbers[`${side}_base`]
    const kicker = numbers[`${side}_kicker`] ?? 0
    const factor = numbers[`${side}_multiplier`]
    if (base !== undefined) found.bases.push(base)
    else if (factor !== undefined) found.multipliers.push([kicker, factor])
    else found.kickers += kicker
    if (fighter.modes[box] === side) found.kickers += 1
  }
  return found
}

/** The best total of a set of boxes; null without a base. */
export function totalOf(
  catalogue: Catalogue,
  fighter: Fighter,
  side: Side,
  boxes: readonly string[],
): number | null {
  const { bases, kickers, multipliers } = gather(catalogue, fighter, side, boxes)
  if (bases.length === 0) return null
  const plain = Math.max(...bases) + kickers
  const best = Math.max(plain, ...multipliers.map(([kicker, factor]) => (plain + kicker) * factor))
  return Math.max(0, best - (side === 'attack' ? 2 * fighter.entangled : 0))
}

export interface Change {
  side: Side
  before: number
  after: number
  /** It would count, but there is no base it could strengthen. */
  baseless: boolean
}

/** What filling a box would change in the totals of its owner. */
export function changes(catalogue: Catalogue, fighter: Fighter, box: string): Change[] {
  const numbers = numbersOf(catalogue, box)
  const others = fighter.selected.filter((one) => one !== box)
  return (['attack', 'defence'] as const).flatMap((side) => {
    if (!Object.keys(numbers).some((key) => key.startsWith(side))) return []
    const before = totalOf(catalogue, fighter, side, others)
    const after = totalOf(catalogue, fighter, side, [...others, box])
    return [{ side, before: before ?? 0, after: after ?? 0, baseless: after === null }]
  })
}
