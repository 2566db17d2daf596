/** What is asked about a card, whichever face is in play. */

import { getContext, setContext } from 'svelte'

import type { CardInfo } from './facts'

/** What the face in play of a card does, as words for pictures. */
export const doesOf = (info: CardInfo, back: boolean): string[] =>
  back && info.back ? info.back_does : info.does

const IDLE = Symbol('what cards leave out now')

/** Hand down, from a board, which words on which cards would do nothing as the boards stand. */
export const handIdle = (idle: () => Record<string, string[]>): unknown => setContext(IDLE, idle)

/** Which words on a card would do nothing now; none outside of a fight. */
export function idleOf(): (card: string) => readonly string[] {
  const idle = getContext<(() => Record<string, string[]>) | undefined>(IDLE)
  return (card) => idle?.()[card] ?? []
}
