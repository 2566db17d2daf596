/** Why something cannot be done, in the order in which a referee would say it, with the rule it rests on. */

import type { Catalogue, Table } from './facts'
import { infoOf, occupied, type Target } from './places'
import type { Action } from './choice'

export type RefusalKey =
  | 'whyOver'
  | 'whyWatching'
  | 'whyKnockedOut'
  | 'whyPassive'
  | 'whyNotYourTurn'
  | 'whySolo'
  | 'whyWeaponAlone'
  | 'whyTwoWeapons'
  | 'whyVillainAlone'
  | 'whyTypes'
  | 'whyThree'
  | 'whyOwnCard'
  | 'whyTargetOut'
  | 'whyProtected'
  | 'whyNoCardThere'
  | 'whyRowFull'
  | 'whyDeckEmpty'
  | 'whyPassed'

export interface Refusal {
  key: RefusalKey
  rule: string
}

export interface Position {
  table: Table
  catalogue: Catalogue
  /** Mine; -1 for a spectator. */
  seat: number
}

const because = (key: RefusalKey, rule: string): Refusal => ({ key, rule })

/** Why this seat may do nothing at all, or null if it may. */
export function whyNothing({ table, seat }: Position): Refusal | null {
  if (table.turn === null) return because('whyOver', 'KC-52')
  const me = table.players[seat]
  if (!me) return because('whyWatching', 'KC-80')
  if (me.state === 'knocked-out') return because('whyKnockedOut', 'KC-15')
  if (me.state === 'passive') return because('whyPassive', 'KC-46')
  return table.turn === seat ? null : because('whyNotYourTurn', 'KC-22')
}

/** Why these cards of the hand cannot attack together, or not as they are (KC-24). */
export function whyNotTogether(position: Position, cards: readonly string[]): Refusal | null {
  const infos = cards.map((card) => infoOf(position.catalogue, card))
  const weapons = infos.filter((info) => info.kind === 'weapon').length
  if (infos.length > 1 && infos.some((info) => info.kind === 'villain'))
    return because('whyVillainAlone', 'KC-24')
  if (infos.length > 2) return because('whyThree', 'KC-24')
  if (weapons > 1) return because('whyTwoWeapons', 'KC-24')
  if (weapons === 1 && infos.length === 1) return because('whyWeaponAlone', 'KC-24')
  if (infos.length === 2 && !weapons && infos[0]!.type !== infos[1]!.type) return because('whyTypes', 'KC-24')
  return null
}

/** Why a card on the table cannot be attacked (KC-25). */
export function whyNotTarget(position: Position, target: Target): Refusal | null {
  const nothing = whyNothing(position)
  if (nothing) return nothing
  if (target.seat === position.seat) return because('whyOwnCard', 'KC-25')
  const victim = position.table.players[target.seat]
  if (!victim || victim.state === 'knocked-out') return because('whyTargetOut', 'KC-25')
  if (target.zone === 'hand' && occupied(victim)) return because('whyProtected', 'KC-25')
  const there = target.zone === 'hand' ? target.index < victim.hand.length : victim.row[target.index]
  return there ? null : because('whyNoCardThere', 'KC-25')
}

/** Why a button does not work now (KC-83). */
export function whyNotAction(position: Position, action: Action): Refusal | null {
  const nothing = whyNothing(position)
  if (nothing) return nothing
  const { table, seat, catalogue } = position
  const me = table.players[seat]!
  if (action === 'barricade')
    return occupied(me) >= catalogue.row_limit ? because('whyRowFull', 'KC-35') : null
  if (table.solo) return because('whySolo', 'KC-49')
  if (action === 'recruit') return table.deck ? null : because('whyDeckEmpty', 'KC-37')
  return me.passed ? because('whyPassed', 'KC-39') : null
}
