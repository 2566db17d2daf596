// Generated from src/slugfest/games/custom_heroes/shown/facts.py and src/slugfest/games/custom_heroes/position/rule_facts.py. Do not edit; instead:
// python -m slugfest.server.typescript

import type { Words } from '../../lib/wire'

export type Ability = 'ascended' | 'kodora' | 'spike' | 'brando' | 'charmanta' | 'spookies'

export type Colour = 'red' | 'blue' | 'yellow' | 'green'

export type Phase = 'wagers' | 'turn' | 'after' | 'scoring' | 'over'

export type Use = 'set' | 'alone' | 'wager'

/** A type of advancement: red and blue ones modify the value, green ones replace it, yellow ones are abilities. */
export interface TypeInfo {
  name: Words
  colour: Colour
  modifier: number | null
  base: number | null
  ability: Ability | null
  /** How its ability is used. */
  use: Use | null
  cost: number | null
  copies: number
  text: Words
}

export interface CardInfo {
  base: number
  name: string
}

export interface ColourInfo {
  name: Words
  slot: Words
}

export interface Catalogue {
  types: Record<string, TypeInfo>
  cards: Record<string, CardInfo>
  colours: Record<Colour, ColourInfo>
  power_limit: number
  exchange_rate: number
  stake: number
  /** By the number of seats, then by place: victory points, power, advancements. */
  rewards: Record<string, number[][]>
}

export type Where = 'you' | 'hand' | 'played' | 'wagered' | 'hidden'

/** A card of the deck with what this seat knows of it. */
export interface KnownCard {
  card: string
  value: number
  pieces: Attached[]
  where: Where
  seen: number
  shown: number
}

export type SetKind = 'normal' | 'ascended'

/** A set was played; an ascended one has neither value nor count. */
export interface PlayStep {
  seat: number
  do: 'play'
  cards: PlayedCard[]
  kind: SetKind
  value: number | null
  count: number | null
  equal: boolean
}

export interface PassStep {
  seat: number
  do: 'pass' | 'skip'
}

export type TrickStep = PlayStep | PassStep

/** A trick of this round, step by step; the running one has no winner. */
export interface Trick {
  leader: number
  winner: number | null
  steps: TrickStep[]
}

/** What must be beaten. */
export interface Top {
  seat: number
  kind: SetKind
  value: number | null
  count: number | null
}

export interface Wager {
  card: string
  piece: string | null
}

export interface ChosenCard {
  card: string
  active: boolean
}

/** What a set that is being put together amounts to, and how many cards it still lacks. */
export interface SetFacts {
  kind: SetKind
  value: number | null
  count: number
  cost: number
  missing: number
}

/** What only this seat knows of itself. */
export interface You {
  hand: Card[]
  stock: string[]
  power: number
  wagers: Wager[]
  answered: boolean
  draft: ChosenCard[]
  set: SetFacts | null
  crafted: string[]
}

/** One player as everybody sees it; `power` only for oneself. */
export interface Player {
  playing: boolean
  vp: number
  staked: number
  power: number | null
  /** All power it ever received: each time was public (CH-106). Boards do not add it up for others. */
  power_in: number
  power_out: number
  stock: number
  hand: number
  /** Whether it may still lay wagers in this round. */
  asked: boolean
  wagers: Card[]
  place: number | null
  reward: number[] | null
  /** Victory points that its wagers brought or cost in this round, as soon as it has a place. */
  settled: number
  /** What only the player knew, where nothing is secret any more. */
  own?: You
}

/** The table as one seat may know it; spectators have no `you`. */
export interface BoardView {
  phase: Phase
  round: number
  rounds: number
  sudden_death: boolean
  target: number
  participants: number[]
  turn: number | null
  tricks: Trick[]
  top: Top | null
  descending: boolean
  /** Whether the value on top may be played again. */
  equal_beats: boolean
  passes: number
  passes_needed: number
  spookies: number[]
  players: Player[]
  you: You | null
  deck: KnownCard[]
  /** Pieces of which this seat does not know where they are. */
  unseen: string[]
  bag: number
  drawn: number[][]
  standing: number[]
  places: number[][]
  /** By place: victory points, power, advancements. */
  rewards: number[][]
  order: number[] | null
}

/** A round begins; everybody who takes part gets so many cards. */
export interface BeginRound {
  round: number
  rounds: number
  sudden_death: boolean
  participants: number[]
  leader: number
  cards: number
}

/** A seat lays its wagers open. */
export interface PlacedWagers {
  seat: number
  cards: Card[]
  staked: number
  /** Cards left in the hand. */
  hand: number
}

/** None of those who were asked has wagered. */
export interface NoWagers {
  seats: number[]
}

/** So many pieces were put on cards in this turn. */
export interface Crafted {
  seat: number
  count: number
  /** Pieces left. */
  stock: number
}

/** Power is exchanged for a victory point; `vp` are had now. Only its owner learns what power is left. */
export interface Exchange {
  seat: number
  vp: number
  power_now?: number
}

/** So much power is beyond the limit and goes away. */
export interface Discard {
  seat: number
  count: number
  power_now?: number
}

