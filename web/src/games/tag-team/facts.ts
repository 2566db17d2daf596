// Generated from src/slugfest/games/tag_team/shown/facts.py and src/slugfest/games/tag_team/position/rule_facts.py and src/slugfest/games/tag_team/shown/event_facts.py. Do not edit; instead:
// python -m slugfest.server.typescript

import type { Words } from '../../lib/wire'

export type Phase = 'pick-1' | 'pick-2' | 'free' | 'character' | 'order' | 'deck' | 'over'

export type Way = 'normal' | 'tactical' | 'free' | 'first-game' | 'random' | 'given'

export type Floor = 'ko' | 'spirit' | 'revive'

export type SpecialTrack = 'voices' | 'ships' | 'rage'

export type Symbol = 'power-self' | 'power-partner' | 'serpent' | 'unleash' | 'revive'

/**
 * One fighter; `health` and `power` are those it starts with.
 *
 * Who enters with one of several Characters has the health of each.
 */
export interface FighterInfo {
  name: Words
  title: Words
  guide: Words
  health: number[]
  power: number
  difficulty: number
  tags: string[]
  tracks: string[]
  cards: string[]
  start: string
}

/** One card; `does` are the words of the vocabulary on its face, for icons. */
export interface CardInfo {
  title: string
  fighter: string
  name: Words
  text: Words
  back: Words | null
  copies: number
  start: boolean
  instant: number
  does: string[]
  back_does: string[]
}

/** One space of a health track. */
export interface Space {
  health: number
  stop: boolean
  symbol: Symbol | null
  /** What the symbol does. */
  does: Words | null
  floor: Floor | null
}

/** A health track, its highest space first. */
export interface TrackInfo {
  fighter: string
  name: Words
  top: number
  spaces: Space[]
}

/** A track beside the health of one fighter; `symbols` by the position they stand at. */
export interface SpecialTrackInfo {
  top: number
  symbols?: Record<string, Symbol>
}

export interface SchemeInfo {
  text: Words
  copies: number
}

export interface Catalogue {
  fighters: Record<string, FighterInfo>
  cards: Record<string, CardInfo>
  tracks: Record<string, TrackInfo>
  special: Record<SpecialTrack | 'spirit', SpecialTrackInfo>
  schemes: Record<string, SchemeInfo>
  tags: Record<string, Words>
  tokens: Record<string, Words>
  draw: number
  aflame: number
  /** The highest difficulty of a fighter. */
  hardest: number
}

export interface Inserted {
  card: string
  position: number
}

/** One team with its decks; what this seat may not know of them is null or empty. */
export interface Side {
  fighters: Fighter[]
  deck_size: number
  build_size: number
  fresh_size: number
  deck: string[] | null
  inserted: Inserted | null
  known: string[] | null
  shown: string[] | null
  drawn: string[]
  under: string[]
  newest: string | null
  newest_back: boolean
  announced: string | null
  announcements: string[]
  repeat: boolean
  removed: string[]
}

export interface DraftChoice {
  keep: string | null
  discard: string | null
}

/** The draft cards of one seat and what it has chosen of them. */
export interface DraftHand {
  hand: string[]
  choice: DraftChoice
}

/** How the teams are being found; the hand is this seat's. */
export interface DraftFacts {
  picks: string[][]
  hand: string[]
  passed: string[]
  choice: DraftChoice
  offer: string[]
  order: number[]
  /** By seat, where nothing is secret any more. */
  hands?: DraftHand[]
}

/** Whose Character is being chosen, and from which. */
export interface Choosing {
  seat: number
  characters: string[]
}

/** The table as one seat may know it; there are no sides before the teams are found. */
export interface BoardView {
  phase: Phase
  way: Way
  round: number
  turn: number
  memory_help: boolean
  draft: DraftFacts | null
  choosing: Choosing | null
  sides: Side[]
  /** By card of the fighters in play: the words on it that would do nothing as the boards stand. */
  idle: Record<string, string[]>
}

/** Pick a fighter, or put one aside. */
export type FighterMove = [kind: 'pick' | 'discard', fighter: string]

