import { personas } from './faces.svelte'
import { t } from './i18n'
import type { GameInfo, Level, ListedMatch, OpponentInfo, Tally } from './wire'

export const BOT_LEVELS: readonly Level[] = ['easy', 'medium', 'hard']

const isLevel = (name: string): name is Level => (BOT_LEVELS as readonly string[]).includes(name)

/** A bot as people say it: a persona's name, a level in their language, any other by its own name and its options. */
export function levelName(name: string): string {
  if (isLevel(name)) return t(`level.${name}`)
  const persona = personas.all.find(({ id }) => id === name)
  if (persona) return persona.name
  const [own = name, ...options] = name.split(':')
  return options.length ? `${own} (${options.join(', ').replaceAll('=', ' ')})` : own
}

export const isPersona = (name: string): boolean => personas.all.some(({ id }) => id === name)

/** Whether a bot needs no package. */
export const isBuiltIn = (name: string): boolean => isLevel(name) || isPersona(name)

// ---- the ladder of opponents ---------------------------------------------------------------------------------------

/** The opponent of this name or level in a game. */
export const opponentCalled = (game: GameInfo, name: string | null | undefined): OpponentInfo | undefined =>
  game.opponents.find(({ id, level }) => id === name || level === name)

/** Whom a newcomer to a game meets, and whom everybody else does who has not chosen yet. */
export const usualOpponent = (game: GameInfo, level: Level = 'medium'): string =>
  opponentCalled(game, level)?.id ?? game.opponents[Math.floor(game.opponents.length / 2)]?.id ?? level

/** The opponent of a finished match: the first bot that has a place on the ladder. */
export const opponentOf = (game: GameInfo, match: ListedMatch): OpponentInfo | undefined =>
  match.seats
    .filter((seat) => !seat.you && seat.kind === 'bot')
    .map((seat) => opponentCalled(game, seat.level))
    .find((one) => one !== undefined)

const won = (match: ListedMatch): boolean => match.result?.mine === 'won' || match.result?.mine === 'shared'

/** The last opponent again; the next one after two wins in a row, the one below after two losses. The last match first. */
export function nextOpponent(game: GameInfo, matches: readonly ListedMatch[]): string {
  const met = matches.map((match) => ({ match, who: opponentOf(game, match) })).filter(({ who }) => who)
  const last = met[0]?.who
  if (!last) return usualOpponent(game)
  const two = met.filter(({ who }) => who === last).slice(0, 2)
  if (two.length < 2) return last.id
  const rung = game.opponents.indexOf(last)
  if (two.every(({ match }) => won(match))) return game.opponents[rung + 1]?.id ?? last.id
  if (two.every(({ match }) => match.result?.mine === 'lost')) return game.opponents[rung - 1]?.id ?? last.id
  return last.id
}

/** So many opponents for a larger table: the one that was chosen, then those who come nearest to it. */
export function company(game: GameInfo, chosen: string, count: number): string[] {
  const rung = game.opponents.findIndex(({ id }) => id === chosen)
  if (rung < 0) return Array.from({ length: count }, () => chosen)
  const near = [...game.opponents.keys()].sort((a, b) => Math.abs(a - rung) - Math.abs(b - rung) || a - b)
  return Array.from(
    { length: count },
    (_, index) => game.opponents[near[index % near.length] ?? rung]?.id ?? chosen,
  )
}

// ---- who was beaten ------------------------------------------------------------------------------------------------

const KEY = 'slugfest.beaten'

function kept(): Record<string, string[]> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const games = found && typeof found === 'object' ? Object.entries(found) : []
    return Object.fromEntries(games.filter((one): one is [string, string[]] => Array.isArray(one[1])))
  } catch {
    return {}
  }
}

/** The opponents that were beaten in a game, as far as this browser knows. */
export const beatenIn = (game: GameInfo): string[] =>
  game.opponents.map(({ id }) => id).filter((id) => kept()[game.id]?.includes(id))

/** Remember who was beaten in these matches. */
export function noteBeaten(games: readonly GameInfo[], matches: readonly ListedMatch[]): void {
  for (const match of matches) {
    const game = games.find(({ id }) => id === match.game)
    if (!game || match.result?.mine !== 'won') continue
    for (const seat of match.seats)
      if (!seat.you && seat.kind === 'bot') noteOne(game.id, opponentCalled(game, seat.level)?.id)
  }
}

/** The same from a profile, which knows every match. */
export function noteTallies(games: readonly GameInfo[], tallies: readonly Tally[]): void {
  for (const { game: id, against, level, won: times } of tallies) {
    const game = games.find((one) => one.id === id)
    if (game && against === 'bots' && level && times > 0) noteOne(id, opponentCalled(game, level)?.id)
  }
}

function noteOne(game: string, opponent: string | undefined): void {
  const all = kept()
  if (!opponent || all[game]?.includes(opponent)) return
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [game]: [...(all[game] ?? []), opponent] }))
  } catch {
    // Private windows may forbid it: then it is as if nobody had been beaten.
  }
}
