/** Matches in lists: in which order, under which filter, and in which words. */

import { HOUR, inWords } from './clock.svelte'
import { list, t } from './i18n'
import { isolated } from './names'
import { settings } from './settings.svelte'
import type { ListedMatch, MyResult } from './wire'

/** From so many on, a list can be filtered; as many are shown before somebody asks for all. */
export const MANY = 5

/** The matches that wait for me first, the one that has waited longest before the others; then as they came. */
export function inOrder(matches: readonly ListedMatch[]): ListedMatch[] {
  const yours = matches.filter((match) => match.yours).sort((one, other) => one.since - other.since)
  return [...yours, ...matches.filter((match) => !match.yours)]
}

export type Filter = 'all' | 'yours' | `game:${string}`

export function filtered(matches: readonly ListedMatch[], filter: Filter): ListedMatch[] {
  if (filter === 'all') return [...matches]
  if (filter === 'yours') return matches.filter((match) => match.yours)
  return matches.filter((match) => filter === `game:${match.game}`)
}

/** What there is to choose between, with how many there are of each. */
export function filters(
  matches: readonly ListedMatch[],
  nameOf: (game: string) => string,
): { value: Filter; name: string }[] {
  const yours = matches.filter((match) => match.yours).length
  const games = [...new Set(matches.map((match) => match.game))]
  const offered: { value: Filter; name: string }[] = [
    { value: 'all', name: t('home.all', { n: matches.length }) },
  ]
  if (yours > 0) offered.push({ value: 'yours', name: t('home.yours', { n: yours }) })
  if (games.length < 2) return offered
  return [
    ...offered,
    ...games.map((game) => {
      const count = matches.filter((match) => match.game === game).length
      return { value: `game:${game}` as const, name: `${nameOf(game)} (${count})` }
    }),
  ]
}

/** Everybody but me, by name; nothing where I play alone. */
export function opponents(match: ListedMatch): string {
  const names = match.seats.filter((seat) => !seat.you && seat.name !== '').map((seat) => isolated(seat.name))
  if (names.length > 0) return t('home.with', { names: list(names) })
  return match.status === 'lobby' && match.seats.length > 1 ? t('home.alone') : ''
}

/** Whom a match waits for that does not wait for me. */
export function awaited(match: ListedMatch): string {
  if (match.status === 'lobby') return t('home.waitingStart')
  const names = match.owing.map((seat) => isolated(match.seats[seat]?.name ?? '')).filter(Boolean)
  return names.length > 0 ? t('home.waiting', { names: list(names) }) : ''
}

/** How long I have for my decision, where that is days. */
export function timeLeft(match: ListedMatch, now: number): string {
  if (match.deadline === null) return ''
  const left = match.deadline - now
  return left < HOUR ? t('home.lastHour') : t('home.left', { time: inWords(left - (left % HOUR)) })
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** "5 minutes ago"; what was less than a minute ago, or is about to be by another clock, was just now. */
export function ago(moment: number, now: number): string {
  for (const [unit, length] of STEPS) {
    const count = Math.floor((now - moment) / length)
    if (count >= 1)
      return new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' }).format(-count, unit)
  }
  return t('home.now')
}

/** The day of a moment, where the reader is or in another time zone. */
export function dateOf(moment: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium', timeZone }).format(moment)
}

/** How a match ended for me, or who won it if I had no seat, and how to colour it. */
export function resultOf(match: ListedMatch): { word: string; tone: 'good' | 'bad' | 'plain' } {
  if (match.status === 'abandoned') return { word: t('result.abandoned'), tone: 'plain' }
  const { mine = '', winners = [] } = match.result ?? {}
  if (mine !== '') return wordOf(mine)
  const names = winners.map((seat) => isolated(match.seats[seat]?.name ?? ''))
  if (names.length === 0 || match.seats.some((seat) => seat.you))
    return { word: t('result.watched'), tone: 'plain' }
  return { word: t('result.wonBy', { names: list(names), n: names.length }), tone: 'plain' }
}

/** A result in a word; one without is a match that was called off. */
export function wordOf(mine: MyResult): { word: string; tone: 'good' | 'bad' | 'plain' } {
  if (mine === '') return { word: t('result.abandoned'), tone: 'plain' }
  return {
    word: t(`result.${mine}`),
    tone: mine === 'won' || mine === 'shared' ? 'good' : mine === 'lost' ? 'bad' : 'plain',
  }
}
