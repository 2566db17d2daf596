/** The log in sentences. */

import { words } from './i18n'
import type { Step } from './wire'

/** What one entry says: what came of the move, or, where nothing is told of that, the move itself. */
export function sentences(step: Step, names: readonly string[]): string[] {
  const told = step.happenings.map((happening) => words(happening.text, names)).filter((text) => text !== '')
  if (told.length > 0 || !step.label) return told
  const label = words(step.label, names)
  const name = names[step.seat]
  return [name ? `${name}: ${label}` : label]
}

/** The sentences of the last entry that says anything. */
export function latest(log: readonly Step[], names: readonly string[]): string[] {
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const step = log[index]
    const told = step ? sentences(step, names) : []
    if (told.length > 0) return told
  }
  return []
}

/** The newest sentence of all. */
export function newest(log: readonly Step[], names: readonly string[]): string {
  return latest(log, names).at(-1) ?? ''
}
