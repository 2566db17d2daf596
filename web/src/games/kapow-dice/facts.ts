// Generated from src/slugfest/games/kapow_dice/shown/facts.py and src/slugfest/games/kapow_dice/position/rule_facts.py and src/slugfest/games/kapow_dice/shown/event_facts.py. Do not edit; instead:
// python -m slugfest.server.typescript

import type { Words } from '../../lib/wire'

export type Column = 'attack' | 'defend' | 'immediate' | 'power_up' | 'after' | 'round'

export type Kind = 'red' | 'yellow' | 'purple' | 'green' | 'blue' | 'action'

export type Boost = 'attack' | 'defence' | 'face'

export type Mode = 'duel' | 'characters' | 'solo' | 'team' | 'coop'

export type Phase =
  'pick' | 'cards' | 'select' | 'defence' | 'attack' | 'stand' | 'power_up' | 'after' | 'clean_up' | 'over'

export type Question =
  | 'reroll'
  | 'reroll_any'
  | 'turn'
  | 'attach'
  | 'confirm'
  | 'attack'
  | 'defend'
  | 'order'
  | 'member'
  | 'face'
  | 'die'
  | 'option'
  | 'blood'
  | 'swap'
  | 'lock'
  | 'rival_face'

export type Face = 'M' | 'E' | 'T' | 'A' | 'X' | 'W' | 'B'

export type PoolFace = 'M' | 'E' | 'T' | 'A' | 'X' | 'W'

/** A place for one die; slots of one group ask for the same symbol. */
export interface Slot {
  slot: string
  demand: string
  /** The symbol it asks for, if it asks for one. */
  face: Face | null
  group: number
}

export interface Box {
  box: string
  slots: Slot[]
}

/** A line of a row's list, by the symbol that chooses it. */
export interface RowLine {
  symbol: Face | 'any'
  text: Words
}

/** An ability of the Player Board, of a character or of a token. */
export interface Ability {
  name: Words
  board: string
  column: Column
  kind: string
  requirement: string
  boxes: Box[]
  text: Words
  once: boolean
  may: boolean
  numbers: Record<string, number>
  rule: string
}

/** A row of an automated fighter; it has a text, or lines to choose from. */
export interface Row {
  name: Words
  board: string
  row: number
  column: Column
  requirement: string
  boxes: Box[]
  text: Words | null
  lines: RowLine[] | null
  once: boolean
}

export interface CardHalf {
  box: string
  slots: Slot[]
  requirement: string
  text: Words
  numbers: Record<string, number>
}

export interface TeamUp {
  name: Words
  colour: string
  column: Column
  left: CardHalf
  right: CardHalf
}

export interface Character {
  name: Words
  side: 'hero' | 'villain'
  health: number
  dice: Kind[]
  faces: Face[]
  abilities: string[]
  rows: string[]
}

export interface FaceInfo {
  name: Words
  colour: string | null
}

export interface DieInfo {
  name: Words
  sides: Face[]
  trait: boolean
}

export interface Catalogue {
  faces: Record<Face, FaceInfo>
  dice: Record<Kind, DieInfo>
  player_board: string[]
  abilities: Record<string, Ability>
  characters: Record<string, Character>
  /** Abilities as a table may agree on them: by option, then by what was agreed. */
  agreed: Record<string, Record<string, Ability>>
  cards: Record<string, TeamUp>
  rows: Record<string, Row>
  colours: Record<string, Words>
  round_limit: number
  health: number
}

/** A die; behind a screen only its kind is known. `shown` is the layout that everybody has seen. */
export interface DieFacts {
  die: number
  kind: Kind
  face: Face | null
  /** The slot it lies on. */
  at: string | null
  frozen: boolean | null
  /** The faces on an Action die. */
  sides: Face[] | null
  shown: Face[] | null
}

export interface AttackSum {
  base: string | null
  base_value: number
  kickers: Part[]
  multiplier: Part | null
  plus: number
  flat: number
  total: number
  target: number
}

/** A total before a box is filled and after it; null where there is no base. */
export interface Difference {
  before: number | null
  after: number | null
}

/** What a box comes to as things lie now. */
export interface Worth {
  attack?: Difference
  defence?: Difference
  /** The face it copies. */
  copies?: Face
  /** Whether its condition holds. */
  works?: boolean
}

/** What filling a box would come to, and which face a move hands in. */
export interface Forecast {
  /** Filling: the dice that would go there, numbered from 1. */
  dice?: number[]
  /** Filling: the face it would copy. */
  copies?: Face | null
  /** Giving and exchanging: the face in the place that is named. */
  face?: Face
}