/** Choose the Character that enters. */
export type CharacterMove = [kind: 'character', character: string]

/** Say which starting card is played first, or which card goes lowest under the new cards. */
export type CardMove = [kind: 'first' | 'under', card: string]

/** Put a new card into the deck; position 0 is before its first card. */
export type InsertMove = [kind: 'insert', card: string, position: number]

export type Move = FighterMove | CharacterMove | CardMove | InsertMove

/** What a legal move would come to. */
export interface Forecast {
  /** A pick: who may be put aside with it; none where nobody has to be. */
  aside?: string[]
  /** An insertion: the turn of the next fight in which the card is played. */
  turn?: number
  /** An insertion: the cards left, either of which may go lowest. */
  under?: string[]
  /** An insertion: the card of the other side in this turn of the last fight, with memory help. */
  opposite?: string | null
}

export type Token = 'sheriff' | 'presence' | 'concentration'

export type SerpentSide = 'black' | 'white'

/** What only some fighters have on their board; each fighter uses its own few. */
export interface Special {
  voice?: number
  ships?: number
  rage?: number
  form?: 'bodvar' | 'bear'
  concentration?: number
  presence?: string
  sheriff?: string
  serpent?: SerpentSide
  character?: string | null
  spirits?: string[]
  spirit?: number
  flipped?: string[]
  planted?: number
  pile?: number
  /** Those planted, the next to be unleashed first, where nothing is secret any more. */
  schemes?: string[]
  revealed?: string[]
  aflame?: number
}

/** A fighter at the table; `space` names the space of a marker that stands on none with a number. */
export interface Fighter {
  fighter: string
  track: string | null
  health: number | null
  space: Floor | null
  power: number
  tokens: Token[]
  aflame: number
  special: Special
}

/** Both picks of a step of the draft are turned up, one a seat. */
export interface Picked {
  step: number
  fighters: string[]
}

/** The hands change owners; each has so many cards. */
export interface Passed {
  count: number
}

/** A seat takes a fighter openly. */
export interface Chosen {
  seat: number
  fighter: string
}

/** The teams stand, one a seat. */
export interface Teams {
  teams: string[][]
  /** By seat: their boards. */
  fighters: Fighter[][]
}

export interface ChosenCharacter {
  seat: number
  character: string
  health: number
}

export interface DeckPhase {
  round: number
}

/** A seat has drawn; `build` cards are left. Only that seat learns which they are. */
export interface Drawn {
  seat: number
  build: number
  cards?: string[]
}

/** A card with an instant bonus went into a deck and is announced. */
export interface Instant {
  seat: number
  card: string
}

/** A fight begins; it has as many turns as the decks have cards. */
export interface Fight {
  round: number
  turns: number
  /** By seat: their boards before the first turn. */
  fighters: Fighter[][]
}

/** Both next cards are turned up; the lists have one entry a seat. */
export interface Clash {
  round: number
  turn: number
  turns: number
  /** A card that may not be looked at again is null (TT-32). */
  cards: (string | null)[]
  fighters: string[]
  back: boolean[]
  power: number[]
  repeat: boolean[]
}

/** A fighter has cancelled the card of a seat. */
export interface Cancelled {
  fighter: string
  seat: number
  card: string | null
}

/** The card of a seat is carried out a second time. */
export interface SecondPass {
  seat: number
  card: string | null
}

/** A fighter strikes; targets and strengths go in pairs. */
export interface Attack {
  fighter: string
  targets: string[]
  strengths: number[]
}

export interface Block {
  fighter: string
}

/** A block wards these attackers off. */
export interface Warded {
  fighter: string
  attackers: string[]
}

/** A block that nobody attacked. */
export interface IdleBlock {
  fighter: string
}

export interface Heal {
  fighter: string
  targets: string[]
  amount: number
}

/** Damage that nothing blocks. */
export interface Direct {
  fighter: string
  targets: string[]
  amount: number
}

/** Power goes from one fighter to another. */
export interface Transfer {
  from: string
  to: string
  amount: number
}

/** The health of these fighters does not change this turn. */
export interface Terror {
  fighters: string[]
  /** Its card may not be named again. */
  untitled?: boolean
}

