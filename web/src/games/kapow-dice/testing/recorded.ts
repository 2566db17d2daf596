/** Whole games as the server told them to one seat, for the tests and the demonstration page. */

import type { Happening, MoveOption, Result, View } from '../../../lib/wire'
import type { Catalogue, Table } from '../facts'
import cards from './catalogue.jsonl?raw'
import games from './recorded.jsonl?raw'

interface Position {
  actors: number[]
  moves: string[]
  outcome: Result | null
  board: Table
}

export interface Recorded {
  seats: number
  /** Whose eyes saw it; -1 for a spectator. */
  seat: number
  options: Record<string, unknown>
  start: Position
  steps: { happenings: [kind: string, facts: Record<string, any>][]; after: Position }[]
}

export const catalogue = JSON.parse(cards) as Catalogue

export const recorded: Recorded[] = games
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const silent = { en: '', de: '' }

export const option = (move: string): MoveOption => ({ move, label: silent })

export const happening = (kind: string, facts: Record<string, any>): Happening => ({
  kind,
  facts,
  text: silent,
})

export function viewOf(game: Recorded, position: Position): View {
  return {
    game: 'kapow-dice',
    rules: 1,
    options: game.options,
    seats: game.seats,
    teams: Array.from({ length: game.seats }, (_, seat) => [seat]),
    seat: game.seat,
    actors: position.actors,
    moves: position.moves.map(option),
    outcome: position.outcome,
    board: position.board as unknown as Record<string, unknown>,
  }
}
