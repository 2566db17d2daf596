/**
 * The one thing to do next for somebody who learns: the course, a first match, a medium bot, a harder way to play, and then
 * the puzzle of the day.
 */

import type { GameInfo, ListedMatch, Me, PuzzlesInfo } from './wire'

export type NextStep =
  | { kind: 'lesson'; game: string; lesson: number }
  | { kind: 'match' | 'medium' | 'harder'; game: string }
  | { kind: 'puzzle'; game: string; number: number }

const STRONG = ['medium', 'hard']

const doneIn = (game: string, me: Me): number[] =>
  me.learned.filter((one) => one.game === game && one.done).map((one) => one.lesson)

/** The game somebody is at: the one played last, else the one whose course goes furthest, else the first with a course. */
function focus(games: readonly GameInfo[], me: Me): GameInfo | undefined {
  const known = (id: string): GameInfo | undefined => games.find((game) => game.id === id)
  const begun = [...games]
    .filter((game) => me.learned.some((one) => one.game === game.id))
    .sort((one, other) => doneIn(other.id, me).length - doneIn(one.id, me).length)
  const unfinished = begun.find((game) => doneIn(game.id, me).length < game.lessons)
  const played = me.finished.map((match) => known(match.game)).find((game) => game !== undefined)
  return unfinished ?? played ?? begun[0] ?? games.find((game) => game.lessons > 0)
}

const against = (match: ListedMatch, levels: readonly string[]): boolean =>
  match.seats.some((seat) => seat.level !== null && levels.includes(seat.level))

/** Whether somebody has played in more than one way, or so often that they need no advice. */
function varied(matches: readonly ListedMatch[]): boolean {
  return (
    new Set(matches.map((match) => `${match.mode?.en} ${match.seats.length}`)).size > 1 || matches.length > 3
  )
}

export function nextStep(games: readonly GameInfo[], me: Me, puzzles: PuzzlesInfo | null): NextStep | null {
  const game = focus(games, me)
  if (game) {
    const done = doneIn(game.id, me)
    const matches = me.finished.filter((match) => match.game === game.id)
    for (let lesson = 1; lesson <= game.lessons && matches.length === 0; lesson++)
      if (!done.includes(lesson)) return { kind: 'lesson', game: game.id, lesson }
    if (matches.length === 0) return { kind: 'match', game: game.id }
    if (
      !matches.some((match) => against(match, STRONG)) &&
      matches.every((match) => against(match, ['easy']))
    )
      return { kind: 'medium', game: game.id }
    if (!varied(matches)) return { kind: 'harder', game: game.id }
  }
  const puzzle = puzzles && !puzzles.solved_today ? puzzles.today : (puzzles?.another ?? null)
  return puzzle && { kind: 'puzzle', game: puzzle.game, number: puzzle.number }
}

/** Where it leads. */
export function stepPath(step: NextStep): string {
  if (step.kind === 'lesson') return `/learn/${step.game}/${step.lesson}`
  if (step.kind === 'puzzle') return `/puzzle/${step.game}/${step.number}`
  return `/new/${step.game}${step.kind === 'harder' ? '?harder' : ''}`
}
