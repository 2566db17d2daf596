/** Views, matches, updates and guides for tests, with only what matters spelled out, and the fixtures that Python makes. */

import { readFileSync } from 'node:fs'
import type {
  AnyGame,
  PreviewOf,
  GameFacts,
  HappeningOf,
  IdeaOf,
  KindOf,
  MoveOf,
  SentMove,
  ViewOf,
} from './lib/board'
import { keyOf } from './lib/parts'
import type {
  GameInfo,
  GuideInfo,
  ListedMatch,
  ListedSeat,
  MatchInfo,
  MoveOption,
  OpponentInfo,
  Result,
  Review,
  ReviewedDecision,
  SeatInfo,
  Snapshot,
  Step,
  Update,
  View,
  Words,
} from './lib/wire'

export const seat = (name: string, more: Partial<SeatInfo> = {}): SeatInfo => ({
  kind: 'person',
  name,
  level: null,
  connected: true,
  stand_in: false,
  why: '',
  instead: '',
  late: 0,
  since: null,
  nudge_from: null,
  hand_from: null,
  you: false,
  host: false,
  hints: 0,
  agrees: false,
  ...more,
})

/** A ladder of opponents, the weakest first; three of them have a level as a second name. */
const LADDER: OpponentInfo[] = [
  { id: 'pixel-pip', name: 'Pixel Pip', level: null, rating: 900, error: 20, best: false },
  { id: 'mecha-max', name: 'Mecha Max', level: 'easy', rating: 1000, error: 20, best: false },
  { id: 'robo-rita', name: 'Robo Rita', level: 'medium', rating: 1200, error: 20, best: false },
  { id: 'dynamo-doc', name: 'Dynamo Doc', level: 'hard', rating: 1400, error: 20, best: true },
]

export const gameInfo = (more: Partial<GameInfo> = {}): GameInfo => ({
  id: 'fifth-game',
  name: { en: 'Fifth', de: 'Fünftes' },
  variant: null,
  tagline: { en: '', de: '' },
  min_seats: 2,
  max_seats: 3,
  seat_counts: [2],
  first_match: { seats: 2, options: {} },
  harder_match: { seats: 2, options: {} },
  options: [],
  goal: null,
  minutes: [],
  rules: [],
  guide: null,
  lessons: 0,
  catalogue: {},
  accent: '',
  plain: null,
  opponents: LADDER,
  bots: [],
  board: '',
  cover: '',
  portraits: {},
  changes: [],
  file: '',
  offered: true,
  ...more,
})

/** A review of two seats: Ada has lost, by a blunder at step 3. */
export const review = (more: Partial<Review> = {}): Review => ({
  version: 1,
  values: '1:x',
  game: 'kapow-cards',
  rules: 1,
  seats: 2,
  quick: false,
  complete: true,
  result: [0, 1_000_000],
  par: [486_771, 513_229],
  cards: [143_532, -143_532],
  reads: [-441_578, 441_578],
  choices: [-188_725, 188_725],
  line: [
    { step: 0, together: [450_000, 550_000], own: [400_000, 500_000] },
    { step: 2, together: [600_000, 400_000], own: [610_000, 420_000] },
    { step: 4, together: [0, 1_000_000], own: [0, 1_000_000] },
  ],
  decisions: [
    decision({ step: 0, seat: 0 }),
    decision({ step: 1, seat: 1 }),
    decision({
      step: 3,
      seat: 0,
      loss: 320_000,
      mark: 'blunder',
      better: { moves: ['guard'], label: { en: 'Guard {P2}', de: 'Gegen {P2} decken' } },
      reason: { en: 'They strike first.', de: 'Sie schlagen zuerst zu.' },
    }),
  ],
  moments: [
    { kind: 'swing', step: 3, seat: 1, text: { en: 'It turns to {P2}.', de: 'Es dreht sich zu {P2}.' } },
    { kind: 'best', step: 0, seat: 0, text: { en: '{P1} does well.', de: '{P1} macht es gut.' } },
    { kind: 'costliest', step: 3, seat: 0, text: { en: '{P1} errs.', de: '{P1} irrt.' } },
    { kind: 'best', step: 1, seat: 1, text: { en: '{P2} does well.', de: '{P2} macht es gut.' } },
  ],
  verdicts: [
    { en: 'You gave it away.', de: 'Du hast es verschenkt.' },
    { en: 'You played better.', de: 'Du hast besser gespielt.' },
  ],
  ...more,
})

export const decision = (more: Partial<ReviewedDecision> = {}): ReviewedDecision => ({
  step: 0,
  seat: 0,
  moves: ['hit'],
  label: { en: 'Attack', de: 'Angreifen' },
  round: 0,
  phase: 'ATTACK',
  theme: 'danger',
  loss: 0,
  error: 10_000,
  mark: null,
  mixing: false,
  choice: 0,
  read: 0,
  better: null,
  reason: null,
  ...more,
})

export const listedSeat = (name: string, more: Partial<ListedSeat> = {}): ListedSeat => ({
  kind: 'person',
  name,
  level: null,
  you: false,
  stand_in: false,
  ...more,
})

export const listedMatch = (more: Partial<ListedMatch> = {}): ListedMatch => ({
  id: 'm1',
  game: 'kapow-cards',
  status: 'playing',
  mode: { en: 'short', de: 'kurz' },
  headline: { en: 'Turn 3', de: 'Zug 3' },
  seats: [listedSeat('Ada', { you: true }), listedSeat('Bo')],
  teams: [[0], [1]],
  owing: [0],
  yours: true,
  since: 0,
  practice: false,
  deadline: null,
  result: null,
  ...more,
})

