/** A small table for tests: a view, a match, an update, with only what matters spelled out. */

import type { MatchInfo, SeatInfo, Snapshot, Step, Update, View } from './lib/wire'

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
