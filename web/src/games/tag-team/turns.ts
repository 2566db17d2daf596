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

/**
 * The Power of a fighter before the first event that changed it; without one, what it has now. The transformation says
 * only what came of it; before it Bödvar had his base Power, and one more beside the Wild Bunch (TT-24).
 */
function powerBefore(
  happenings: readonly Happening[],
  now: Fighter,
  fresh: Fighter,
  beside: string | undefined,
): number {
  const first = happenings.find(
    ({ kind, facts }) => (kind === 'power' || kind === 'transform') && facts.fighter === now.fighter,
  )
  if (!first) return now.power
  return first.kind === 'power' ? (first.facts.from as number) : fresh.power + (beside === 'wild' ? 1 : 0)
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
  const rewind = (now: Fighter, fresh: Fighter, beside: string | undefined): Fighter => {
    const serpent = flip ? (flip.facts.side === 'black' ? 'white' : 'black') : now.special.serpent
    return {
      ...fresh,
      power: powerBefore(happenings, now, fresh, beside),
      special: serpent && now.fighter === 'mephisto' ? { serpent } : fresh.special,
    }
  }
  return sides.map((side) => {
    const fresh = freshSide(
      side.fighters.map((one) => one.fighter),
      catalogue,
    )
    return {
      ...fresh,
      fighters: side.fighters.map((now, index) =>
        rewind(now, fresh.fighters[index]!, side.fighters[1 - index]?.fighter),
      ),
    }
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
