/** How fast a match is played, in words, and what the host may choose. */

import { t } from './i18n'
import { DAY, SECOND, inWords } from './clock.svelte'
import type { Pace, PaceKind, TimeUp } from './wire'

export const NO_CLOCK: Pace = {
  kind: 'none',
  decision: 0,
  reserve: 0,
  gain: 0,
  then: 'move',
  level: 'medium',
}

/** Live paces on offer: seconds for a decision, in reserve, and gained with each decision. */
export const LIVE = [
  { decision: 20, reserve: 60, gain: 2 },
  { decision: 60, reserve: 180, gain: 5 },
  { decision: 180, reserve: 600, gain: 10 },
] as const

/** Which of them a pace is; -1: the host's own numbers. */
export const livePreset = (pace: Pace): number =>
  LIVE.findIndex(
    ({ decision, reserve, gain }) =>
      decision === pace.decision && reserve === pace.reserve && gain === pace.gain,
  )

/** The numbers of a live pace, and by how much a tap changes them. */
export const LIVE_STEPS = [
  ['decision', 5],
  ['reserve', 30],
  ['gain', 1],
] as const

export const DAYS = [1, 2, 3, 5, 7] as const

export const KINDS: readonly PaceKind[] = ['none', 'live', 'days']
export const TIMES_UP: readonly TimeUp[] = ['bot', 'move', 'give_up']

/** The pace of another kind, as it is usually wanted. What happens when time runs out stays as it was chosen. */
export function paceOf(kind: PaceKind, before: Pace = NO_CLOCK): Pace {
  const { then, level } = before.kind === 'none' ? { then: 'bot' as const, level: before.level } : before
  if (kind === 'live') return { kind, ...LIVE[1], then, level }
  if (kind === 'days') return { kind, decision: 2, reserve: 0, gain: 0, then, level }
  return NO_CLOCK
}

const seconds = (count: number): string => inWords(count * SECOND)

/** "no clock", "60 seconds a decision and 3 minutes in reserve", "2 days a decision". */
export function sayPace(pace: Pace): string {
  if (pace.kind === 'none') return t('pace.none')
  if (pace.kind === 'days') return t('pace.eachDays', { time: inWords(pace.decision * DAY) })
  return pace.reserve > 0
    ? t('pace.eachLive', { time: seconds(pace.decision), reserve: seconds(pace.reserve) })
    : t('pace.eachDays', { time: seconds(pace.decision) })
}

/** What the table does when time runs out. */
export function sayTimeUp(pace: Pace, seats: number): string {
  if (pace.kind === 'none') return t('pace.thenNone')
  if (pace.then === 'move') return t('pace.thenMove')
  if (pace.then === 'bot') return t('pace.thenBot', { level: t(`level.${pace.level}`) })
  return seats === 2 ? t('pace.thenLose') : t('pace.thenGiveUp')
}

/** All that is agreed about time, before anybody sits down. */
export function sayTerms(pace: Pace, seats: number): string[] {
  const lines = [sayTimeUp(pace, seats)]
  if (pace.kind === 'live' && pace.gain > 0) lines.unshift(t('pace.gain', { time: seconds(pace.gain) }))
  if (pace.kind === 'live') lines.push(t('pace.watch'))
  return lines
}
