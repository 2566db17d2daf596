/** A small table for tests: a view, a match, an update, with only what matters spelled out; and recorded games. */

import type {
  Foretold,
  Happening,
  MatchInfo,
  MoveOption,
  Result,
  SeatInfo,
  Snapshot,
  Step,
  Update,
  View,
} from './lib/wire'

export const seat = (name: string, more: Partial<SeatInfo> = {}): SeatInfo => ({
  kind: 'person',
  name,
  level: null,
  connected: true,
  stand_in: false,
  you: false,
  host: false,
  ...more,
})

export const matchInfo = (more: Partial<MatchInfo> = {}): MatchInfo => ({
  id: 'm1',
  game: 'kapow-cards',
  status: 'playing',
  seats: [seat('Ada', { you: true, host: true }), seat('Bo')],
  options: {},
  teams: [[0], [1]],
  owing: [0],
  commitment: 'c',
  secret: null,
  rematch: null,
  spectators: 0,
  hosting: true,
  ...more,
})

export const viewOf = (more: Partial<View> = {}): View => ({
  game: 'kapow-cards',
  rules: 1,
  options: {},
  seats: 2,
  teams: [[0], [1]],
  seat: 0,
  actors: [0],
  moves: [],
  outcome: null,
  board: {},
  ...more,
})

/** One entry of the log whose events say these words. */
export const step = (ply: number, seat: number, ...said: string[]): Step => ({
  ply,
  seat,
  move: `MOVE ${ply}`,
  label: { en: `move ${ply}`, de: `Zug ${ply}` },
  happenings: said.map((text) => ({ kind: text, facts: {}, text: { en: text, de: text } })),
})

export const snapshot = (version: number, log: Step[], view: View | null = viewOf()): Snapshot => ({
  type: 'snapshot',
  version,
  match: matchInfo(),
  view,
  log,
  can_undo: false,
})

export const update = (version: number, steps: Step[], view: View | null = viewOf()): Update => ({
  type: 'update',
  version,
  match: matchInfo(),
  view,
  steps,
  can_undo: true,
})

/** A board's two ways to ask the engine, where a test needs no answer. */
export const unasked = { preview: () => Promise.resolve(null), whyNot: () => {} }

const silent = { en: '', de: '' }

export const option = (move: string): MoveOption => ({ move, label: silent, forecast: {} })

export const happening = (kind: string, facts: Record<string, any>): Happening => ({
  kind,
  facts,
  text: silent,
})

export interface Position<Table> {
  actors: number[]
  moves: string[]
  /** What each of the moves would come to, where the engine says anything about them. */
  forecasts?: Record<string, any>[]
  /** What a board may ask here, and what the engine answers. */
  asked?: [moves: string[], told: Omit<Foretold, 'type' | 'id'>][]
  outcome: Result | null
  board: Table
}

/** A game as one seat was told it, step by step. */
export interface Recorded<Table> {
  seats: number
  /** Whose eyes saw it; -1 for a spectator. */
  seat: number
  options: Record<string, unknown>
  start: Position<Table>
  steps: { happenings: [kind: string, facts: Record<string, any>][]; after: Position<Table> }[]
}

/** The moves of a recorded position, with their forecasts. */
export const optionsOf = ({ moves, forecasts }: Position<unknown>): MoveOption[] =>
  moves.map((move, index) => ({ ...option(move), forecast: forecasts?.[index] ?? {} }))

/** The games in a file of `games/record.py`, one a line, and a position of theirs as a view. */
export function recordedIn<Table>(game: string, file: string) {
  const recorded = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded<Table>)
  const view = ({ seats, seat, options }: Recorded<Table>, position: Position<Table>): View =>
    viewOf({
      game,
      options,
      seats,
      teams: Array.from({ length: seats }, (_, one) => [one]),
      seat,
      actors: position.actors,
      moves: optionsOf(position),
      outcome: position.outcome,
      board: position.board as Record<string, unknown>,
    })
  return { recorded, viewOf: view }
}
