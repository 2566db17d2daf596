/** The legal moves, sorted by what a finger would touch to make them. */

import type { MoveOf } from '../../lib/board'
import { keyOf } from '../../lib/parts'
import { boxOfSlot } from './boxes'
import type { BoxMove, CardMove, FillMove, Forecast, ModeMove, Move, Facts } from './facts'

/** A way to fill a box. */
export type Fill = MoveOf<Facts> & { parts: FillMove }

export interface Legal {
  /** Every legal move, as `keyOf` its parts. */
  all: Set<string>
  /** Die → slots it may be placed on. */
  places: Map<number, string[]>
  /** Box → the ways to fill it; more than one where the copied face matters. */
  fills: Map<string, Fill[]>
  takes: Set<number>
  /** What may be announced: boxes, and Team-Up cards. */
  announces: (BoxMove | CardMove)[]
  modes: (MoveOf<Facts> & { parts: ModeMove })[]
  /** The cards that may be turned. */
  rotates: string[]
  /** Fighter → the move that aims at it. */
  targets: Map<number, string>
}

const into = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  map.set(key, [...(map.get(key) ?? []), value])
}

export function sorted(moves: readonly MoveOf<Facts>[]): Legal {
  const legal: Legal = {
    all: new Set(moves.map(({ parts }) => keyOf(parts))),
    places: new Map(),
    fills: new Map(),
    takes: new Set(),
    announces: [],
    modes: [],
    rotates: [],
    targets: new Map(),
  }
  for (const option of moves) {
    const { parts } = option
    if (parts[0] === 'place') into(legal.places, parts[1], parts[2])
    else if (parts[0] === 'fill') into(legal.fills, parts[1], { ...option, parts })
    else if (parts[0] === 'take') legal.takes.add(parts[1])
    else if (parts[0] === 'announce' || parts[0] === 'propose') legal.announces.push(parts)
    else if (parts[0] === 'mode') legal.modes.push({ ...option, parts })
    else if (parts[0] === 'rotate') legal.rotates.push(parts[1])
    else if (parts[0] === 'target') legal.targets.set(parts[1], option.move)
  }
  return legal
}

export const may = (legal: Legal, parts: Move): boolean => legal.all.has(keyOf(parts))

/** The move that puts a die on a box: on the first of its slots that takes it. */
export function placing(legal: Legal, die: number, box: string): Move | null {
  const slot = legal.places.get(die)?.find((one) => boxOfSlot(one) === box)
  return slot ? ['place', die, slot] : null
}

/** The boxes a die may go on. */
export const boxesFor = (legal: Legal, die: number | null): Set<string> =>
  new Set(die === null ? [] : (legal.places.get(die) ?? []).map(boxOfSlot))

/** The way to fill a box that a tap takes: where no face has to be chosen, or else the first. */
export function plainFill(legal: Legal, box: string): Fill | undefined {
  const fills = legal.fills.get(box) ?? []
  return fills.find(({ parts }) => parts[2] === null) ?? fills[0]
}

/** What filling a box would come to; of several ways, the one a tap takes. */
export const fillForecast = (legal: Legal, box: string): Forecast | undefined =>
  plainFill(legal, box)?.forecast