/** Selected boxes that are left out by choice. */
export interface Skipped {
  attack: string[]
  defence: string[]
}

/** What a placement is worth right now. */
export interface Outlook {
  attack: Sum | null
  defence: Sum | null
}

/** What was gained during Power Up. */
export interface Gained {
  dice: number
  faces: number
}

/** A fighter; what this seat may not see of it is null or empty. */
export interface Fighter {
  team: number
  /** Who plays it; nobody plays an automated one. */
  seat: number | null
  across: number
  character: string | null
  /** Whether this seat must not see what the fighter does right now. */
  hidden: boolean
  ready: boolean
  /** Changes of mind so far, where one may look. */
  changes: number | null
  dice: DieFacts[]
  /** Faces on no die, by letter. */
  pool: Record<PoolFace, number>
  /** The pool as everybody last saw it, while faces are rearranged. */
  shown_pool: Record<PoolFace, number> | null
  /** Faces gained behind the screen: everybody knows the type, nobody where they went. */
  behind: Face[]
  entangled: number
  locked: string[]
  used: string[]
  announced: string[]
  selected: string[]
  /** The boxes that were selected in the round before, without Immediates; of people alone. */
  previous: string[]
  modes: Record<string, string>
  target: number | null
  skipped: Skipped
  attack: AttackSum | null
  defence: Sum | null
  forecast: Outlook | null
  /** What each box in reach comes to, while dice are placed. */
  worth: Record<string, Worth>
  gained: Gained
  /** Health lost in phase 2. */
  lost: number
  /** Health that the own attack took. */
  dealt: number
}

/** A Team-Up card; how it lies is hidden while the screens are up. */
export interface CardFacts {
  card: string
  colour: string
  turned: boolean | null
  left: number | null
  right: number | null
  /** Whether the left and the right half are filled. */
  filled: boolean[] | null
}

export interface Team {
  fighters: number[]
  health: number
  full: number
  /** Which of the supplies it draws from, from 0. */
  supply: number
  cards: CardFacts[]
}

/** What is left of a set. */
export interface Supply {
  dice: Record<Kind, number>
  faces: Record<PoolFace, number>
  entangle: number
  locked: number
}

/** An attack that is on its way. */
export interface Blow {
  fighter: number
  attack: number
  /** Whether it is meant for whoever is asked; an automated fighter has not chosen yet in Co-op (KD-261). */
  sure: boolean
}

/** Whom an attack is for. */
export interface Goal {
  fighter: number
  /** What it has to beat, where that is settled already. */
  defence: number | null
  /** The defence that lies open: what it comes to if nothing is left out. */
  open: number
}

/** What somebody is asked in the middle of something; the optional fields belong to single kinds of questions. */
export interface QuestionFacts {
  for: number | null
  kind: Question
  /** Who may answer. */
  fighters: number[]
  box: string | null
  /** How many dice may be chosen. */
  most?: number
  /** The dice chosen so far. */
  picked?: number[] | null
  /** The faces to choose from. */
  types?: Face[]
  /** The dice to choose from. */
  kinds?: string[]
  card?: string
  /** How many exchanges are left. */
  left?: number
  /** What it costs not to give a face. */
  health?: number
  /** What an attack or a defence comes to with each base. */
  totals?: Record<string, number>
  /** The same, added up part by part. */
  sums?: Record<string, Sum>
  /** Attacking: the Health it would take with each base; defending: the Health it would cost. */
  damage?: Record<string, number>
  /** Attacking: the Health it costs the attacker. */
  costs?: number
  /** Defending: what comes in. */
  incoming?: Blow[]
  /** Attacking: against whom. */
  goal?: Goal
}

/** An answer to a question that is not asked yet, in the shape of a legal move. */
export interface AnswerAhead {
  move: string
  label: Words
  parts: Move
}

/** What one tap may do at once: moves that decide nothing, and what I am asked after them. */
export interface Ahead {
  moves: Move[]
  question: QuestionFacts | null
  answers: AnswerAhead[]
  by_itself: boolean
}

/** An Immediate announced in this round. */
export interface Announcement {
  fighter: number
  box: string | null
}