/** A set is played, its abilities paid. */
export interface Play {
  seat: number
  cards: PlayedCard[]
  set: SetKind
  value: number | null
  count: number | null
  cost: number
  equal: boolean
  lead: boolean
  /** Cards left in the hand. */
  hand: number
  /** What is left after paying, for its owner. */
  power_now?: number
}

/** The pile changes its direction. */
export interface Turned {
  seat: number
  descending: boolean
}

/** So many more Spookies haunt the pile for this seat. */
export interface Spookies {
  seat: number
  count: number
  /** All that haunt it now. */
  waiting: number
}

export interface GainedPower {
  seat: number
  gain: number
  power_now?: number
}

export interface Passed {
  seat: number
  /** In succession, this one too. */
  passes: number
}

/** A seat is skipped because of an equal set. */
export interface Skipped {
  seat: number
  by: number
  passes: number
}

/** A trick is won, with the victory points of its Spookies; `total` are had now. */
export interface WonTrick {
  seat: number
  vp: number
  total: number
  leader: number
}

/** A seat is out and has this place. */
export interface WentOut {
  seat: number
  place: number
  cards: number
}

export interface WagersWon {
  seat: number
  count: number
  vp: number
  total: number
}

export interface WagersLost {
  seat: number
  count: number
  vp: number
  total: number
}

/** The reward of a place; `total` are the victory points had now. Its owner also learns the pieces. */
export interface PaidReward {
  seat: number
  place: number
  vp: number
  power: number
  pieces: number
  total: number
  capped: boolean
  /** Pieces had now. */
  stock: number
  drawn?: string[]
  power_now?: number
}

/** The last seat with cards is left alone. */
export interface Abandoned {
  seat: number
}

/** The seats in the order of their places, and what their wagers brought or cost. */
export interface RoundOver {
  round: number
  places: number[]
  wagers: number[]
}

/** These seats go on for the victory. */
export interface SuddenDeath {
  seats: number[]
}

export interface GameOver {
  seat: number
  reason: string
  round: number
  vp: number[]
  order: number[]
}

export type Plain = 'pass' | 'exchange' | 'end' | 'discard'

/** An action that names nothing. */
export type PlainMove = [kind: Plain]

/** Put a piece on a card. */
export type AttachMove = [kind: 'attach', piece: string, card: string]

/** Add a card to the set, with its ability activated or not. */
export type CardMove = [kind: 'card', card: string, active: boolean]

/** Play the set with these cards added to it: the whole action in one. A legal move adds none. */
export type PlayMove = [kind: 'play', cards: ChosenCard[]]

/** Bet on a card, with the Kodora on it or with one from the stock. */
export type WagerMove = [kind: 'wager', card: string, piece: string | null]

/** Send the wagers, with these added to them: the whole action in one. A legal move adds none. */
export type BetMove = [kind: 'bet', wagers: Wager[]]

export type Move = PlainMove | AttachMove | CardMove | PlayMove | WagerMove | BetMove

/** A set that may be played, and what playing it does to others. */
export interface PlayFacts {
  kind: SetKind
  value: number | null
  count: number
  cost: number
  missing: number
  equal: boolean
  /** Power for abilities that were not activated. */
  gain: number
  skips: number | null
  /** Nobody else is left in the trick. */
  wins: boolean
  /** The place, if it is the last of the hand. */
  place: number | null
}

/** What a board shows beside a move; each kind of move has some of it. */
export interface Forecast {
  /** Attaching: the card's value with the piece. */
  value?: number
  /** Putting a card into a set: the whole set that gathers around it. */
  gathers?: ChosenCard[]
  play?: PlayFacts
  /** Settling wagers: how many stand. */
  wagers?: number
  /** Wagers: the victory points at stake. */
  stake?: number
  /** Exchanging: the victory points afterwards. */
  vp?: number
  /** Discarding: how much power goes. */
  discards?: number
}

/** A piece on a card: who put it there, and in which round. */
export interface Attached {
  piece: string
  by: number
  round: number
}

/** A card with the pieces that this seat knows to be on it, and its value with them. */
export interface Card {
  card: string
  value: number
  pieces: Attached[]
}

/** A card of a set on the pile, its ability activated or not. */
export interface PlayedCard {
  card: string
  value: number
  pieces: Attached[]
  active: boolean
}

/** What happens, by kind: the facts of each event. */
export interface Events {
  round: BeginRound
  wager: PlacedWagers
  no_wagers: NoWagers
  crafted: Crafted
  exchange: Exchange
  discard: Discard
  play: Play
  turned: Turned
  spookies: Spookies
  power: GainedPower
  pass: Passed
  skip: Skipped
  trick: WonTrick
  out: WentOut
  wagers_won: WagersWon
  wagers_lost: WagersLost
  reward: PaidReward
  abandoned: Abandoned
  round_over: RoundOver
  sudden_death: SuddenDeath
  game_over: GameOver
}

/** The types of the game, as boards take them. */
export interface Facts {
  board: BoardView
  events: Events
  catalogue: Catalogue
  move: Move
  forecast: Forecast
}
