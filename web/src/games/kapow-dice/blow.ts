/** How hard a fighter is hit: Health lost of all the Health its team had. */

import type { Blow } from '../../lib/blows'
import type { ViewOf } from '../../lib/board'
import type { BoardView, Facts, Hit, Lose } from './facts'

const fullOf = (table: BoardView, team: number): number => table.teams[team]?.full ?? 0

export const blowOfHit = ({ target, damage }: Hit, table: BoardView): Blow => ({
  amount: damage,
  of: fullOf(table, table.fighters[target]?.team ?? -1),
})

/** What an attack takes was felt when it struck. */
export const blowOfLoss = ({ team, amount, cause }: Lose, { board }: ViewOf<Facts>): Blow | null =>
  cause === 'attack' ? null : { amount, of: fullOf(board, team) }