/** Why an automated fighter filled a row as it did, in words too. */
export interface RowReason {
  row: number
  ability: string
  result: 'no_dice' | 'used' | 'impossible' | 'condition' | 'selected'
  dice: number[]
  sections: FilledSection[]
  plans: number
  wilds: number
  action_dice: number
  refused: RefusedLine | null
  fighter: number
  who: string
  text: Words
}

/** The table as one seat may know it. */
export interface BoardView {
  mode: Mode
  phase: Phase
  round: number
  round_limit: number
  /** The team with the first-player token. */
  first: number | null
  acting: number | null
  screens: boolean
  teams: Team[]
  supplies: Supply[]
  fighters: Fighter[]
  question: QuestionFacts | null
  ahead: Ahead | null
  announcements: Announcement[]
  /** Nobody can lose Health this round. */
  no_loss: boolean
  reasoning: RowReason[]
}

export type Single =
  | 'ready'
  | 'unready'
  | 'done'
  | 'roll'
  | 'pass'
  | 'confirm'
  | 'refuse'
  | 'decline'
  | 'take_die'
  | 'take_faces'
  | 'lose'
  | 'enough'
  | 'attach_pool'

export type OnBox = 'empty' | 'announce' | 'attack' | 'defend' | 'skip' | 'trigger' | 'lock'

export type OnCard = 'card' | 'propose' | 'rotate'

export type OnDie = 'take' | 'reroll' | 'attach_to'

export type GivenFace = 'M' | 'E' | 'T' | 'A' | 'X' | 'W' | 'up'

/** A move that names nothing. */
export type SingleMove = [kind: Single]

/** Choose a character. */
export type PickMove = [kind: 'pick', character: string]

/** Choose a Team-Up card, announce one, or turn one round. */
export type CardMove = [kind: OnCard, card: string]

/** Take a die back, reroll it, or choose it to attach faces to. */
export type DieMove = [kind: OnDie, die: number]

/** Empty a box, announce it, attack or defend with it, leave it out, trigger it next, or lock it in. */
export type BoxMove = [kind: OnBox, box: string]

/** Put a die on a slot. */
export type PlaceMove = [kind: 'place', die: number, slot: string]

/** Fill a box with loose dice; `face` is the face to be copied, where there is a choice. */
export type FillMove = [kind: 'fill', box: string, face: Face | null]

/** Choose what Adrenaline shall give (KD-157). */
export type ModeMove = [kind: 'mode', box: string, mode: Boost]

/** Aim at a fighter, or let one go first. */
export type FighterMove = [kind: 'target' | 'first', fighter: number]

/** Turn a die to a face. */
export type TurnMove = [kind: 'turn', die: number, face: Face]

/** Take a face, or say which face comes next. */
export type FaceMove = [kind: 'face' | 'order', face: PoolFace]

/** Take a die of a kind; `trait`: a Trait die whose colour somebody else names. */
export type KindMove = [kind: 'die', kind_of_die: Kind | 'trait']

/** Attach a face of the pool to a die, or take one off it. */
export type AttachMove = [kind: 'attach' | 'detach', die: number, face: PoolFace]

/** Hand in a face from a die, or from the pool where `die` is null. */
export type GiveMove = [kind: 'give', die: number | null, face: GivenFace]

/** Exchange a face from a die, or from the pool where `die` is null, for another one. */
export type SwapMove = [kind: 'swap', die: number | null, face: GivenFace, took: PoolFace]

export type Move =
  | SingleMove
  | PickMove
  | CardMove
  | DieMove
  | BoxMove
  | PlaceMove
  | FillMove
  | ModeMove
  | FighterMove
  | TurnMove
  | FaceMove
  | KindMove
  | AttachMove
  | GiveMove
  | SwapMove

/** What a box adds to a sum, or by what it multiplies it. */
export interface Part {
  box: string
  value: number
}

/** An attack or a defence with the numbers it is made of. */
export interface Sum {
  /** The box of the base; null without one. */
  base: string | null
  base_value: number
  kickers: Part[]
  multiplier: Part | null
  /** Base and kickers together. */
  plus: number
  /** What is taken off or added after multiplying. */
  flat: number
  total: number
}

export type Result = 'no_dice' | 'used' | 'impossible' | 'condition' | 'selected'

export interface FilledSection {
  box: string
  dice: number[]
  faces: Face[]
  line: string | null
}

/** A higher line of a list that was given up, and what it would have taken. */
export interface RefusedLine {
  line: string
  wilds: number
  action_dice: number
}

