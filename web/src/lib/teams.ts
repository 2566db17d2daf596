/** Who plays together. */

import { t } from './i18n'

/** Two seats that win and lose together make a game of teams. */
export const isTeamGame = (teams: readonly number[][]): boolean => teams.some((team) => team.length > 1)

/** Everybody in one team: they play against the game itself. */
const isTogether = (teams: readonly number[][]): boolean => teams.length === 1 && isTeamGame(teams)

/** The others of a seat's team. */
export const partnersOf = (teams: readonly number[][], seat: number): number[] =>
  (teams.find((team) => team.includes(seat)) ?? []).filter((other) => other !== seat)

/** The seats of other teams. */
export const opponentsOf = (teams: readonly number[][], seat: number): number[] =>
  teams.filter((team) => !team.includes(seat)).flat()

/** What a team is called: a letter and a shape of its own. */
export function teamName(teams: readonly number[][], team: number): string {
  if (isTogether(teams)) return t('team.together')
  return t('team.name', { letter: String.fromCharCode(65 + team) })
}

const SHAPES = ['▲', '■', '●', '◆']
export const teamShape = (teams: readonly number[][], team: number): string =>
  isTogether(teams) ? '★' : (SHAPES[team % SHAPES.length] ?? '▲')

/**
 * Whoever plays against another team wears its team's colour, or a red seat would sit in the blue team. A style for what
 * holds the marks; empty where everybody plays for themselves, or all together.
 */
export function coloursOf(teams: readonly number[][]): string {
  if (!isTeamGame(teams) || isTogether(teams)) return ''
  return teams
    .flatMap((team, index) => team.map((seat) => `--seat-${seat + 1}: var(--team-${(index % 2) + 1})`))
    .join('; ')
}

/** Teams in the order of their best rank. */
export function ranked(teams: readonly number[][], ranks: readonly number[]): number[] {
  const rank = (team: number): number => Math.min(...(teams[team] ?? []).map((seat) => ranks[seat] ?? 0))
  return teams.map((_, team) => team).sort((a, b) => rank(a) - rank(b) || a - b)
}
