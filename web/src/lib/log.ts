/** The log in sentences. */

import { words } from './i18n'
import type { Happening, Step } from './wire'

/**
 * The log as it may be looked up: where the rules let people remember more than they may look at again, an event is
 * read in its later form as soon as an event that closes it follows. Once the game is over, all of it lies open.
 */
export function reread(log: Step[], over: boolean): Step[] {
  if (over || !log.some(({ happenings }) => happenings.some(({ later }) => later))) return log
  const kinds = new Set<string>()
  const again = (event: Happening): Happening => {
    const closed = event.later && kinds.has(event.later.after)
    kinds.add(event.kind)
    return closed ? { kind: event.kind, facts: event.later!.facts, text: event.later!.text } : event
  }
  return log
    .toReversed()
    .map((step) => ({ ...step, happenings: step.happenings.toReversed().map(again).toReversed() }))
    .toReversed()
}

/** What some events say, one after the other. */
export const describe = (happenings: readonly Happening[], names: readonly string[]): string =>
  happenings
    .map(({ text }) => words(text, names))
    .filter((text) => text !== '')
    .join(' ')

/** The sentences of one entry: what came of the move, or the move itself where no event has a sentence. */
export function sentences(step: Step, names: readonly string[]): string[] {
  const texts = step.happenings.map((happening) => words(happening.text, names)).filter((text) => text !== '')
  if (texts.length > 0 || !step.label) return texts
  const label = words(step.label, names)
  const name = names[step.seat]
  return [name ? `${name}: ${label}` : label]
}

/**
 * The entries to show. Where a game describes its events (`describes`), a move without a sentence is half a move (a die
 * laid down, a card pushed in), which a later entry describes. Other games have only their moves to show.
 */
export function wholes(log: readonly Step[], names: readonly string[], describes: boolean): Step[] {
  return log.filter(
    ({ happenings }) => !describes || happenings.some(({ text }) => words(text, names) !== ''),
  )
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
    const texts = step ? sentences(step, names) : []
    if (texts.length > 0) return texts
  }
  return []
}

/** The log without some kinds of events; an entry of nothing else keeps them. */
export function without(log: readonly Step[], kinds: readonly string[]): readonly Step[] {
  const last = log.at(-1)
  const left = last?.happenings.filter(({ kind }) => !kinds.includes(kind)) ?? []
  return last && left.length > 0 ? [...log.slice(0, -1), { ...last, happenings: left }] : log
}

/**
 * The end of the last entry, as much of it as a caption has room for: what comes last is what stands now. A sentence that
 * fills the caption alone stands there as it did while it was shown.
 */
export function ending(log: readonly Step[], names: readonly string[], room: number): string {
  const said = latest(log, names)
  let from = said.length - 1
  let length = said[from]?.length ?? 0
  const mark = (first: number): number => (first > 0 ? 2 : 0)
  while (from > 0 && mark(from - 1) + length + 1 + said[from - 1]!.length <= room) {
    from -= 1
    length += 1 + said[from]!.length
  }
  return (from > 0 && mark(from) + length <= room ? '… ' : '') + said.slice(Math.max(0, from)).join(' ')
}

/** The newest sentence of all. */
export function newest(log: readonly Step[], names: readonly string[]): string {
  return latest(log, names).at(-1) ?? ''
}