/** What an automated fighter made of a row, and why. */
export interface Reason {
  row: number
  ability: string
  result: Result
  dice: number[]
  sections: FilledSection[]
  /** How many ways of filling it there were. */
  plans: number
  /** Wilds that the chosen one uses. */
  wilds: number
  /** Action dice that it uses. */
  action_dice: number
  /** A higher line that would have cost more. */
  refused: RefusedLine | null
}

/** A die that was rolled again. */
export interface Rerolled {
  die: number
  was: Face
  face: Face
}

/** A die as it lies at the reveal. */
export interface RevealedDie {
  die: number
  face: Face
  /** The slot it lies on. */
  at: string | null
}

/** What a fighter's screen hid. */
export interface RevealedFighter {
  fighter: number
  who: string
  dice: RevealedDie[]
  /** The boxes that are selected. */
  selected: string[]
  /** By box of Adrenaline: whether it gives attack or a face. */
  modes: Record<string, string>
  /** Whom the arrow points at. */
  target: number | null
}

/** An Action die with its faces. */
export interface ShownDie {
  die: number
  sides: Face[]
}

/** Who attacks whom, by name. */
export interface Aim {
  who: string
  target_who: string
}

/** A fighter gets its character. */
export interface Pick {
  fighter: number
  who: string
  character: string
}

/** All are equipped. */
export interface StartingHealth {
  /** By team. */
  health: number[]
  /** By team: its fighters by name. */
  teams_who: string[][]
  /** By fighter: the colours it starts with. */
  dice: Kind[][]
}

/** Who has the First Player token, and why. */
export interface FirstPlayer {
  team: number
  team_who: string[]
  why: 'lot' | 'lowest' | 'villain' | 'defence' | 'stays'
  /** By team: the total defence, if that decided. */
  totals: number[] | null
}

/** A team is dealt its Team-Up cards. */
export interface DealtCards {
  team: number
  team_who: string[]
  cards: string[]
}

/** A team takes a Team-Up card; the other team gets the other one of its colour. */
export interface DraftedCard {
  team: number
  team_who: string[]
  card: string
  other_who: string[]
  other_card: string
}

/** A round begins. */
export interface Round {
  round: number
}

/** A fighter rolls all own dice; only the team learns what they show. */
export interface Roll {
  fighter: number
  who: string
  faces?: Face[]
}

/** An Immediate is announced and resolved. */
export interface Announce {
  fighter: number
  who: string
  box: string | null
}

/** A teammate announces a card that the other must confirm. */
export interface Propose {
  fighter: number
  who: string
  card: string
}

/** The other agrees to the card, or not. */
export interface Confirm {
  fighter: number
  who: string
  card: string
  yes: boolean
}

/** Dice are rolled again; only the team learns which. */
export interface Reroll {
  fighter: number
  who: string
  box: string | null
  dice?: Rerolled[]
}

/** A die is turned without rolling; only the team learns which, and null means none. */
export interface Turn {
  fighter: number
  who: string
  box: string | null
  die?: number | null
  was?: Face | null
  face?: Face | null
}

/** A face just gained is attached; only the team learns where, and a null die means there was no room. */
export interface Attach {
  fighter: number
  who: string
  box: string | null
  die?: number | null
  face?: Face
}

/** A fighter is ready. */
export interface Ready {
  fighter: number
  who: string
}

/** A fighter thinks again. */
export interface Unready {
  fighter: number
  who: string
}

/** A fighter has finished rearranging faces. */
export interface Done {
  fighter: number
  who: string
}

/** A face is gained. */
export interface GainFace {
  fighter: number
  who: string
  face: Face
  box: string | null
}

/** A die is gained. */
export interface GainDie {
  fighter: number
  who: string
  /** Its colour, or “action”. */
  kind_of_die: Kind
  box: string | null
}

/** Nothing of what should be gained is left. */
export interface Short {
  fighter: number
  who: string
  what: 'face' | 'trait' | 'action'
  box: string | null
}

/** Health is gained. */
export interface Heal {
  fighter: number
  who: string
  team: number
  amount: number
  /** What the team has now. */
  health: number
  box: string | null
}

/** Health is lost. */
export interface Lose {
  fighter: number
  who: string
  team: number
  amount: number
  /** What the team has left. */
  health: number
  box: string | null
  cause: 'attack' | 'cost' | 'effect'
}

/** An automated fighter rolls, for all to see. */
export interface RivalRoll {
  fighter: number
  who: string
  faces: Face[]
}

