/** A question in the middle of things, as buttons with pictures. */

import type { MoveOption, Words } from '../../lib/wire'
import type { DieFacts, Face, Fighter, Kind } from './facts'
import { dieOf } from './moves'

export interface Answer {
  move: string
  label: Words
  /** What is drawn on the button, from left to right. */
  dice: DieFacts[]
  faces: Face[]
  kind: Kind | null
  box: string | null
  /** Where a face lies: in the pool, or on a die. */
  where: 'pool' | number | null
  /** The big one: it goes on without further ado. */
  main: boolean
}

const MAIN = new Set(['attack', 'defend', 'roll', 'confirm', 'enough', 'done'])

export function answerOf({ move, label }: MoveOption, fighter: Fighter): Answer {
  const [verb = '', first = '', second = ''] = move.split(' ')
  const die = fighter.dice.find((one) => one.die === dieOf(first))
  const answer: Answer = {
    move,
    label,
    dice: [],
    faces: [],
    kind: null,
    box: null,
    where: null,
    main: MAIN.has(verb),
  }
  if (['reroll', 'attach', 'turn', 'give', 'swap'].includes(verb) && die) answer.dice = [die]
  if (verb === 'turn') answer.faces = [second as Face]
  if (verb === 'face' || verb === 'order') answer.faces = [first as Face]
  if (verb === 'die' && first !== 'trait') answer.kind = first as Kind
  if (['attack', 'defend', 'skip', 'trigger', 'lock'].includes(verb)) answer.box = first
  if (verb === 'give' || verb === 'swap') {
    answer.where = first === 'pool' ? 'pool' : dieOf(first)
    const given = second === 'up' ? die?.face : (second as Face)
    answer.faces = given ? [given] : []
  }
  return answer
}

/** The source of an exchange: "pool M", "d3 up". */
export const sourceOf = (move: string): string => move.split(' ').slice(1, 3).join(' ')
export const wantedOf = (move: string): Face => move.split(' ')[3] as Face

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
