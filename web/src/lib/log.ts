/** The log in sentences. */

import { words } from './i18n'
import type { Happening, Step } from './wire'

/**
 * The log as it may be looked up: where the rules let people remember more than they may look at again, an event is
 * read in its later form as soon as what closes it was told after it. Once the game is over, all of it lies open.
 */
export function reread(log: Step[], over: boolean): Step[] {
  if (over || !log.some(({ happenings }) => happenings.some(({ later }) => later))) return log
  const told = new Set<string>()
  const again = (event: Happening): Happening => {
    const closed = event.later && told.has(event.later.after)
    told.add(event.kind)
    return closed ? { kind: event.kind, facts: event.later!.facts, text: event.later!.text } : event
  }
  return log
    .toReversed()
    .map((step) => ({ ...step, happenings: step.happenings.toReversed().map(again).toReversed() }))
    .toReversed()
}

/** What some events say, one after the other. */
export const told = (happenings: readonly Happening[], names: readonly string[]): string =>
  happenings
    .map(({ text }) => words(text, names))
    .filter((text) => text !== '')
    .join(' ')

/** What one entry says: what came of the move, or, where nothing is told of that, the move itself. */
export function sentences(step: Step, names: readonly string[]): string[] {
  const told = step.happenings.map((happening) => words(happening.text, names)).filter((text) => text !== '')
  if (told.length > 0 || !step.label) return told
  const label = words(step.label, names)
  const name = names[step.seat]
  return [name ? `${name}: ${label}` : label]
}

/**
 * The entries that tell something: where a game tells what comes of moves, a move of which nothing is told is half of one
 * (a die laid down, a card pushed in), and what it was for is told when it is done. A game that tells nothing has only
 * its moves to show.
 */
export function wholes(log: readonly Step[], names: readonly string[], tells: boolean): Step[] {
  return log.filter(({ happenings }) => !tells || happenings.some(({ text }) => words(text, names) !== ''))
}

/** Which of the sentences of an entry begin something new, so that a long entry can be read in pieces. */
export function beginnings(step: Step, names: readonly string[], kinds: readonly string[]): boolean[] {
  return step.happenings
    .filter(({ text }) => words(text, names) !== '')
    .map(({ kind }) => kinds.includes(kind))
}

/** A sentence whose stars and arrows never begin a line. */
export const tied = (sentence: string): string => sentence.replace(/ (?=[★→])/g, '\u00a0')

/** The sentences of the last entry that says anything. */
function latest(log: readonly Step[], names: readonly string[]): string[] {
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const step = log[index]
    const told = step ? sentences(step, names) : []
    if (told.length > 0) return told
  }
  return []
}

/** The log without some kinds of events; an entry of nothing else keeps them. */
export function without(log: readonly Step[], kinds: readonly string[]): readonly Step[] {
  const last = log.at(-1)
  const left = last?.happenings.filter(({ kind }) => !kinds.includes(kind)) ?? []
  return last && left.length > 0 ? [...log.slice(0, -1), { ...last, happenings: left }] : log
}

/** The end of the last entry, as much of it as a caption has room for: what comes last is what stands now. */
export function ending(log: readonly Step[], names: readonly string[], room: number): string {
  const said = latest(log, names)
  let from = said.length - 1
  let length = said[from]?.length ?? 0
  while (from > 0 && length + 1 + said[from - 1]!.length <= room) {
    from -= 1
    length += 1 + said[from]!.length
  }
  return (from > 0 ? '… ' : '') + said.slice(Math.max(0, from)).join(' ')
}

/** The newest sentence of all. */
export function newest(log: readonly Step[], names: readonly string[]): string {
  return latest(log, names).at(-1) ?? ''
}
