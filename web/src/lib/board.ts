/**
 * The contract between the shell and a game's board.
 *
 * A board is a Svelte component `web/src/games/<game id>/Board.svelte` that takes these props. It draws `view`, shows
 * `happening` (one event at a time: the shell runs the queue and swaps the new view in when the queue is empty), and
 * calls `play` with moves in their parts, or with the text of one of `view.moves`. It keeps no state of the match
 * itself, and computes no rule: what is legal is in the moves, what they come to in their forecasts, and the rest is
 * asked with `preview` and `whyNot`.
 */

import type { Component } from 'svelte'
import type { Blow } from './blows'
import type { Sound } from './sound'
import type { Struck } from './speech'
import type {
  PreviewResult,
  Idea,
  LineMove,
  MoveOption,
  PlainInfo,
  Recalled,
  Step,
  View,
  Words,
} from './wire'

/** The types of a game. Its `facts.ts` has one, printed from what it declares in Python; boards are typed by it. */
export interface GameFacts {
  board: object
  /** The facts of its events, by kind. */
  events: object
  catalogue: object
  /** The parts of a move; null where the game declares none. */
  move: unknown[] | null
  forecast: object
}

/** A value whose type only its game knows. With `unknown` the board of one game would not be a `Board`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Opaque = any

/** A game of which nothing is known. */
export interface AnyGame extends GameFacts {
  board: Record<string, Opaque>
  events: Record<string, Opaque>
  catalogue: Record<string, Opaque>
  move: Opaque[] | null
  forecast: Record<string, Opaque>
}

export type KindOf<Game extends GameFacts> = keyof Game['events'] & string

/** An event of a game: its kind says which facts it has. */
export type HappeningOf<Game extends GameFacts, Kind extends KindOf<Game> = KindOf<Game>> = {
  [Each in Kind]: { kind: Each; facts: Game['events'][Each]; text: Words; later?: Recalled }
}[Kind]

export type StepOf<Game extends GameFacts> = Omit<Step, 'happenings'> & { happenings: HappeningOf<Game>[] }

export type MoveOf<Game extends GameFacts> = Omit<MoveOption, 'parts' | 'forecast'> & {
  parts: Game['move']
  forecast?: Game['forecast']
}

/** A move as a board sends it: in its parts, or as text. */
export type SentMove<Game extends GameFacts = AnyGame> = NonNullable<Game['move']> | string

export type IdeaOf<Game extends GameFacts> = Omit<Idea, 'line'> & {
  line: (Omit<LineMove, 'parts'> & { parts: Game['move'] })[]
}

export type ViewOf<Game extends GameFacts> = Omit<View, 'board' | 'moves'> & {
  board: Game['board']
  moves: MoveOf<Game>[]
}

/** The engine's answer to moves that are not sent yet. */
export type PreviewOf<Game extends GameFacts> = Omit<PreviewResult, 'moves' | 'view'> & {
  moves: MoveOf<Game>[]
  view: ViewOf<Game> | null
}

export interface BoardProps<Game extends GameFacts = AnyGame> {
  /**
   * What this seat may know. While events are being shown this is still the position before them. Seat -1 is a
   * spectator; -2 is nobody's (`isOpen`): a finished match is shown with nothing hidden.
   */
  view: ViewOf<Game>
  /** Names of the seats, seat 0 first. */
  names: string[]
  /** The game's catalogue (GET /api/games/{id}): names and numbers of its components. */
  catalogue: Game['catalogue']
  /** What the game says about the plain board, which alone reads it. */
  plain?: PlainInfo | null
  /** The address of the board that a plugin brings; only `PluginBoard` reads it. */
  module?: string
  /** The event being shown right now, or null. */
  happening: HappeningOf<Game> | null
  /** Events without a picture since the last one with a picture: the board follows them all the same. */
  passed?: HappeningOf<Game>[]
  /** The position after the event on show, once nothing else comes before it: its question may be answered already. */
  upcoming?: ViewOf<Game> | null
  /** False until the picture of `happening` has come to its point: words and totals on the board wait for it. */
  revealed?: boolean
  /** True while nothing can be played: events are running, or an answer is awaited. */
  busy: boolean
  /** Make these moves, all of them or none. */
  play: (moves: SentMove<Game>[]) => void
  /** Speech bubble of the shell: why something is not possible, with the rule it rests on. */
  say: (text: Words, rule?: string) => void
  /**
   * What moves that are not sent yet would come to, or why they would be refused: asked of the engine, cached, and null
   * where the answer came too late. What a single legal move would come to is its `forecast` in the view already.
   */
  preview: (moves: SentMove<Game>[]) => Promise<PreviewOf<Game> | null>
  /** Say why these moves are not possible, in the engine's words, with its rule. */
  whyNot: (moves: SentMove<Game>[]) => void
  /** What the bot would do here, best first, for the board to point at; empty until a hint was asked for. */
  ideas: IdeaOf<Game>[]
  /** The log so far, as far as it may be looked up, for boards that show it again. */
  log?: StepOf<Game>[]
  /** A finished match is being looked at: nobody is thinking and nothing can be played. */
  replay?: boolean
  /** Moves that decide nothing are made without asking, where the game says which: at a table, not in a lesson. */
  automatic?: boolean
}

