/** A question in the middle of things, as buttons with pictures. */

import type { MoveOf } from '../../lib/board'
import type { Words } from '../../lib/wire'
import type { DieFacts, Face, Fighter, Kind, Told } from './facts'
import { dieOf } from './moves'

export interface Answer {
  move: string
  label: Words
  /** What is drawn on the button, from left to right. */
  dice: DieFacts[]
  face: Face | null
  /** In an exchange: the face taken for it. */
  wanted: Face | null
  kind: Kind | null
  box: string | null
  /** Where a face lies: in the pool, or on a die. */
  where: 'pool' | number | null
  /** The big one: it goes on without further ado. */
  main: boolean
}

const MAIN = new Set(['attack', 'defend', 'roll', 'confirm', 'enough', 'done'])

export function answerOf({ move, label, forecast }: MoveOf<Told>, fighter: Fighter): Answer {
  const [verb = '', first = ''] = move.split(' ')
  const die = fighter.dice.find((one) => one.die === dieOf(first))
  const answer: Answer = {
    move,
    label,
    dice: [],
    face: forecast.face ?? null,
    wanted: forecast.wanted ?? null,
    kind: forecast.kind ?? null,
    box: null,
    where: null,
    main: MAIN.has(verb),
  }
  if (['reroll', 'attach', 'turn', 'give', 'swap'].includes(verb) && die) answer.dice = [die]
  if (['attack', 'defend', 'skip', 'trigger', 'lock'].includes(verb)) answer.box = first
  if (verb === 'give' || verb === 'swap') answer.where = first === 'pool' ? 'pool' : dieOf(first)
  return answer
}

/** The source of an exchange: "pool M", "d3 up". */
export const sourceOf = (move: string): string => move.split(' ').slice(1, 3).join(' ')

/** The exchanges by what is handed in, each once. */
export function sources(answers: readonly Answer[]): Answer[] {
  const seen = new Set<string>()
  return answers.filter(({ move }) => {
    if (!move.startsWith('swap')) return false
    const source = sourceOf(move)
    if (seen.has(source)) return false
    seen.add(source)
    return true
  })
}
