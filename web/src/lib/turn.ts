/** What the banner says: whose turn it is, or how it ended. */

import { list, t } from './i18n'
import type { View } from './wire'

/** Names every seat we wait for; mine first and loudest. While events are on show nobody decides anything. */
export function banner(view: View, names: readonly string[], running = false): string {
  if (view.outcome) return verdict(view, names)
  if (running) return t('table.watch')
  const others = view.actors.filter((seat) => seat !== view.seat).map((seat) => names[seat] ?? '')
  if (isMine(view)) {
    return others.length === 0 ? t('table.turnYours') : t('table.turnYoursAnd', { names: list(others) })
  }
  if (others.length === 1) return t('table.turnOne', { name: others[0] ?? '' })
  return t('table.turnMany', { names: list(others) })
}

export function isMine(view: View): boolean {
  return view.outcome === null && view.actors.includes(view.seat)
}

/** Who won, in the reader's eyes. A rank that everybody shares has no winner. */
export function verdict(view: View, names: readonly string[]): string {
  const winners = view.outcome?.winners ?? []
  if (winners.length === view.seats || winners.length === 0) return t('end.draw')
  if (winners.includes(view.seat)) return winners.length === 1 ? t('table.youWin') : t('table.youShare')
  return t('table.wins', { n: winners.length, names: list(winners.map((seat) => names[seat] ?? '')) })
}
