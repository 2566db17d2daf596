/**
 * The types of a plugin's board: the module it is (`mount`), what it is given (`BoardState`), and the parts that
 * it may use (`/parts.js`). Copy this file beside your board and point at it:
 *
 *   // @ts-check
 *   /** @typedef {import('./parts').BoardState} BoardState *\/
 *
 * See docs/own-board.md.
 */

// ---- the module ------------------------------------------------------------------------------------------------

/** What a board module exports. */
export interface BoardModule {
  /** Draw the board into an empty element. Called once; every change comes as an `update`. */
  mount(target: HTMLElement, state: BoardState): Mounted
  /** How long the picture of each event takes, and more; see below. */
  extras?: Extras
}

export interface Mounted {
  /** Something has changed: the position, the event on show, the language, the theme. */
  update(state: BoardState): void
  /** The board is taken away: stop timers and listeners. The page empties the element. */
  destroy?(): void
}

/** A text in both languages; `{P1}` stands for the name of seat 0. */
export interface Words {
  en: string
  de: string
}

/** A move as a board sends it: its text, or its parts. */
export type SentMove = string | any[]

export interface Move {
  /** What `play` takes. */
  move: string
  label: Words
  /** What it consists of, as the display part declares (`move_parts`); null where it declares nothing. */
  parts: any[] | null
  /** What it would come to, as the game says in `Display.forecast`; where there are parts, an empty one is left out. */
  forecast: Record<string, any>
}

export interface View {
  game: string
  options: Record<string, any>
  seats: number
  teams: number[][]
  /** -1 for a spectator, -2 where a finished match is shown with nothing hidden. */
  seat: number
  /** Who owes a decision. */
  actors: number[]
  /** Every legal move of this seat. */
  moves: Move[]
  outcome: { ranks: number[]; reason: string; text: Words; scores: number[] | null } | null
  /** What `State.look` says. */
  board: Record<string, any>
}

/** An event: its kind and facts as `State.emit` got them, and its sentence. */
export interface Happening {
  kind: string
  facts: Record<string, any>
  text: Words
}

export interface BoardState {
  /** What this seat may know. While an event is on show, this is still the position before it. */
  view: View
  names: string[]
  /** What `Display.catalogue` says. */
  catalogue: Record<string, any>
  /** The event on show now, or null: the page shows one after another. */
  happening: Happening | null
  /** False until the picture of `happening` has come to its point. */
  revealed: boolean
  /** The former name of `revealed`. */
  told: boolean
  /** Nothing can be played: events are running, or an answer is awaited. */
  busy: boolean
  /** What the bot would do, best first, once a hint was asked for. */
  ideas: { move: string }[]
  /** The log so far. */
  log: { seat: number; move: string | null; happenings: Happening[] }[]
  /** A finished match is being looked at. */
  replay: boolean
  language: 'en' | 'de'
  theme: 'day' | 'night'
  /** How much slower than written everything moves; 0: nothing should move. */
  pace: number
  /** Make these moves, all of them or none. */
  play(moves: SentMove[]): void
  /** Ask the engine what moves would come to, without making them. */
  preview(moves: SentMove[]): Promise<any | null>
  /** Let the engine say why these moves are not possible. */
  whyNot(moves: SentMove[]): void
  /** Say something to the player, with the number of a rule. */
  say(text: Words, rule?: string): void
}

export interface Extras {
  /** By kind of event. Times in milliseconds, before the reader's speed. */
  beats?: Record<
    string,
    { milliseconds?: number; revealAt?: number; still?: 'page' | 'lasting' | 'along' | 'after' }
  >
  /** Kinds of events that the caption need not repeat. */
  quiet?: string[]
  /** Kinds of events that begin something new in the log. */
  heads?: string[]
  /** The number of the rule that says what is to be done now. */
  rule?: (view: View) => string
}

// ---- the parts: import { h, render, card } from '/parts.js' -------------------------------------------------------

export interface Piece {
  tag: string
  properties: Record<string, unknown>
  children: readonly Child[]
}
export type Child = Piece | string | number | boolean | null | undefined | readonly Child[]

/** One element. Functions are listeners (`onclick`), `key` identifies items of a list, `ref` is called with it once. */
export function h(tag: string, properties?: Record<string, unknown> | null, ...children: Child[]): Piece
/** Make the content of an element what these pieces say, changing as little as possible. */
export function render(target: Element, ...children: Child[]): void
/** A text in the reader's language, with names for seats. */
export function words(text: Words | null | undefined, names?: readonly string[]): string

export type Colour = '' | 'red' | 'blue' | 'green' | 'purple' | 'amber' | 'teal'
export type IconName =
  | ''
  | 'bolt'
  | 'book'
  | 'card'
  | 'clock'
  | 'coin'
  | 'crown'
  | 'drop'
  | 'eye'
  | 'fist'
  | 'flag'
  | 'flame'
  | 'gem'
  | 'heart'
  | 'house'
  | 'key'
  | 'leaf'
  | 'mask'
  | 'person'
  | 'question'
  | 'shield'
  | 'skull'
  | 'star'
  | 'sword'

export function icon(name: IconName, size?: number): Piece

/** A card. With `onclick` it is a button: say whether it is `legal` now; whatever is not should say why when tapped. */
export function card(
  props: {
    key?: string
    name?: string
    value?: string | number
    icon?: IconName
    colour?: Colour
    note?: string
    back?: boolean
    small?: boolean
    legal?: boolean
    chosen?: boolean
    idea?: boolean
    fresh?: boolean
    faded?: boolean
    /** For screen readers; without it the name, value and note. */
    label?: string
    /** The key of its explanation in the guide. */
    explain?: string
    onclick?: () => void
  },
  ...children: Child[]
): Piece

export function button(
  props: {
    key?: string
    kind?: 'primary' | 'plain' | 'quiet'
    icon?: IconName
    disabled?: boolean
    label?: string
    onclick: () => void
  },
  ...children: Child[]
): Piece

/** A die with pips, a number, or an icon. */
export function die(props: {
  key?: string
  face: number | IconName
  colour?: Colour
  legal?: boolean
  chosen?: boolean
  fresh?: boolean
  label?: string
  onclick?: () => void
}): Piece

/** A number that fills up. */
export function track(props: {
  name: string
  value: number
  most: number
  colour?: Colour
  icon?: IconName
  gain?: number
}): Piece

/** A word in a burst. Decoration. */
export function burst(word: string, tone?: 'accent' | 'good' | 'bad', key?: string): Piece
/** A seat's number in its colour, and the name. */
export function seat(number: number, name: string, ...children: Child[]): Piece
/** A panel of the page; `mine` sets it apart. */
export function panel(
  props: { key?: string; title?: Child; label?: string; mine?: boolean; class?: string },
  ...children: Child[]
): Piece
/** A window over the page. */
export function dialog(
  props: { title: string; open: boolean; close: () => void },
  ...children: Child[]
): Piece | null
/** Arrows walk over cards and buttons; call `tidy` after each render, `stop` in `destroy`. */
export function keyboard(target: HTMLElement, start?: string): { tidy: () => void; stop: () => void }