/** What an automated fighter made of a row, and why. */
export interface RivalRow {
  fighter: number
  who: string
  row: number
  ability: string
  result: 'no_dice' | 'used' | 'impossible' | 'condition' | 'selected'
  dice: number[]
  sections: FilledSection[]
  plans: number
  wilds: number
  action_dice: number
  refused: RefusedLine | null
}

/** An automated fighter uses a die to get rid of an Entangle token. */
export interface RivalToken {
  fighter: number
  who: string
  die: number
}

/** An automated fighter attaches a face. */
export interface RivalAttach {
  fighter: number
  who: string
  face: Face
  die: number
}

/** All placements are shown at once. */
export interface Reveal {
  fighters: RevealedFighter[]
  /** Whether there were screens to lift. */
  screens: boolean
}

/** A once-per-game ability is used up. */
export interface Spent {
  fighter: number
  who: string
  box: string
}

/** Only one half of a Team-Up card is filled: its dice count as unplaced. */
export interface Unfilled {
  fighter: number
  who: string
  card: string
}

/** Who attacks whom when all play against the box. */
export interface Targets {
  /** By fighter. */
  targets: number[]
  /** By fighter: the total defence that decides it. */
  defences: number[]
  aims: Aim[]
}

/** A fighter attacks. */
export interface Attack {
  fighter: number
  who: string
  base: string | null
  base_value: number
  kickers: Part[]
  multiplier: Part | null
  plus: number
  flat: number
  total: number
  target: number
  target_who: string
}

/** A fighter does not attack. */
export interface Decline {
  fighter: number
  who: string
}

/** A fighter states its defence. */
export interface Defend {
  fighter: number
  who: string
  base: string | null
  base_value: number
  kickers: Part[]
  multiplier: Part | null
  plus: number
  flat: number
  total: number
}

/** Attack and defence are compared. */
export interface Hit {
  fighter: number
  who: string
  target: number
  target_who: string
  attack: number
  defence: number
  damage: number
}

/** An ability takes effect. */
export interface Trigger {
  fighter: number
  who: string
  box: string
}

/** Nothing comes of an ability. */
export interface Nothing {
  fighter: number
  who: string
  box: string | null
  why: string
}

/** A face is exchanged; a null die is the pool. */
export interface Swap {
  fighter: number
  who: string
  gave: Face
  took: Face
  die: number | null
}

/** A face goes to another fighter; a null die is the pool. */
export interface Give {
  fighter: number
  who: string
  to: number
  to_who: string
  face: Face
  die: number | null
}

/** An ability is locked in. */
export interface Lock {
  fighter: number
  who: string
  box: string
}

/** A fighter gets an Entangle token. */
export interface Entangle {
  fighter: number
  who: string
  /** How many it has now. */
  tokens: number
  box: string
}

/** A fighter gets rid of an Entangle token. */
export interface Untangle {
  fighter: number
  who: string
  /** How many are left. */
  tokens: number
}

/** All dice come back. */
export interface CleanUp {
  round: number
}

/** A fighter shows its Action dice and its pool. */
export interface Layout {
  fighter: number
  who: string
  dice: ShownDie[]
  /** Faces on no die, by letter. */
  pool: Record<PoolFace, number>
}

/** A team has no Health left. */
export interface KnockedOut {
  team: number
  team_who: string[]
}

/** The end. */
export interface GameOver {
  reason: string
  winners: number[]
  /** The team that won; null for a draw. */
  team: number | null
  team_who: string[]
}

/** What happens, by kind: the facts of each event. */
export interface Events {
  pick: Pick
  health: StartingHealth
  first: FirstPlayer
  cards: DealtCards
  card: DraftedCard
  round: Round
  roll: Roll
  announce: Announce
  propose: Propose
  confirm: Confirm
  reroll: Reroll
  turn: Turn
  attach: Attach
  ready: Ready
  unready: Unready
  done: Done
  gain_face: GainFace
  gain_die: GainDie
  short: Short
  heal: Heal
  lose: Lose
  rival_roll: RivalRoll
  rival_row: RivalRow
  rival_token: RivalToken
  rival_attach: RivalAttach
  reveal: Reveal
  spent: Spent
  unfilled: Unfilled
  targets: Targets
  attack: Attack
  decline: Decline
  defend: Defend
  hit: Hit
  trigger: Trigger
  nothing: Nothing
  swap: Swap
  give: Give
  lock: Lock
  entangle: Entangle
  untangle: Untangle
  clean_up: CleanUp
  layout: Layout
  knocked_out: KnockedOut
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
