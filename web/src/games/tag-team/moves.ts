/** The moves of Tag Team, read from their texts. What is legal is decided by the server alone. */

import type { MoveOf } from '../../lib/board'
import type { Forecast, Told } from './facts'

/** A move, and what the engine foretells of it; an idea of a bot has no forecast. */
export type Move = Spoken & { forecast?: Forecast }

type Spoken =
  | { kind: 'pick'; fighter: string; text: string }
  | { kind: 'discard'; fighter: string; text: string }
  | { kind: 'character'; character: string; text: string }
  | { kind: 'first'; card: string; text: string }
  | { kind: 'insert'; card: string; position: number; text: string }
  | { kind: 'under'; card: string; text: string }

/** A move as its text says it, or null for one this board does not know. */
export function readMove(text: string): Move | null {
  const [kind, what, , place] = text.split(' ')
  if (!what) return null
  if (kind === 'pick' || kind === 'discard') return { kind, fighter: what, text }
  if (kind === 'character') return { kind, character: what, text }
  if (kind === 'first' || kind === 'under') return { kind, card: what, text }
  if (kind === 'insert' && place !== undefined) return { kind, card: what, position: Number(place), text }
  return null
}

export const readMoves = (options: readonly MoveOf<Told>[]): Move[] =>
  options.flatMap(({ move, forecast }) => {
    const read = readMove(move)
    return read ? [{ ...read, forecast }] : []
  })

export const insertText = (card: string, position: number): string => `insert ${card} at ${position}`
export const underText = (card: string): string => `under ${card}`
export const pickText = (fighter: string): string => `pick ${fighter}`
export const discardText = (fighter: string): string => `discard ${fighter}`
