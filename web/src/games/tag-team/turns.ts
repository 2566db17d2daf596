/** The fights in the log, turn by turn, so that any of them can be watched again. */

import type { Happening, Step } from '../../lib/wire'
import type { Catalogue, Fighter, Side } from './facts'
import { advance, freshSide, sceneOf, type Scene } from './scene'

export interface Turn {
  round: number
  turn: number
  cards: string[]
  fighters: string[]
  /** Where its events begin and end in the list of all events. */
  from: number
  to: number
}

export const happeningsOf = (log: readonly Step[]): Happening[] => log.flatMap((step) => step.happenings)

/** What ends the telling of a turn besides the next clash. */
const AFTER = new Set(['fight', 'deck_phase', 'game_over'])

/** Every turn that was played, oldest first. */
export function turnsOf(happenings: readonly Happening[]): Turn[] {
  const turns: Turn[] = []
  let open: Turn | null = null
  happenings.forEach(({ kind, facts }, index) => {
    if (kind === 'clash') {
      open = { ...(facts as Pick<Turn, 'round' | 'turn' | 'cards' | 'fighters'>), from: index, to: index + 1 }
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

/** What a fighter had before the first event that changed it; without one, what it has now. */
function before(happenings: readonly Happening[], kind: string, fighter: string): number | undefined {
  const first = happenings.find((one) => one.kind === kind && one.facts.fighter === fighter)
  return first?.facts.from as number | undefined
}

/**
 * The sides before the first event. Teams that were set before the match are not told as an event, so they are read
 * from the position and taken back to their beginning.
 */
export function startOf(
  sides: readonly Side[],
  happenings: readonly Happening[],
  catalogue: Catalogue,
): Side[] {
  const flip = happenings.find((one) => one.kind === 'serpent')
  const rewind = (now: Fighter, fresh: Fighter): Fighter => {
    const serpent = flip ? (flip.facts.side === 'black' ? 'white' : 'black') : now.special.serpent
    return {
      ...fresh,
      power: before(happenings, 'power', now.fighter) ?? now.power,
      health: before(happenings, 'health', now.fighter) ?? fresh.health,
      special: serpent && now.fighter === 'mephisto' ? { serpent } : fresh.special,
    }
  }
  return sides.map((side) => {
    const fresh = freshSide(
      side.fighters.map((one) => one.fighter),
      catalogue,
    )
    return { ...fresh, fighters: side.fighters.map((now, index) => rewind(now, fresh.fighters[index]!)) }
  })
}

/** One picture an event of a turn, the first being the flip. */
export function picturesOf(
  happenings: readonly Happening[],
  turn: Turn,
  start: Side[],
  catalogue: Catalogue,
): Scene[] {
  let scene = sceneOf({ sides: start })
  const pictures: Scene[] = []
  happenings.slice(0, turn.to).forEach((happening, index) => {
    scene = advance(scene, happening, catalogue)
    if (index >= turn.from) pictures.push(scene)
  })
  return pictures
}

/**
 * Whose cards of a turn may be shown again (TT-32, TT-203): one's own always, the others' only while they are the
 * newest, unless the table agreed on help for the memory or the fight is over.
 */
export function openCards(
  turn: Turn,
  newest: Turn | undefined,
  seat: number,
  everything: boolean,
): boolean[] {
  const last = newest !== undefined && turn.round === newest.round && turn.turn === newest.turn
  return [0, 1].map((side) => everything || last || side === seat)
}