/** A fighter takes the healing of the others. */
export interface Stolen {
  fighter: string
  amount: number
}

/** An attack goes to this target instead. */
export interface Redirected {
  target: string
  strength: number
}

/** A token takes an attack away. */
export interface Absorbed {
  fighter: string
  strength: number
}

/** Power changes; `why` is `card` or the symbol's occasion. */
export interface Power {
  from: number
  fighter: string
  change: number
  to: number
  why: string
}

/** A health marker moves once for all healing and damage together, or stays where it is (`ignored`). */
export interface Health {
  from: number
  fighter: string
  to: number
  space: Floor | null
  heal: number
  damage: number
  stopped: boolean
  ignored: boolean
  why: string
}

/** A symbol that a marker reached takes effect; `at` is its space. */
export interface FiredSymbol {
  fighter: string
  at: number | 'voice' | 'revive'
  symbol: Symbol
}

export interface Revive {
  fighter: string
  health: number
}

/** Bödvar becomes the bear, with this Power and health. */
export interface Transform {
  fighter: string
  track: string
  power: number
  health: number
  rage: number
}

/** A marker on a track beside the health moves. */
export interface Track {
  from: number
  fighter: string
  track: SpecialTrack
  to: number
}

/** A token goes from one fighter to another. */
export interface MovedToken {
  from: string
  token: Token
  to: string
  /** How many Concentration tokens are with Wong now. */
  concentration: number
}

/** So many tokens burn at this fighter now. */
export interface Aflame {
  fighter: string
  count: number
  /** How many are still with Shango. */
  left: number
}

/** The tokens that burnt at this fighter go home. */
export interface Doused {
  fighter: string
  count: number
}

/** The serpent shows this side now. */
export interface Serpent {
  side: SerpentSide
  why: string
}

/** One more scheme lies face-down; `pile` are left. */
export interface Planted {
  planted: number
  pile: number
}

/** A scheme is turned up; `planted` are left face-down. */
export interface Scheme {
  from: 'card' | 'track'
  scheme: string
  planted: number
}

/** A scheme should be turned up, but there is none left. */
export type NoScheme = Record<string, never>

/** A Summoning card shows its back from now on. */
export interface Flipped {
  card: string
}

/** The next card of this seat is carried out twice. */
export interface Double {
  seat: number
}

export interface Execute {
  fighter: string
  target: string
  amount: number
  untitled?: boolean
}

export interface Poison {
  fighter: string
  amount: number
}

/** Cards that leave the game, one a seat. */
export interface Removed {
  cards: string[]
}

/** A Character has become a Spirit; the Spirit track stands at `spirit`. */
export interface Spirit {
  character: string
  spirit: number
}

export interface KnockedOut {
  fighters: string[]
}

/** This fighter's last Character is gone. */
export interface Legends {
  fighter: string
}

/** This fighter burns up. */
export interface Incineration {
  fighter: string
}

/** The end; nobody wins a draw. */
export interface GameOver {
  reason: string
  winner: number | null
}

/** What happens, by kind: the facts of each event. */
export interface Events {
  picked: Picked
  passed: Passed
  chosen: Chosen
  teams: Teams
  character: ChosenCharacter
  deck_phase: DeckPhase
  drawn: Drawn
  instant: Instant
  fight: Fight
  clash: Clash
  cancelled: Cancelled
  second_pass: SecondPass
  attack: Attack
  block: Block
  warded: Warded
  idle_block: IdleBlock
  heal: Heal
  direct: Direct
  transfer: Transfer
  terror: Terror
  stolen: Stolen
  redirected: Redirected
  absorbed: Absorbed
  power: Power
  health: Health
  symbol: FiredSymbol
  revive: Revive
  transform: Transform
  track: Track
  token: MovedToken
  aflame: Aflame
  doused: Doused
  serpent: Serpent
  planted: Planted
  scheme: Scheme
  no_scheme: NoScheme
  flipped: Flipped
  double: Double
  execute: Execute
  poison: Poison
  removed: Removed
  spirit: Spirit
  ko: KnockedOut
  legends: Legends
  incineration: Incineration
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
