/**
 * What the player is putting together, and the moves it comes to.
 *
 * A decision of this game is one or two moves that are sent together: a pick and what is put aside; a card with its
 * place and which of the other two goes lowest. Until it is sent it is only a wish of this screen.
 */

import type { MoveOf } from '../../lib/board'
import { keyOf } from '../../lib/parts'
import type { Move, Phase, Facts, Way } from './facts'

export type Option = MoveOf<Facts>

export interface Wish {
  fighter: string | null
  aside: string | null
  character: string | null
  first: string | null
  card: string | null
  place: number | null
  lowest: string | null
}

export const NOTHING: Wish = {
  fighter: null,
  aside: null,
  character: null,
  first: null,
  card: null,
  place: null,
  lowest: null,
}

export const isNothing = (wish: Wish): boolean => Object.values(wish).every((value) => value === null)

/** What a decision rests on: what is legal, and the cards in hand; phase and way are there for the words. */
export interface Setting {
  phase: Phase
  way: Way
  legal: readonly Option[]
  drawn: readonly string[]
}

export const has = (legal: readonly Option[], kind: Move[0]): boolean =>
  legal.some(({ parts }) => parts[0] === kind)

/** Whether somebody has to be put aside, now or with the pick: the engine says who may be. */
export const asksAside = ({ legal }: Setting): boolean =>
  has(legal, 'discard') || legal.some(({ forecast }) => !!forecast?.aside?.length)

/** The cards that go under the new cards when one is kept, as the engine says; all of them while none is. */
export function leftOver({ legal, drawn }: Setting, card: string | null): readonly string[] {
  const insert = legal.find(({ parts }) => parts[0] === 'insert' && parts[1] === card)
  return insert?.forecast?.under ?? drawn
}

/** The places where a card may go into the deck. */
export const placesFor = ({ legal }: Setting, card: string | null): number[] =>
  legal.flatMap(({ parts }) => (parts[0] === 'insert' && parts[1] === card ? [parts[2]] : []))

/** Which of the cards left goes lowest: the one wished for, else the last. */
export const lowestOf = (left: readonly string[], wish: Wish): string | null =>
  wish.lowest !== null && left.includes(wish.lowest) ? wish.lowest : (left.at(-1) ?? null)

/** The moves a wish comes to, or null while something is missing. */
export function movesOf(wish: Wish, setting: Setting): Move[] | null {
  const moves = wanted(wish, setting)
  const first = moves?.[0] && keyOf(moves[0])
  return setting.legal.some(({ parts }) => keyOf(parts) === first) ? moves : null
}

function wanted(wish: Wish, setting: Setting): Move[] | null {
  const { legal, drawn } = setting
  if (has(legal, 'discard')) return wish.aside ? [['discard', wish.aside]] : null
  if (has(legal, 'pick')) {
    if (!wish.fighter) return null
    if (!asksAside(setting)) return [['pick', wish.fighter]]
    if (!wish.aside) return null
    return [
      ['pick', wish.fighter],
      ['discard', wish.aside],
    ]
  }
  if (has(legal, 'character')) return wish.character ? [['character', wish.character]] : null
  if (has(legal, 'first')) return wish.first ? [['first', wish.first]] : null
  if (has(legal, 'insert')) {
    if (!wish.card || wish.place === null) return null
    const lowest = lowestOf(leftOver(setting, wish.card), wish)
    if (!lowest) return null
    return [
      ['insert', wish.card, wish.place],
      ['under', lowest],
    ]
  }
  if (has(legal, 'under')) {
    const lowest = lowestOf(drawn, wish)
    return lowest ? [['under', lowest]] : null
  }
  return null
}

/** A fighter of the draft is tapped: kept, put aside, or let go again. */
export function tapFighter(wish: Wish, fighter: string, setting: Setting, kept: string | null): Wish {
  if (has(setting.legal, 'discard'))
    return fighter === kept ? wish : { ...wish, aside: wish.aside === fighter ? null : fighter }
  if (wish.fighter === fighter) return { ...wish, fighter: null, aside: null }
  if (!asksAside(setting) || wish.fighter === null) return { ...wish, fighter }
  return { ...wish, aside: wish.aside === fighter ? null : fighter }
}

/** A drawn card is tapped: taken up, or laid back (`again`). Another card keeps the place that was chosen. */
export const tapDrawn = (wish: Wish, card: string, again: boolean): Wish =>
  again ? { ...wish, card: null, place: null } : { ...wish, card, lowest: null }
