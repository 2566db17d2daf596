/** The one thing to do next for somebody who learns: the course, a first match, a harder way to play. */

import { opponentCalled, opponentOf } from './bots'
import type { GameInfo, ListedMatch, Me } from './wire'

type NextStep = { kind: 'lesson'; game: string; lesson: number } | { kind: 'match' | 'harder'; game: string }

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

/** Whether all of these were against bots for beginners. */
function onlyWeak(game: GameInfo, matches: readonly ListedMatch[]): boolean {
  const medium = opponentCalled(game, 'medium')
  return matches.every((match) => {
    const met = opponentOf(game, match)
    return met && medium && game.opponents.indexOf(met) < game.opponents.indexOf(medium)
  })
}

/** Whether somebody has played in more than one way, or so often that they need no advice. */
function varied(matches: readonly ListedMatch[]): boolean {
  return (
    new Set(matches.map((match) => `${match.mode?.en} ${match.seats.length}`)).size > 1 || matches.length > 3
  )
}

export function nextStep(games: readonly GameInfo[], me: Me): NextStep | null {
  const game = focus(games, me)
  if (game) {
    const done = doneIn(game.id, me)
    const matches = me.finished.filter((match) => match.game === game.id)
    for (let lesson = 1; lesson <= game.lessons && matches.length === 0; lesson++)
      if (!done.includes(lesson)) return { kind: 'lesson', game: game.id, lesson }
    if (matches.length === 0) return { kind: 'match', game: game.id }
    if (onlyWeak(game, matches)) return null
    if (!varied(matches)) return { kind: 'harder', game: game.id }
  }
  return null
}