export type Board = Component<BoardProps>

/** How an event is shown and how it sounds. Times are before the reader's speed setting. */
export interface Beat<Facts = Opaque> {
  milliseconds?: number
  /**
   * When its picture comes to its point: the card has turned, the dice lie. The sentence and the sound wait for it, and
   * so do words and totals on the board (`revealed`). Without it that is at once.
   */
  revealAt?: number
  /** The former name of `revealAt`; boards of plugins may use it. */
  told?: number
  /** Played at that point; may depend on the facts. */
  sound?: Sound | ((facts: Facts) => Sound)
  /**
   * What it hits with, if it is a blow: sound, vibration and shaking follow its intensity. Asked when its picture has come
   * to its point, with the position before the events.
   */
  blow?: (facts: Facts, view: Opaque) => Blow | null
  /**
   * The board goes on showing it beside the new position. If nothing else is to be shown after it, nobody waits for its
   * end: the next decision is there while it lands.
   */
  lingers?: boolean
  /** Played when its picture begins: nothing that gives away how it ends. */
  cue?: Sound
  /**
   * Where nothing moves:
   * - `page`, as all are that do not say: a picture of its own, that stays until it was seen;
   * - `lasting`: the same, but the position shows it as well, and may be played on;
   * - `along`: drawn into the picture on show; what comes along after a page makes one more picture together;
   * - `after`: logged when the picture on show was seen, without one of its own.
   */
  still?: 'page' | 'lasting' | 'along' | 'after'
}

/** One line of a finished match's story in numbers: a name and one number (or word) a seat. */
export interface StoryLine {
  name: Words
  values: (number | string)[]
}

/**
 * Draws one thing by its key with the board's own part: a card, a die, a symbol. `inline`: within a sentence, about as
 * high as its letters; else in a row of its own, as on the board. Decoration: whoever uses it says the thing's name.
 */
export type Draw = Component<{ thing: string; catalogue: Opaque; inline?: boolean }>

/**
 * What a game may add beside its board, as the default export of `web/src/games/<game id>/extras.ts`. All of it is
 * optional: without it every event takes the same time, clicks softly, and the story counts moves.
 */
export interface Extras<Game extends GameFacts = AnyGame> {
  beats?: { [Kind in KindOf<Game>]?: Beat<Game['events'][Kind]> }
  story?: (log: StepOf<Game>[], view: ViewOf<Game>) => StoryLine[]
  /** Events that the caption under the banner need not repeat, since the board shows what came of them. */
  quiet?: readonly KindOf<Game>[]
  /** Events that begin something new: the log sets them apart. */
  heads?: readonly KindOf<Game>[]
  /** The number of the rule that says what is to be done now: the rules open there. */
  rule?: (view: ViewOf<Game>) => string
  /** Who hits whom in an event, if anybody does: bots speak about heavy blows, and the end of a match shows the last one. */
  struck?: (event: HappeningOf<Game>, view: ViewOf<Game>) => Struck | null
  /** Draws the things of its guide. */
  draw?: Draw
}
