/** The legal moves, sorted by what a finger would touch to make them. */

import type { MoveOption, Words } from '../../lib/wire'
import { boxOfSlot } from './boxes'
import type { Forecast } from './facts'

export interface Legal {
  all: Map<string, Words>
  /** Die → slots it may be placed on. */
  places: Map<number, string[]>
  /** Box → the `fill` moves for it; more than one where the copied face matters. */
  fills: Map<string, string[]>
  /** Move → what it would come to and what it names, as the engine says. */
  forecasts: Map<string, Forecast>
  takes: Set<number>
  announces: string[]
  modes: string[]
  rotates: string[]
  targets: string[]
}

export const dieOf = (word: string | undefined): number => Number((word ?? '').replace('d', ''))

const into = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  map.set(key, [...(map.get(key) ?? []), value])
}

export function readMoves(moves: readonly MoveOption[]): Legal {
  const legal: Legal = {
    all: new Map(moves.map(({ move, label }) => [move, label])),
    places: new Map(),
    fills: new Map(),
    forecasts: new Map(moves.map(({ move, forecast }) => [move, forecast])),
    takes: new Set(),
    announces: [],
    modes: [],
    rotates: [],
    targets: [],
  }
  for (const { move } of moves) {
    const [verb, first = '', second = ''] = move.split(' ')
    if (verb === 'place') into(legal.places, dieOf(first), second)
    else if (verb === 'fill') {
      into(legal.fills, first, move)
    } else if (verb === 'take' && first.startsWith('d')) legal.takes.add(dieOf(first))
    else if (verb === 'announce') legal.announces.push(move)
    else if (verb === 'mode') legal.modes.push(move)
    else if (verb === 'rotate') legal.rotates.push(move)
    else if (verb === 'target') legal.targets.push(move)
  }
  return legal
}

/** The move that puts a die on a box: on the first of its slots that takes it. */
export function placing(legal: Legal, die: number, box: string): string | null {
  const slot = legal.places.get(die)?.find((one) => boxOfSlot(one) === box)
  return slot ? `place d${die} ${slot}` : null
}

/** The boxes a die may go on. */
export const boxesFor = (legal: Legal, die: number | null): Set<string> =>
  new Set(die === null ? [] : (legal.places.get(die) ?? []).map(boxOfSlot))

/** What filling a box would come to; of several ways, the one a tap takes. */
export function fillForecast(legal: Legal, box: string): Forecast | undefined {
  const fills = legal.fills.get(box) ?? []
  return legal.forecasts.get(fills.find((move) => move === `fill ${box}`) ?? fills[0] ?? '')
}
