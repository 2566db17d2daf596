/** A question in the middle of things, as buttons with pictures. */

import type { MoveOf } from '../../lib/board'
import { keyOf } from '../../lib/parts'
import type { DieFacts, Face, Fighter, Kind, Move, Facts } from './facts'

export interface Answer {
  option: MoveOf<Facts>
  /** What is drawn on the button, from left to right. */
  dice: DieFacts[]
  face: Face | null
  /** In an exchange: the face taken for it. */
  wanted: Face | null
  kind: Kind | null
  box: string | null
  /** Where a face lies: in the pool, or on a die. */
  where: 'pool' | number | null
  /** It is the face that its die shows. */
  showing: boolean
  /** The big one: it goes on without further ado. */
  main: boolean
}

const MAIN = new Set<Move[0]>(['attack', 'defend', 'roll', 'confirm', 'enough', 'done'])

export function answerOf(option: MoveOf<Facts>, fighter: Fighter): Answer {
  const { parts, forecast } = option
  const dieOf = (die: number | null): DieFacts[] => fighter.dice.filter((one) => one.die === die)
  const answer: Answer = {
    option,
    dice: [],
    face: forecast?.face ?? null,
    wanted: null,
    kind: null,
    box: null,
    where: null,
    showing: false,
    main: MAIN.has(parts[0]),
  }
  switch (parts[0]) {
    case 'reroll':
    case 'attach_to':
      return { ...answer, dice: dieOf(parts[1]) }
    case 'turn':
    case 'attach':
    case 'detach':
      return { ...answer, dice: parts[0] === 'detach' ? [] : dieOf(parts[1]), face: parts[2] }
    case 'fill':
      return { ...answer, face: parts[2] }
    case 'face':
    case 'order':
      return { ...answer, face: parts[1] }
    case 'die':
      return { ...answer, kind: parts[1] === 'trait' ? null : parts[1] }
    case 'attack':
    case 'defend':
    case 'skip':
    case 'trigger':
    case 'lock':
      return { ...answer, box: parts[1] }
    case 'give':
    case 'swap': {
      const [, die, face] = parts
      const wanted = parts[0] === 'swap' ? parts[3] : null
      return { ...answer, dice: dieOf(die), where: die ?? 'pool', showing: face === 'up', wanted }
    }
    default:
      return answer
  }
}

/** The face that an exchange hands in, as a key; null for what is not an exchange. */
export const sourceOf = ({ option: { parts } }: Answer): string | null =>
  parts[0] === 'swap' ? keyOf([parts[1], parts[2]]) : null

/** The exchanges by what is handed in, each once. */
export function sources(answers: readonly Answer[]): Answer[] {
  const seen = new Set<string | null>([null])
  return answers.filter((answer) => {
    const source = sourceOf(answer)
    if (seen.has(source)) return false
    seen.add(source)
    return true
  })
}
