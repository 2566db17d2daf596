/** Attack and defence as sums people can read: (base + kickers) × multiplier. The engine does the sums. */

import type { Sum } from './facts'

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
