/** The fights in the log, turn by turn, so that any of them can be watched again. */

import type { HappeningOf, StepOf } from '../../lib/board'
import type { Catalogue, Facts } from './facts'
import { advance, sceneOf, type Scene } from './scene'

type Happening = HappeningOf<Facts>

export interface Turn {
  round: number
  turn: number
  /** Null where it may not be looked at again. */
  cards: (string | null)[]
  fighters: string[]
  /** Where its events begin and end in the list of all events. */
  from: number
  to: number
}

export const happeningsOf = (log: readonly StepOf<Facts>[]): Happening[] =>
  log.flatMap((step) => step.happenings)

/** What ends a turn besides the next clash. */
const AFTER = new Set(['fight', 'deck_phase', 'game_over'])

/** Every turn that was played, oldest first. */
export function turnsOf(happenings: readonly Happening[]): Turn[] {
  const turns: Turn[] = []
  let open: Turn | null = null
  happenings.forEach(({ kind, facts }, index) => {
    if (kind === 'clash') {
      const { round, turn, cards, fighters } = facts
      open = { round, turn, cards, fighters, from: index, to: index + 1 }
      turns.push(open)
    } else if (AFTER.has(kind)) open = null
    else if (open) open.to = index + 1
  })
  return turns
}

/** The turns of the newest fight. */
export function lastFight(turns: readonly Turn[]): Turn[] {
  const round = turns.at(-1)?.round
  return turns.filter((turn) => turn.round === round)
}

/** One picture an event of a turn, the first being the flip. Its fight began with the boards as they were then. */
export function picturesOf(happenings: readonly Happening[], turn: Turn, catalogue: Catalogue): Scene[] {
  const begun = happenings.slice(0, turn.from).findLastIndex(({ kind }) => kind === 'fight')
  let scene = sceneOf({ sides: [] })
  const pictures: Scene[] = []
  happenings.slice(0, turn.to).forEach((happening, index) => {
    if (index < begun) return
    scene = advance(scene, happening, catalogue)
    if (index >= turn.from) pictures.push(scene)
  })
  return pictures
}
