/** What the banner says: whose turn it is, or how it ended. */

import { list, t } from './i18n'
import { partnersOf } from './teams'
import type { View } from './wire'

/** Names every seat we wait for; mine first and loudest. While events are on show nobody decides anything. */
export function banner(view: View, names: readonly string[], running = false): string {
  if (view.outcome) return verdict(view, names)
  if (running) return t('table.watch')
  if (view.actors.length === 0) return t('end.abandoned')
  const others = view.actors.filter((seat) => seat !== view.seat).map((seat) => names[seat] ?? '')
  if (isMine(view)) {
    return others.length === 0 ? t('table.turnYours') : t('table.turnYoursAnd', { names: list(others) })
  }
  if (others.length === 1) return t('table.turnOne', { name: others[0] ?? '' })
  return t('table.turnMany', { names: list(others) })
}

/**
 * The same over a finished match that is looked at again: nobody is asked for anything any more. Through the eyes of
 * somebody else the reader is not addressed; `mine`: these eyes are the reader's own.
 */
export function replayBanner(view: View, names: readonly string[], mine = false): string {
  if (view.outcome) return verdict(mine ? view : { ...view, seat: -1 }, names)
  if (view.actors.length === 0) return t('end.abandoned')
  return t('replay.turn', {
    n: view.actors.length,
    names: list(view.actors.map((seat) => names[seat] ?? '')),
  })
}

export function isMine(view: View): boolean {
  return view.outcome === null && view.actors.includes(view.seat)
}

/** Neither won nor lost, where the ranks of one side alone do not say. */
export const isDrawn = (outcome: View['outcome']): boolean =>
  outcome?.values?.every((value) => value === 0.5) ?? false

/** Nobody has won and nobody has lost: a rank that all sides share, or the game itself says so. */
export function isDraw({ outcome, seats, teams }: Pick<View, 'outcome' | 'seats' | 'teams'>): boolean {
  if (!outcome) return false
  const winners = outcome.winners.length
  return isDrawn(outcome) || (teams.length > 1 && (winners === seats || winners === 0))
}

/** Who won, in the reader's eyes. A rank that all sides share has no winner; one side alone beats the game or not. */
export function verdict(view: View, names: readonly string[]): string {
  const winners = view.outcome?.winners ?? []
  const named = (seats: readonly number[]): { n: number; names: string } => ({
    n: seats.length,
    names: list(seats.map((seat) => names[seat] ?? '')),
  })
  if (isDraw(view)) return t('end.draw')
  if (winners.length === 0) {
    if (view.seat < 0) return t('table.loses', named(view.teams.flat()))
    return view.seats > 1 ? t('table.teamLoses') : t('table.youLose')
  }
  if (!winners.includes(view.seat)) return t('table.wins', named(winners))
  if (winners.length === 1) return t('table.youWin')
  return partnersOf(view.teams, view.seat).length > 0 ? t('table.teamWins') : t('table.youShare')
}
