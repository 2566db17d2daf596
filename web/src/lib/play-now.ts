/**
 * What the big button on the home page does: the running match, the next lesson, or a match at once against the last
 * opponent; after two wins in a row against the next one, after two losses against the one below.
 */

import { api } from './api'
import { company, levelName, nextOpponent, usualOpponent } from './bots'
import { startCoach } from './coach.svelte'
import { t } from './i18n'
import { inOrder, opponents } from './lists'
import { nextStep } from './next-step'
import { settle, type Chosen } from './options'
import type { GameInfo, ListedMatch, Me, NewSeat } from './wire'

export type PlayNow =
  | { kind: 'resume'; match: ListedMatch }
  | { kind: 'lesson'; game: string; lesson: number }
  | { kind: 'match'; game: string; seats: number; bots: string[]; options: Chosen; first: boolean }

function match(game: GameInfo, seats: number, opponent: string, first = false): PlayNow {
  const known = [game.first_match, game.harder_match].find((one) => one.seats === seats)
  const options = known?.options ?? settle(game.options, {}, seats)
  const bots = company(game, opponent, seats - 1)
  return { kind: 'match', game: game.id, seats, bots, options, first }
}

export function playNow(games: readonly GameInfo[], me: Me, running: readonly ListedMatch[]): PlayNow | null {
  const [next] = inOrder(running)
  if (next) return { kind: 'resume', match: next }
  const step = nextStep(games, me)
  if (step?.kind === 'lesson') return step
  const known = (id: string | undefined): GameInfo | undefined => games.find((game) => game.id === id)
  const game = known(step?.game) ?? me.finished.map((one) => known(one.game)).find(Boolean) ?? games[0]
  if (!game) return null
  const matches = me.finished.filter((one) => one.game === game.id)
  if (step?.kind === 'match') return match(game, game.first_match.seats, usualOpponent(game, 'easy'), true)
  if (step?.kind === 'harder') return match(game, game.harder_match.seats, nextOpponent(game, matches))
  const seats = matches[0]?.seats.length ?? game.first_match.seats
  return match(game, seats, nextOpponent(game, matches), matches.length === 0)
}

/** What it is, in words; a game whose name goes without saying may be called nothing. */
export function sayNow(now: PlayNow, nameOf: (game: string) => string): string {
  if (now.kind === 'resume') return [nameOf(now.match.game), opponents(now.match)].filter(Boolean).join(', ')
  const game = nameOf(now.game)
  if (now.kind === 'lesson') return t('next.lesson', { n: now.lesson, game })
  if (now.first) return t('next.match', { game })
  if (now.seats < 2) return game
  return t('next.against', { n: now.seats - 1, game, name: levelName(now.bots[0] ?? '') }).trim()
}

/** Where it is; nowhere yet, if a match is still to be made. */
export function pathNow(now: PlayNow): string | undefined {
  if (now.kind === 'lesson') return `/learn/${now.game}/${now.lesson}`
  return now.kind === 'resume' ? `/match/${now.match.id}` : undefined
}

/** Make the match, and say where it is. */
export async function makeMatch(now: PlayNow & { kind: 'match' }, name: string): Promise<string> {
  const bots = now.bots.map((level): NewSeat => ({ kind: 'bot', level }))
  const seats: NewSeat[] = [{ kind: 'me' }, ...bots]
  if (now.first) startCoach(now.game)
  const made = await api.create({ game: now.game, seats, options: now.options, name, start: true })
  return `/match/${made.id}`
}