export const matchInfo = (more: Partial<MatchInfo> = {}): MatchInfo => ({
  id: 'm1',
  game: 'kapow-cards',
  rules: 1,
  status: 'playing',
  seats: [seat('Ada', { you: true, host: true }), seat('Bo')],
  options: {},
  teams: [[0], [1]],
  owing: [0],
  chance: 2,
  commitment: 'c',
  nonce_wanted: false,
  starting: false,
  terms: null,
  secret: null,
  practice: false,
  taking_back: null,
  abandoning: [],
  ended: '',
  rematch: null,
  spectators: 0,
  removed: 0,
  pace: { kind: 'none', decision: 0, reserve: 0, gain: 0, then: 'move', level: 'medium' },
  now: 0,
  clocks: null,
  waiting_since: null,
  handing: null,
  resigning: '',
  can_draw: false,
  draw: [],
  hints: true,
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
  match_point: [],
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
  way_back: '',
})

export const update = (version: number, steps: Step[], view: View | null = viewOf()): Update => ({
  type: 'update',
  version,
  match: matchInfo(),
  view,
  steps,
  can_undo: true,
  way_back: '',
})

/** An idea of the bot, as the board gets it: one move, by its text or its parts, without reasons. */
export function ideaOf<Game extends GameFacts = AnyGame>(
  sent: SentMove<Game>,
  label?: Words,
  chance = 0.5,
): IdeaOf<Game> {
  const move = typeof sent === 'string' ? sent : keyOf(sent)
  const parts: Game['move'] = typeof sent === 'string' ? null : sent
  const said = label ?? { en: move, de: move }
  return {
    move,
    label: said,
    visits: 9,
    chance,
    error: 0.01,
    loss: 0,
    fine: true,
    probability: 1,
    line: [{ move, label: said, parts }],
    where: null,
    why: null,
    expects: null,
    expected: 0,
    theme: '',
  }
}

/** A board's two ways to ask the engine, where a test needs no answer. */
export const unasked = { preview: () => Promise.resolve(null), whyNot: () => {} }

const silent = { en: '', de: '' }

/** A legal move of a game that declares no parts. */
export const option = (move: string): MoveOption => ({ move, label: silent, parts: null })

/** A legal move by its parts. */
export const moveWith = <Game extends GameFacts>(
  parts: NonNullable<Game['move']>,
  forecast?: Game['forecast'],
): MoveOf<Game> => ({ move: keyOf(parts), label: silent, parts, ...(forecast && { forecast }) })

/** One event of a game, without its sentence. */
const happening = <Kind extends string, Facts>(kind: Kind, facts: Facts) => ({ kind, facts, text: silent })

export interface Position<Game extends GameFacts> {
  actors: number[]
  moves: NonNullable<Game['move']>[]
  /** What each of the moves would come to, where the engine says anything about them. */
  forecasts?: Game['forecast'][]
  /** What a board may ask here, and what the engine answers. */
  asked?: [moves: Game['move'][], answer: Omit<PreviewOf<Game>, 'type' | 'id'>][]
  outcome: Result | null
  board: Game['board']
}

/** A game as one seat saw it, step by step. */
export interface Recorded<Game extends GameFacts> {
  seats: number
  /** -1 for a spectator. */
  seat: number
  options: Record<string, unknown>
  start: Position<Game>
  steps: { happenings: HappeningOf<Game>[]; after: Position<Game> }[]
}

/** The moves of a recorded position, with their forecasts. */
export const optionsOf = <Game extends GameFacts>({ moves, forecasts }: Position<Game>): MoveOf<Game>[] =>
  moves.map((parts, index) => moveWith<Game>(parts, forecasts?.[index]))

/** The built-in games, each of which has fixtures. */
export const GAMES = ['custom-heroes', 'kapow-cards', 'kapow-dice', 'tag-team'] as const
type Game = (typeof GAMES)[number]
type Fixture = 'catalogue' | 'guide' | 'open' | 'positions' | 'recorded'

/** A file that `python -m web.fixtures` made of a game. */
export const fixture = <T>(game: Game, name: Fixture): T =>
  JSON.parse(readFileSync(`../build/fixtures/${game}/${name}.json`, 'utf8'))

interface PrintedGuide {
  goal: Words
  guide: GuideInfo
  rules: string[]
  /** What newcomers ask, and the topic that answers it. */
  questions: { ask: string; topic: string }[]
}

export const printedGuide = (game: Game): PrintedGuide => fixture(game, 'guide')

/** The recorded games, and functions that make views and events of them. */
export function recordedGames<Facts extends GameFacts>(game: Game) {
  const recorded = fixture<Recorded<Facts>[]>(game, 'recorded')
  const view = ({ seats, seat, options }: Recorded<Facts>, position: Position<Facts>): ViewOf<Facts> => ({
    ...viewOf(),
    game,
    options,
    seats,
    teams: Array.from({ length: seats }, (_, one) => [one]),
    seat,
    actors: position.actors,
    moves: optionsOf(position),
    outcome: position.outcome,
    board: position.board,
  })
  const event = <Kind extends KindOf<Facts>>(kind: Kind, facts: Facts['events'][Kind]) =>
    happening(kind, facts)
  return { recorded, viewOf: view, happening: event }
}
