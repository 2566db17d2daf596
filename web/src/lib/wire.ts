// Generated from src/slugfest/table/messages.py,
// src/slugfest/table/pages.py,
// src/slugfest/table/people.py,
// src/slugfest/table/variants.py,
// src/slugfest/table/finding.py,
// src/slugfest/table/events.py,
// src/slugfest/table/clubs.py,
// src/slugfest/table/hosting.py,
// src/slugfest/kernel/forms.py,
// src/slugfest/table/commands.py,
// src/slugfest/protocol/wire.py,
// src/slugfest/protocol/clubs.py,
// src/slugfest/protocol/hosting.py. Do not edit; instead:
// python -m slugfest.server.typescript

/** A sentence or a name in both languages. */
export interface Words {
  en: string
  de: string
}

export type Level = 'easy' | 'medium' | 'hard'

export type Status = 'lobby' | 'playing' | 'finished' | 'abandoned'

export type SeatKind = 'open' | 'person' | 'bot'

export type Strength = 'any' | 'new' | 'regular' | 'strong'

export type WayBack = '' | 'practice' | 'ask'

export type Audience = 'team' | 'table'

export type LessonState = 'look' | 'ask' | 'right' | 'wrong' | 'done'

export type PaceKind = 'none' | 'live' | 'days'

export type TimeUp = 'move' | 'bot' | 'give_up'

export type StandInReason = '' | 'left' | 'idle' | 'time' | 'given_up'

export type Resigning = '' | 'lose' | 'end' | 'bot'

export type Ending = '' | 'agreed' | 'resigned' | 'time' | 'draw' | 'round'

/**
 * How much time people have, and what the table does when it runs out. It is set in the lobby.
 *
 * `live`: `decision` seconds for each decision, then the reserve is used. `days`: `decision` days for each.
 */
export interface Pace {
  kind: PaceKind
  decision: number
  reserve: number
  gain: number
  then: TimeUp
  level: Level
  watch?: boolean
}

/** One seat's time. Times are milliseconds of the same clock as `now` in MatchInfo. */
export interface SeatClock {
  reserve: number
  starts: number | null
  decide_until: number | null
  deadline: number | null
}

/** A seat that keeps others waiting is about to be given to a bot. Its person stops that with Here or any move. */
export interface HandOver {
  seat: number
  by: number[]
  at: number | null
  needs: number
}

/** A person asks to take back their last decision. The request ends when the game moves on. */
export interface TakeBackRequest {
  seat: number
  agreed: number[]
  missing: number[]
}

/** The offer of a host: anybody may take a free seat of this table. */
export interface Advert {
  strength: Strength
  bots: boolean
  club: string
}

/** One seat, as everybody sees it. */
export interface SeatInfo {
  kind: SeatKind
  name: string
  level: string | null
  connected: boolean
  stand_in: boolean
  why: StandInReason
  instead: string
  late: number
  since: number | null
  nudge_from: number | null
  hand_from: number | null
  you: boolean
  host: boolean
  hints: number
  agrees: boolean
}

/** What may be looked up of an event once a later one of the kind `after` has been shown. */
export interface Recalled {
  facts: Record<string, any>
  text: Words
  after: string
}

/**
 * One event as this client may know it: typed facts for the board, a sentence for the log.
 *
 * `later` is present if less of it may be looked up again while the game lasts.
 */
export interface Happening {
  kind: string
  facts: Record<string, any>
  text: Words
  later?: Recalled
}

/** One move of the log and its events. `move` is null where it is secret. */
export interface Step {
  ply: number
  seat: number
  move: string | null
  label: Words | null
  happenings: Happening[]
}

/**
 * A legal move: its text, its label, its parts (null where the game declares none), and what it would lead to.
 *
 * Parts and forecast belong to the game. An empty forecast may be left out.
 */
export interface MoveOption {
  move: string
  label: Words
  parts: any[] | null
  forecast?: Record<string, any>
}

/** How the game ended. */
export interface Result {
  ranks: number[]
  winners: number[]
  scores: number[] | null
  values: number[] | null
  reason: string
  text: Words
  /** The text as everybody else reads it, where it speaks to this client's seat. */
  named?: Words
}

/** What is coming at this client's seat. Level 1 to 3; at 3 it may be the end. */
export interface ThreatInfo {
  amount: number
  level: 1 | 2 | 3
  text: Words
}

/** Everything this client's seat may know. `board` belongs to the game. */
export interface View {
  game: string
  rules: number
  options: Record<string, any>
  seats: number
  teams: number[][]
  seat: number
  actors: number[]
  moves: MoveOption[]
  outcome: Result | null
  match_point: number[]
  threat?: ThreatInfo
  board: Record<string, any>
}

/** The round of an event whose tables are all dealt alike. */
export interface SharedDeal {
  event: string
  round: number
  table: number
  sealed: boolean
}

/** The match apart from the board. */
export interface MatchInfo {
  id: string
  game: string
  rules: number
  status: Status
  seats: SeatInfo[]
  options: Record<string, any>
  teams: number[][]
  owing: number[]
  chance: number
  commitment: string
  nonce_wanted: boolean
  starting: boolean
  terms: string | null
  secret: string | null
  practice: boolean
  taking_back: TakeBackRequest | null
  abandoning: number[]
  ended: Ending
  rematch: string | null
  spectators: number
  removed: number
  pace: Pace
  now: number
  clocks: SeatClock[] | null
  waiting_since: number | null
  handing: HandOver | null
  resigning: Resigning
  can_draw: boolean
  draw: number[]
  hints: boolean
  hosting: boolean
  advert?: Advert
  free?: number[]
  deal?: SharedDeal
  seats_fixed?: boolean
}

export type MyResult = 'won' | 'shared' | 'drawn' | 'lost' | ''

export type Against = 'people' | 'bots' | 'game'

export interface ListedSeat {
  kind: SeatKind
  name: string
  level: string | null
  you: boolean
  stand_in: boolean
}

/** How a match ended, for a list. */
export interface ListedResult {
  winners: number[]
  mine: MyResult
  text: Words
}

/** One of my matches, as a list shows it. */
export interface ListedMatch {
  id: string
  game: string
  status: Status
  mode: Words | null
  headline: Words | null
  seats: ListedSeat[]
  teams: number[][]
  owing: number[]
  yours: boolean
  since: number
  practice: boolean
  deadline: number | null
  result: ListedResult | null
}

/** Over /ws/mine: all my matches that are not over, at first and whenever one of them changes. */
export interface Mine {
  type: 'mine'
  matches: ListedMatch[]
}

/** Everything the client may know at a version. Sent on connecting, on Sync, and when earlier steps change. */
export interface Snapshot {
  type: 'snapshot'
  version: number
  match: MatchInfo
  view: View | null
  log: Step[]
  can_undo: boolean
  way_back: WayBack
}

/**
 * One change. `steps` are new in the log, to be shown in order before the view is.
 *
 * In an update that repeats the version only `match` has changed: who is connected.
 */
export interface Update {
  type: 'update'
  version: number
  match: MatchInfo
  view: View | null
  steps: Step[]
  can_undo: boolean
  way_back: WayBack
}

/** The request is granted and stored. */
export interface Done {
  type: 'done'
  id: string
  version: number
}

/** The request is refused and changed nothing. */
export interface Refused {
  type: 'refused'
  id: string
  code: string
  rule: string
  text: Words
}

/** One move of a whole turn. */
export interface LineMove {
  move: string
  label: Words
  parts: any[] | null
}

/** One idea of a bot. The best one has its reasons. */
export interface Idea {
  move: string
  label: Words
  visits: number
  chance: number
  error: number
  loss: number
  fine: boolean
  probability: number
  line: LineMove[]
  where: Words | null
  why: Words | null
  expects: Words | null
  expected: number
  theme: string
}

/** The answer to Hint, best first. */
export interface Advice {
  type: 'advice'
  id: string
  ideas: Idea[]
}

/** What matters now, in one or two sentences; `points` are the keys of what to look at. */
export interface CounselInfo {
  key: string
  text: Words
  rule: string
  points: string[]
  theme: string
}

/** A decision of mine that has cost much: what would have been better, and why. */
export interface MistakeInfo {
  better: Words
  why: Words | null
  loss: number
}

/** The answer to Coach. `agreed`: my last move was about as good as the best; null if unknown. */
export interface CoachResult {
  type: 'coach_result'
  id: string
  counsel: CounselInfo | null
  agreed: boolean | null
  mistake: MistakeInfo | null
}

/** Why a move would be refused; `index` is its place among the moves of the request. */
export interface RefusedMove {
  code: string
  rule: string
  text: Words
  index: number
}

/**
 * The answer to Preview.
 *
 * `view` is null if a move would be refused or the seat cannot know the result: a move that uses chance or reveals
 * something is the last of `moves`.
 */
export interface PreviewResult {
  type: 'preview_result'
  id: string
  moves: MoveOption[]
  refusal: RefusedMove | null
  view: View | null
}

/** Somebody who watches, or was sent away. */
export interface Watcher {
  key: string
  name: string
  windows: number
  removed: boolean
}

/** The answer to Watchers, those with most windows first. */
export interface WatchersResult {
  type: 'watchers_result'
  id: string
  watchers: Watcher[]
}

/** A person (perhaps I, in another window) says a phrase to the whole table, or to the team alone. */
export interface Said {
  type: 'said'
  seat: number
  to: Audience
  phrase: string
  text: Words
}

/** A person reminds me that it is my turn. */
export interface Nudged {
  type: 'nudged'
  seat: number
  by: number
}

/**
 * The server's storage is unavailable. Requests are answered when it has recovered.
 *
 * It is repeated meanwhile; the last one has no `text`.
 */
export interface Waiting {
  type: 'waiting'
  text: Words | null
}

/**
 * The state of a lesson once this version is on the board: what it says, points at and waits for.
 *
 * `look`: read only; `ask`: it waits for moves; `right` and `wrong`: its answer to them; `done`: the lesson
 * is over, and `say` is its idea. From all but `ask` it continues with `slugfest.protocol.wire.Next`.
 */
export interface LessonNow {
  type: 'lesson'
  version: number
  game: string
  number: number
  lessons: number
  step: number
  steps: number
  title: Words
  state: LessonState
  say: Words[]
  point: string[]
  rule: string
  again: boolean
  fresh: boolean
  cheer: boolean
}

/** One of several people who share a device. */
export interface DevicePerson {
  seat: number
  guest: string
  name: string
  owes: boolean
}

/**
 * Over /ws/device/{match}, on the local server: who should have the device, at first and whenever that changes.
 *
 * It has nothing that only one of them may know.
 */
export interface DeviceState {
  type: 'device'
  match: string
  game: string
  status: Status
  people: DevicePerson[]
  next: string | null
}

export type ServerMessage =
  | Snapshot
  | Update
  | Done
  | Refused
  | Advice
  | CoachResult
  | PreviewResult
  | WatchersResult
  | Said
  | Nudged
  | Waiting
  | LessonNow
  | Mine
  | DeviceState

/** One thing that a variant changes or adds, for whoever is to play it. */
export interface FormChange {
  name: Words
  was: Words | null
  now: Words | null
}

/** One named value; some are offered only at certain numbers of seats. */
export interface OptionValue {
  value: any
  name: Words
  seats: number[] | null
  about: Words | null
}

/** An option and the values of which it must have one. */
export interface OptionNeed {
  key: string
  values: any[]
}

/**
 * One option of a game. Without `choices` it is a whole number from low to high.
 *
 * `only_with`: it applies only if that other option has one of those values. `detail`: nobody has to read it
 * before a first match.
 */
export interface OptionInfo {
  key: string
  name: Words
  default: any
  choices: OptionValue[] | null
  low: number
  high: number
  rule: string
  seat_choice: boolean
  detail: boolean
  only_with: OptionNeed | null
}

export interface RuleInfo {
  number: string
  text: Words
  section: Words | null
}

/** One part of the page on how to play. In texts `{key}` draws a thing and `*word*` is strong. */
export interface HowInfo {
  id: string
  title: Words
  text: Words
  draw: string[]
}

/** The explanation of one thing, by its key on the board. */
export interface TermInfo {
  key: string
  name: Words
  needs: Words | null
  text: Words
  rule: string
  also: string[]
}

/** One sentence of the rules for players, and the numbered rules behind it. */
export interface LineInfo {
  text: Words
  rules: string[]
}

/** A section of the rules for players, and everyday words that lead to it. */
export interface TopicInfo {
  id: string
  title: Words
  words: string[]
  lines: LineInfo[]
}

/** How to play, the terms, and the rules for players. */
export interface GuideInfo {
  how: HowInfo[]
  terms: TermInfo[]
  topics: TopicInfo[]
}

export type PlainWhose = '' | 'table' | 'mine' | 'seats'

export type PlainKind = '' | 'cards' | 'pile' | 'number' | 'track' | 'seat' | 'text' | 'none'

export type PlainColour = '' | 'red' | 'blue' | 'green' | 'purple' | 'amber' | 'teal'

export type PlainIcon =
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

export type Accent = '' | 'yellow' | 'red' | 'teal' | 'purple' | 'blue' | 'green' | 'pink' | 'orange'

/** How the plain board shows one field of a game's board; it chooses itself where a value is empty. */
export interface ShownInfo {
  name: Words | null
  whose: PlainWhose
  kind: PlainKind
  icon: PlainIcon
  colour: PlainColour
  most: number
  face: string
  hides: boolean
}

/** How one thing looks everywhere. */
export interface ThingInfo {
  name: Words | null
  icon: PlainIcon
  colour: PlainColour
  value: string
  note: Words | null
}

/** The name of moves that begin with one word, and the question for each word after it. */
export interface VerbInfo {
  name: Words | null
  questions: Words[]
  icon: PlainIcon
}

/** A game's description of the plain board: fields in their order, things and verbs by their word in moves. */
export interface PlainInfo {
  fields: Record<string, ShownInfo>
  things: Record<string, ThingInfo>
  verbs: Record<string, VerbInfo>
}

/** The number of seats and the options of a person's first match. */
export interface FirstMatch {
  seats: number
  options: Record<string, any>
}

/** A persona that plays a game. */
export interface OpponentInfo {
  id: string
  name: string
  level: Level | null
  rating: number | null
  error: number | null
  best: boolean
}

/** The parts that a bot's portrait is put together from. */
export interface PortraitInfo {
  head: string
  eyes: string
  mouth: string
  top: string
  colour: string
}

/** GET /api/games (without rules, catalogue and guide) and GET /api/games/{game} (with them). */
export interface GameInfo {
  id: string
  name: Words
  variant: Words | null
  changes: FormChange[]
  file: string
  offered: boolean
  tagline: Words
  min_seats: number
  max_seats: number
  seat_counts: number[]
  first_match: FirstMatch
  harder_match: FirstMatch
  options: OptionInfo[]
  goal: Words | null
  minutes: number[]
  rules: RuleInfo[]
  guide: GuideInfo | null
  lessons: number
  catalogue: Record<string, any>
  accent: Accent
  plain: PlainInfo | null
  opponents: OpponentInfo[]
  bots: string[]
  board: string
  cover: string
  portraits: Record<string, PortraitInfo>
}

/** A phrase that may be said; `{opponent}` stands for the opponent that it names. */
export interface PhraseInfo {
  phrase: string
  text: Words
  names_opponent: boolean
}

/** GET /api/games/{game}/seating?seats=4&mode=team: the teams, and the phrases they could say. */
export interface Seating {
  options: Record<string, any>
  teams: number[][]
  phrases: PhraseInfo[]
  table_phrases: PhraseInfo[]
}

/** One lesson of a course. */
export interface LessonInfo {
  number: number
  title: Words
  idea: Words
  steps: number
}

/** GET /api/games/{game}/course: its lessons, in order; empty for a game without a course. */
export interface CourseInfo {
  game: string
  lessons: LessonInfo[]
}

/** My progress in a lesson. */
export interface LearnedInfo {
  game: string
  lesson: number
  step: number
  done: boolean
}

/** What a bot says at a moment that everybody sees; one of these each time. */
export interface LinesInfo {
  greeting: Words[]
  hit: Words[]
  hurt: Words[]
  win: Words[]
  loss: Words[]
}

/** GET /api/personas: who bots are at the table. */
export interface PersonaInfo {
  id: string
  name: string
  about: Words
  portrait: PortraitInfo
  lines: LinesInfo
}

/** One puzzle in a list. */
export interface PuzzleInfo {
  game: string
  number: number
  rating: number
  solved: boolean
  theme: Words | null
}

/** GET /api/puzzles: today's puzzle, another one for me (?game=kapow-dice: of this game), and how I do. */
export interface PuzzlesInfo {
  day: number
  today: PuzzleInfo | null
  another: PuzzleInfo | null
  rating: number
  solved: number
  tried: number
  puzzles: number
  streak: number
  solved_today: boolean
}

/** GET /api/me sets the guest's cookie; POST /api/me changes the name. */
export interface Me {
  name: string
  matches: ListedMatch[]
  finished: ListedMatch[]
  learned: LearnedInfo[]
}

/** GET /api/me/matches?game=kapow-dice&against=people&skip=20: my finished matches, the last one first. */
export interface FinishedMatches {
  matches: ListedMatch[]
  more: boolean
}

/** How matches of one kind ended for me. A shared first place counts as drawn. */
export interface Tally {
  game: string
  seats: number
  against: Against
  level: string | null
  won: number
  drawn: number
  lost: number
}

/** A character with whom I have played. */
export interface Favourite {
  game: string
  key: string
  name: Words
  played: number
  won: number
}

/** Reads and losses in reviewed matches of one kind, in millionths of a win, as means of a match. */
export interface ReadsTally {
  against: Against
  level: string | null
  matches: number
  reads: number
  error: number | null
  lost: number
}

/** What my marked decisions of one kind have cost, in millionths of a win. */
export interface LossTally {
  game: string
  phase: string
  theme: string
  decisions: number
  lost: number
}

/** What the kept reviews of my matches say. Practice and decisions that I did not make alone are left out. */
export interface ReviewProfile {
  reviewed: number
  unreviewed: number
  practice: number
  decisions: number
  assisted: number
  reads: ReadsTally | null
  opponents: ReadsTally[]
  losses: LossTally[]
}

/**
 * GET /api/me/profile: my results.
 *
 * Matches that were practice, in which I took hints, that a bot finished for me, or that were abandoned are counted
 * separately.
 */
export interface Profile {
  name: string
  finished: number
  tallies: Tally[]
  favourites: Favourite[]
  practice: number
  hinted: number
  left: number
  abandoned: number
  learned: LearnedInfo[]
  review: ReviewProfile | null
  puzzles: boolean | null
}

/** The answer to GET /api/reach: how other devices get to this server. */
export interface Reach {
  network: string
  lan: string
}

/** The answer to POST /api/me/ticket: a link that adds another device to my profile, once. */
export interface Ticket {
  link: string
  qr: string
  until: number
}

/** The answer to POST /api/matches: the match is at /match/{id}. */
export interface Created {
  id: string
}

/** GET /api/device/people, on the local server: who has played on this device, the owner first. */
export interface DevicePeople {
  names: string[]
}

/** A match of a file that could not be imported, and why. */
export interface NotImported {
  match: string
  text: Words
}

/** The answer to POST /api/device/file, on the local server: what was imported from a file or a record. */
export interface Imported {
  matches: string[]
  known: number
  refused: NotImported[]
}

/** The answer to POST /api/device/position and to PositionMoves, on the local server: a position on the board. */
export interface PositionInfo {
  game: string
  position: Record<string, any>
  deciding: number[]
  views: View[]
  steps: Step[]
}

/** Where a round begins: after `step` moves. */
export interface RoundMark {
  step: number
  round: number
}

/**
 * GET /api/matches/{id}/replay: a finished match, step by step.
 *
 * `eyes` (?eyes=) is the view: -2 for everything, -1 for a spectator's, or a seat. The `ply` of a step counts all
 * moves, also those that this view did not notice and that are left out.
 */
export interface Replay {
  match: MatchInfo
  eyes: number
  last: number
  steps: Step[]
  rounds: RoundMark[]
  turns: number[]
  views: View[]
}

/** GET /api/matches/{id}/replay/views?eyes=&step=: the page of positions with this step. */
export interface ReplayViews {
  first: number
  views: View[]
}

export type Mark = 'inaccuracy' | 'mistake' | 'blunder'

export type MomentKind = 'swing' | 'best' | 'costliest'

/** Each seat's chance to win after `step` moves, by what everybody together knew and by what the seat knew. */
export interface ReviewPoint {
  step: number
  together: number[]
  own: number[]
}

/** What would have been better. */
export interface BetterMove {
  moves: string[]
  label: Words
}

/**
 * One decision: how it compares with the best one, as far as its maker could know.
 *
 * A `mark` says that it gave away at least 5, 10 or 15 points of winning chance, and that this is certain enough.
 */
export interface ReviewedDecision {
  step: number
  seat: number
  moves: string[]
  label: Words
  round: number
  phase: string
  theme: string
  loss: number | null
  error: number
  mark: Mark | null
  mixing: boolean
  choice: number
  read: number
  better: BetterMove | null
  reason: Words | null
}

/** The largest swing, or a seat's best or costliest decision. */
export interface ReviewMoment {
  kind: MomentKind
  step: number
  seat: number
  text: Words
  /** The same to the seats it is about; missing in reviews made before there were such forms. */
  you?: Record<string, Words>
}

/**
 * The review of a finished match. Amounts are millionths of a win, by seat.
 *
 * For every seat, result = par + cards + reads + choices exactly.
 */
export interface Review {
  version: number
  values: string
  game: string
  rules: number
  seats: number
  quick: boolean
  complete: boolean
  result: number[]
  par: number[]
  cards: number[]
  reads: number[]
  choices: number[]
  line: ReviewPoint[]
  decisions: ReviewedDecision[]
  moments: ReviewMoment[]
  verdicts: Words[]
}

export type ReviewStatus = 'waiting' | 'working' | 'done' | 'failed'

/**
 * GET /api/matches/{id}/review: the review of a finished match, as far as there is one.
 *
 * Asking for it starts it. While it waits or works, ask again: a quick review comes first, then the whole.
 * `?whole=no` is content with the quick one.
 */
export interface MatchReview {
  match: MatchInfo
  status: ReviewStatus
  progress: number
  dice: boolean
  review: Review | null
}

/** A refusal over HTTP. */
export interface Problem {
  code: string
  rule: string
  text: Words
}

/** One of my passkeys. */
export interface PasskeyInfo {
  id: string
  host: string
  since: number
  synced: boolean
}

/** GET /api/me/claim: what I have claimed here. */
export interface Claim {
  name: string
  code: boolean
  passkeys: PasskeyInfo[]
  host: string
  shown: boolean
  times: boolean
  face: number
}

/** A claim after a change, and the new recovery code if there is one: it is shown this once. */
export interface Claimed {
  claim: Claim
  code: string
}

/** What a browser needs to make or use a passkey, as WebAuthn declares it, with bytes in base64url. */
export interface PasskeyOptions {
  options: Record<string, any>
}

/** What came along from the guest that a device was before. */
export interface Brought {
  matches: number
  apart: number
  more: boolean
}

/** POST /api/sign-in: who this device is now. */
export interface SignedIn {
  name: string
  code: string
  brought: Brought | null
}

/** Who sits at a seat under a name that they have claimed. */
export interface SeatPlayer {
  name: string
  shown: boolean
  face: number
}

/** GET /api/matches/{match}/players: by seat, those who sit there under their claimed name. */
export interface SeatPlayers {
  seats: (SeatPlayer | null)[]
}

/** How often somebody has won against an opponent, in matches that count. */
export interface HeadToHead {
  name: string
  face: number
  won: number
  drawn: number
  lost: number
}

/** A seat in a match on a public profile. */
export interface PlayedSeat {
  kind: SeatKind
  name: string
  level: string | null
  shown: boolean
  owner: boolean
}

/** A finished match on a public profile. */
export interface PlayedMatch {
  id: string | null
  game: string
  mode: Words | null
  seats: PlayedSeat[]
  mine: MyResult
  text: Words | null
  day: number
  at: number | null
}

/** Results in one game against people, or against bots. */
export interface PublicTally {
  game: string
  people: boolean
  won: number
  drawn: number
  lost: number
}

/** GET /api/player: the profile of somebody who agreed to be seen. */
export interface PublicProfile {
  name: string
  face: number
  you: boolean
  shown: boolean
  finished: number
  ratings: PoolRating[]
  tallies: PublicTally[]
  opponents: HeadToHead[]
  others: HeadToHead | null
  matches: PlayedMatch[]
}

export type PoolKind = 'duel' | 'table' | 'team' | 'box'

export type NoGain = '' | 'hint' | 'taken_back' | 'stand_in' | 'left'

export type Unrated = '' | 'practice' | 'changed' | 'agreed' | 'no_people' | 'unmeasured'

/** Somebody's rating in a game and a way of playing it. */
export interface PoolRating {
  game: string
  kind: PoolKind
  points: number
  spread: number
  provisional: boolean
  matches: number
}

/** GET /api/me/ratings: all my ratings. */
export interface MyRatings {
  ratings: PoolRating[]
}

/** The rating of a person or of a bot at a table. */
export interface SeatRating {
  points: number
  spread: number
  provisional: boolean
  matches: number
  anchor: boolean
  change: number | null
  no_gain: NoGain
}

/** GET /api/matches/{match}/ratings: everybody's rating, and what the match changed if it is over. */
export interface MatchRatings {
  kind: PoolKind
  unrated: Unrated
  seats: (SeatRating | null)[]
}

/** A variant as the form edits it, and as its file has it. */
export interface VariantEdits {
  game: string
  name: Words
  change: Record<string, any>
  add: Record<string, Record<string, any>[]>
}

/** Why a variant is not allowed, in the words of the game's own reader. */
export interface VariantFault {
  key: string
  text: Words
}

/** POST /api/device/variants/check and /open: whether a variant is allowed. */
export interface VariantChecked {
  id: string
  file: string
  edits: VariantEdits | null
  fault: VariantFault | null
}

/** A variant that is kept on this device, to be played. */
export interface KeptVariant {
  id: string
  game: string
  name: Words
  file: string
  matches: number
}

/** GET /api/device/variants. */
export interface KeptVariants {
  variants: KeptVariant[]
}

/** A share of games, or a mean, with its 95 % interval for somebody who may stop at any time. */
export interface TrialFigure {
  mean: number
  low: number
  high: number
}

/** One thing that bots' games are counted for, without and with the variant. */
export interface TrialMeasure {
  key: string
  name: Words | null
  unit: 'share' | 'number'
  before: TrialFigure | null
  after: TrialFigure
  difference: TrialFigure | null
}

/** Over /ws/trial: how bots' games stand. */
export interface TrialNow {
  type: 'trial'
  deals: number
  games: number
  most: number
  rate: number
  measures: TrialMeasure[]
  failed: boolean
}

/** A seat of an open table. */
export interface OpenSeat {
  kind: SeatKind
  name: string
  level: string | null
  free: boolean
}

/** A table whose host offers seats to anybody. */
export interface OpenTable {
  id: string
  game: string
  mode: Words | null
  seats: OpenSeat[]
  seat: number
  pace: Pace
  strength: Strength
  begun: boolean
  since: number
}

/** Over /ws/mine, to pages that ask for it: the open tables, at first and whenever they change. */
export interface OpenTables {
  type: 'open_tables'
  tables: OpenTable[]
}

/** POST /api/play-now: a table, and the seat to take there. */
export interface Found {
  id: string
  seat: number
}

/** A browser of mine that is sent messages. */
export interface PushDevice {
  key: string
  since: number
}

/** GET /api/me/push: whether and when my browsers are sent "a match waits for you". */
export interface PushSettings {
  public_key: string
  devices: PushDevice[]
  quiet_from: number
  quiet_to: number
  zone: string
  muted: string[]
}

export type EventFormat = 'swiss' | 'round_robin' | 'knock_out' | 'ladder' | 'league' | 'duplicate'

export type EventStatus = 'open' | 'running' | 'ended'

export type TieBreak = 'reached' | 'rung' | 'direct' | 'buchholz' | 'sonneborn_berger' | 'wins' | 'tops'

export type EventEnding = '' | 'complete' | 'director' | 'too_few'

/** Somebody who signed up. */
export interface EventPlayer {
  number: number
  name: string
  you: boolean
  takes_part: boolean
}

/** One player in the standings. */
export interface EventRow {
  player: number
  place: number
  points: number
  played: number
  values: number[]
}

/** A table of a round. */
export interface EventTableInfo {
  match: string
  players: number[]
  done: boolean
  ranks: number[] | null
  scores: number[] | null
  points: number[] | null
  winners: number[]
  absent: number[]
  reason: string
}

/** A round. */
export interface EventRound {
  number: number
  opened: boolean
  at: number
  ends: number | null
  byes: number[]
  tables: EventTableInfo[]
}

/** What the director did, for everybody to read. */
export interface EventAct {
  at: number
  kind: 'withdrawn' | 'corrected' | 'paused' | 'resumed' | 'ended'
  reason: string
  player: number
  round: number
  table: number
}

/** The club of an event, as its members see it. */
export interface EventClub {
  id: string
  name: string
}

/** GET /api/events/{event}: an event as its page shows it. */
export interface EventInfo {
  id: string
  version: number
  name: string
  game: string
  mode: Words | null
  format: EventFormat
  seats: number
  fewest: number
  pace: Pace
  starts: number | null
  gap: number
  days: number
  wait: number
  may_join: boolean
  club: EventClub | null
  members_only: boolean
  status: EventStatus
  paused: string
  ended: EventEnding
  now: number
  next_at: number | null
  planned: number
  directing: boolean
  director: string
  you: number
  your_match: string
  players: EventPlayer[]
  tie_breaks: TieBreak[]
  rows: EventRow[]
  rounds: EventRound[]
  acts: EventAct[]
}

/**
 * Over /ws/mine: what changed in the event that a page shows.
 *
 * `event` has the rounds that changed after version `since`; whoever does not have that version asks again with
 * `~slugfest.protocol.wire.WatchEvent`.
 */
export interface EventUpdate {
  type: 'event'
  since: number
  event: EventInfo
}

/** An event in a guest's list. */
export interface ListedEvent {
  id: string
  name: string
  game: string
  format: EventFormat
  status: EventStatus
  starts: number | null
  players: number
  directing: boolean
  your_match: string
}

/** GET /api/me/events: the events that I opened or signed up for, the newest first. */
export interface MyEvents {
  events: ListedEvent[]
}

export type ClubRole = 'member' | 'director' | 'owner'

/** One of my clubs in a list. */
export interface MyClub {
  id: string
  name: string
  role: ClubRole
  members: number
}

/** GET /api/clubs: the clubs that I am in. */
export interface MyClubs {
  clubs: MyClub[]
}

/** A member of a club. `key` names them to those who may change roles; it reveals nothing else. */
export interface ClubMember {
  key: string
  name: string
  role: ClubRole
  since: number
  you: boolean
  rating: PoolRating | null
}

/** An announcement: plain text of a director. */
export interface ClubNote {
  key: string
  text: string
  at: number
  by: string
}

/** An event of a club. */
export interface ClubEvent {
  id: string
  name: string
  game: string
  format: EventFormat
  status: EventStatus
  starts: number | null
  players: number
  members_only: boolean
  ended: number | null
}

/** GET /api/clubs/{club}. To those who are no members it shows the name and the number of members. */
export interface Club {
  id: string
  name: string
  since: number
  role: ClubRole | null
  size: number
  members: ClubMember[]
  notes: ClubNote[]
  tables: ListedMatch[]
  finished: ListedMatch[]
  events: ClubEvent[]
  invite: string | null
  invite_until: number | null
}

/** A member's results in a season. */
export interface SeasonRow {
  key: string
  name: string
  played: number
  won: number
  drawn: number
  lost: number
  points: number
  rating: PoolRating | null
}

/** GET /api/clubs/{club}/season: results of the club's matches that ended in a time range. */
export interface Season {
  since: number
  until: number
  matches: number
  rows: SeasonRow[]
}

export type AdminActionName =
  | 'rename'
  | 'allow_name'
  | 'mute'
  | 'unmute'
  | 'unseat'
  | 'remove_member'
  | 'block'
  | 'block_address'
  | 'unblock'
  | 'dismiss'

export type AuditedAction =
  | 'rename'
  | 'allow_name'
  | 'mute'
  | 'unmute'
  | 'unseat'
  | 'remove_member'
  | 'block'
  | 'block_address'
  | 'unblock'
  | 'dismiss'
  | 'enter'
  | 'backup'

/** One process of the server. */
export interface AdminProcess {
  id: string
  release: string
  since: number
  connections: number
  guests: number
  rooms: number
  memory: number
  load: number
}

/** A guest as the host sees them. */
export interface AdminPerson {
  id: string
  name: string
  claimed: boolean
  windows: number
  muted: boolean
  blocked: boolean
  reports: number
}

/** A seat of a match: who sits there, and nothing that the seat knows. */
export interface AdminSeat {
  kind: SeatKind
  name: string
  guest: string
}

/** A match in the host's list: what every list may show. */
export interface AdminMatch {
  id: string
  game: string
  status: Status
  since: number
  seats: AdminSeat[]
}

/** A name that players have reported. */
export interface AdminReport {
  guest: string
  name: string
  now: string
  reporters: number
  at: number
}

/** Who is blocked or muted. An address is kept as a digest, and named by the guest with whom it was blocked. */
export interface AdminBlock {
  key: string
  kind: 'guest' | 'address' | 'mute'
  guest: string
  name: string
  at: number
  until: number | null
  by: string
  why: string
}

/** A limit: so many a minute after the first `at_once`, or so many at once. */
export interface AdminLimit {
  name: string
  per_minute: number | null
  at_once: number
}

/** GET /api/admin. */
export interface AdminOverview {
  by: string
  until: number
  now: number
  release: string
  processes: AdminProcess[]
  people: AdminPerson[]
  matches: AdminMatch[]
  reports: AdminReport[]
  blocks: AdminBlock[]
  limits: AdminLimit[]
  backups: string
}

/** GET /api/admin/guests: guests by a part of their name. */
export interface AdminPeople {
  people: AdminPerson[]
  more: boolean
}

/** One action: who did what to whom, when and why. */
export interface AuditEntry {
  key: string
  at: number
  by: string
  action: AuditedAction
  guest: string
  name: string
  to: string
  match: string
  club: string
  until: number | null
  why: string
}

/** GET /api/admin/audit: the newest first. */
export interface AuditLog {
  entries: AuditEntry[]
  next: string
}

/** POST /api/admin/backup. */
export interface BackupMade {
  file: string
  bytes: number
}

export type FieldKind = 'number' | 'flag' | 'choice' | 'word' | 'sentence' | 'code' | 'list'

/** One value of a game's content that a variant may change. */
export interface FormField {
  path: string
  way: (string | number)[]
  within: string
  label: Words
  part: Words | null
  kind: FieldKind
  value: any
  ranges: number[][]
  words: string[]
  names: Words[]
  source: string
  rule: string
}

/** One entry of a list, or a table. */
export interface FormEntry {
  key: string
  name: Words
  group: Words | null
  added: number
  fields: FormField[]
}

/** One list or table of the content. */
export interface FormSection {
  key: string
  name: Words
  entries: FormEntry[]
}

/** The content of a game, with a variant if there is one, as a form. */
export interface FormInfo {
  game: string
  name: Words
  sections: FormSection[]
  example: Record<string, Record<string, any>[]>
  piece: Words
  help: Words[]
}

/**
 * Take an open seat, my own again, or one that a bot holds in the lobby or gives way on, under this name.
 *
 * `nonce` is my part of the match's randomness: 32 hexadecimal digits, chosen after I have stored the match's
 * commitment. It counts once and cannot be changed.
 */
export interface Sit {
  type: 'sit'
  id: string
  again?: boolean
  seat: number
  name: string
  nonce?: string | null
}

/** Add my part to the match's randomness, if I have a seat already and have stored the commitment. */
export interface Nonce {
  type: 'nonce'
  id: string
  again?: boolean
  nonce: string
}

/** Leave my seat. In a running match a medium bot plays it until I sit down again. */
export interface Stand {
  type: 'stand'
  id: string
  again?: boolean
}

/** In the lobby, as the host: open a seat or give it to a bot. */
export interface SetSeat {
  type: 'set_seat'
  id: string
  again?: boolean
  seat: number
  kind: 'open' | 'bot'
  level?: string
}

/** In the lobby, as the host: set the number of seats and the options. */
export interface SetOptions {
  type: 'set_options'
  id: string
  again?: boolean
  seats: number
  options: Record<string, any>
}

/** In the lobby, as the host: set how much time people have and what happens when it runs out. */
export interface SetPace {
  type: 'set_pace'
  id: string
  again?: boolean
  pace: Pace
}

/** In the lobby, as the host: offer the free seats of this table to anybody; with null, no longer. */
export interface Advertise {
  type: 'advertise'
  id: string
  again?: boolean
  advert: Advert | null
}

/**
 * In the lobby, as the host: send people away, from a seat or from watching. They stay away until I let them in.
 *
 * `watchers` are keys from WatchersResult.
 */
export interface Remove {
  type: 'remove'
  id: string
  again?: boolean
  seat?: number | null
  watchers?: string[]
}

/** In the lobby, as the host: let people in again whom I have removed. */
export interface Readmit {
  type: 'readmit'
  id: string
  again?: boolean
  watchers: string[]
}

/** Begin, as the host. Every seat must be taken; nonces that are missing now do not count. */
export interface Start {
  type: 'start'
  id: string
  again?: boolean
}

/**
 * Make these moves, all of them or none, each as text or in parts.
 *
 * Without `sure`, a move that wastes something for good is refused with the code SURE and a question.
 */
export interface Play {
  type: 'play'
  id: string
  again?: boolean
  moves: (string | any[])[]
  sure?: boolean
}

/** Take back my last move. */
export interface Undo {
  type: 'undo'
  id: string
  again?: boolean
}

/**
 * Take back a seat's last decision where Undo cannot.
 *
 * With my own seat (`way_back` says how) I ask for it, or with `agree` false withdraw that. With another's
 * (`taking_back` in MatchInfo) I agree, or with `agree` false decline.
 */
export interface TakeBack {
  type: 'take_back'
  id: string
  again?: boolean
  seat: number
  agree?: boolean
}

/** Agree to hints in this match, or not. Between people they are allowed if everybody agrees. */
export interface Hints {
  type: 'hints'
  id: string
  again?: boolean
  agree?: boolean
}

/**
 * Vote to end the match without a result. It ends when everybody who still plays has voted for it.
 *
 * With `agree` false the match continues and all votes are withdrawn.
 */
export interface Abandon {
  type: 'abandon'
  id: string
  again?: boolean
  agree?: boolean
}

/** Give up for good: I cannot return to my seat. `resigning` in MatchInfo says what follows. */
export interface Resign {
  type: 'resign'
  id: string
  again?: boolean
}

/**
 * Offer a draw or accept one. The match is drawn when everybody agrees.
 *
 * With `agree` false the match continues and all offers are withdrawn.
 */
export interface Draw {
  type: 'draw'
  id: string
  again?: boolean
  agree?: boolean
}

/** Remind a person that the match waits for them. */
export interface Nudge {
  type: 'nudge'
  id: string
  again?: boolean
  seat: number
}

/**
 * Vote to give the seat of a person who keeps others waiting to a bot.
 *
 * The host's vote suffices, or those of all other people. Then a countdown begins, which the person sees and can
 * stop. With `agree` false my vote is withdrawn.
 */
export interface Hand {
  type: 'hand'
  id: string
  again?: boolean
  seat: number
  agree?: boolean
}

/** Keep my seat: stop the countdown that would give it to a bot. */
export interface Here {
  type: 'here'
  id: string
  again?: boolean
}

/** Open the lobby of a new match with the same people and bots. */
export interface Rematch {
  type: 'rematch'
  id: string
  again?: boolean
}

export type Command =
  | Sit
  | Nonce
  | Stand
  | SetSeat
  | SetOptions
  | SetPace
  | Advertise
  | Remove
  | Readmit
  | Start
  | Play
  | Undo
  | TakeBack
  | Hints
  | Abandon
  | Resign
  | Draw
  | Nudge
  | Hand
  | Here
  | Rematch

/** Send a snapshot: I missed something. The only request without an envelope. */
export interface Sync {
  type: 'sync'
}

/** Ask what these moves would lead to, or why they would be refused. Nobody else notices. */
export interface Preview {
  type: 'preview'
  id: string
  again?: boolean
  moves: (string | any[])[]
}

/** Ask what a bot would do in my place. Everybody sees that I took a hint. */
export interface Hint {
  type: 'hint'
  id: string
  again?: boolean
}

/** Ask what matters now to a learner. Nobody else notices. */
export interface Coach {
  type: 'coach'
  id: string
  again?: boolean
}

/** As the host: ask who watches, and whom I have sent away. Nobody else notices. */
export interface Watchers {
  type: 'watchers'
  id: string
  again?: boolean
}

/**
 * Say one of the game's phrases to my team, or one of the phrases for everybody to the whole table.
 *
 * `about` is the opponent that the phrase names, if it names one.
 */
export interface Say {
  type: 'say'
  id: string
  again?: boolean
  phrase: string
  about?: number | null
  to?: Audience
}

/** In a lesson: continue. After a mistake: bring the position back. */
export interface Next {
  type: 'next'
  id: string
  again?: boolean
}

/** In a lesson: begin this step, counted from 1. */
export interface Go {
  type: 'go'
  id: string
  again?: boolean
  step: number
}

/** Over /ws/mine: send me the open tables from now on, or no longer. */
export interface WatchTables {
  type: 'watch_tables'
  id: string
  again?: boolean
  tables: boolean
}

/** Over /ws/mine: send me what changes in this event from now on; an empty code: no longer. */
export interface WatchEvent {
  type: 'watch_event'
  id: string
  again?: boolean
  event: string
  known?: number
}

export type FeedRequest = Sync | WatchTables | WatchEvent

export type LessonRequest = Sync | Play | Preview | Undo | Next | Go

export type ClientMessage =
  | Sit
  | Nonce
  | Stand
  | SetSeat
  | SetOptions
  | SetPace
  | Advertise
  | Remove
  | Readmit
  | Start
  | Play
  | Undo
  | TakeBack
  | Hints
  | Abandon
  | Resign
  | Draw
  | Nudge
  | Hand
  | Here
  | Rematch
  | Sync
  | Preview
  | Hint
  | Coach
  | Watchers
  | Say

/** POST /api/me: change my name. */
export interface Rename {
  name: string
}

/** POST /api/me/carry: use this device as the guest who made the ticket. */
export interface UseTicket {
  ticket: string
}

/** POST /api/me/forget: delete everything that is stored about me. `sure` must be true. */
export interface Forget {
  sure: boolean
}

/** POST /api/me/puzzles: whether my finished matches may become puzzles on this server. */
export interface PuzzleConsent {
  given: boolean
}

/**
 * POST /api/me/claim: claim a name on this server, or another one instead of mine.
 *
 * Whoever has claimed nothing yet and brings no passkey gets a recovery code.
 */
export interface ClaimName {
  name: string
  passkey?: Record<string, any>
}

/** POST /api/me/claim/release: give my claimed name back, with passkeys, code and profile. `sure` must be true. */
export interface ReleaseName {
  sure: boolean
}

/** POST /api/me/claim/passkey/options: what the browser needs to make a passkey, under the name that I claim. */
export interface WantPasskey {
  name?: string
}

/** POST /api/me/claim/passkey: sign in with this passkey from now on, too. */
export interface AddPasskey {
  passkey: Record<string, any>
}

/** POST /api/me/claim/passkey/remove: a passkey of mine no longer counts. */
export interface RemovePasskey {
  passkey_id: string
}

/** POST /api/me/claim/profile: who may see my profile, and the face on it. */
export interface ShowProfile {
  shown: boolean
  times: boolean
  face: number
}

/** POST /api/sign-in: use this device as the guest with this passkey or this recovery code. */
export interface SignIn {
  passkey?: Record<string, any>
  code?: string
  bring?: boolean
}

/** One seat of a new match. */
export interface NewSeat {
  kind: 'me' | 'open' | 'bot'
  level?: string
}

/** POST /api/matches. */
export interface NewMatch {
  game: string
  seats: NewSeat[]
  options?: Record<string, any>
  pace?: Pace | null
  name?: string
  start?: boolean
  advert?: Advert | null
}

/** POST /api/play-now: find the open seat that fits me best, or else open this match to anybody. */
export interface PlayNow {
  match: NewMatch
  any_game?: boolean
  besides?: string[]
}

/** POST /api/me/push/devices: send this browser "a match waits for you", as its push service lets it be reached. */
export interface SubscribePush {
  endpoint: string
  p256dh: string
  auth: string
  language?: 'en' | 'de'
}

/** POST /api/me/push/devices/remove: send this browser no more messages. */
export interface UnsubscribePush {
  endpoint: string
}

/** POST /api/me/push/settings: when I am sent messages, and about which matches not. */
export interface SetPush {
  quiet_from: number
  quiet_to: number
  zone: string
  muted?: string[]
}

/** POST /api/matches/{id}/branch: play on from a step of a finished match against bots, for practice. */
export interface Branch {
  step: number
  seat: number
  level?: string
}

/** POST /api/events: open an evening, a tournament or a league. */
export interface NewEvent {
  name: string
  game: string
  format: EventFormat
  pace: Pace
  seats?: number
  fewest?: number
  rounds?: number
  options?: Record<string, any>
  starts?: number | null
  gap?: number
  days?: number
  wait?: number
  late?: boolean
  play?: boolean
  as_name?: string
  club?: string
  members_only?: boolean
}

/** POST /api/events/{event}/join: sign up, or come back. */
export interface JoinEvent {
  name?: string
}

/** POST /api/events/{event}/leave: play no further round. As the director: take a player out, with a reason. */
export interface LeaveEvent {
  player?: number
  reason?: string
}

/** POST /api/events/{event}/direct, as the director. Pausing and ending need a reason. */
export interface DirectEvent {
  act: 'start' | 'pause' | 'resume' | 'end'
  reason?: string
}

/** POST /api/events/{event}/results, as the director: set the result of a table, with a reason. */
export interface CorrectEvent {
  round: number
  table: number
  ranks: number[]
  reason: string
}

/** One seat of a match around one device. */
export interface DeviceSeat {
  kind: 'person' | 'bot'
  name?: string
  level?: string
}

/** POST /api/device/matches, on the local server: a match of people around one device. It begins at once. */
export interface DeviceMatch {
  game: string
  seats: DeviceSeat[]
  options?: Record<string, any>
}

/**
 * POST /api/device/position/moves, on the local server: make these moves of a seat in a position, all or none.
 *
 * Answered by PositionInfo. Sent to /api/device/position/preview it asks what they would lead to, and is answered by
 * PreviewResult.
 */
export interface PositionMoves {
  position: Record<string, any>
  seat: number
  moves: (string | any[])[]
}

/** POST /api/variants/check and /form: a variant that is being edited. */
export interface VariantDraft {
  game: string
  name: Record<string, any>
  change: Record<string, any>
  add: Record<string, any>
  whole?: boolean
}

/** POST /api/variants/open, and /api/variants to keep it to be played: the text of a variant's file. */
export interface VariantText {
  file: string
}

/**
 * Over /ws/trial: let bots play a variant and the game itself, so many deals.
 *
 * Answered by TrialNow again and again. Closing the connection stops it.
 */
export interface Trial {
  file: string
  level: string
  deals: number
}

/**
 * Over /ws/analysis, on the local server: ask what a bot of this level would do on this seat.
 *
 * Answered by Advice or Refused with the same id. Closing the connection stops the bot.
 */
export interface Analyse {
  id: string
  position: Record<string, any>
  seat: number
  level: string
}

/** POST /api/clubs: found a club. */
export interface NewClub {
  name: string
}

/** POST /api/clubs/join: join a club with what stands behind the # of its invitation link. */
export interface JoinClub {
  club: string
  invite: string
}

/** POST /api/clubs/{club}/member: give a member a role, or remove them. */
export interface SetRole {
  member: string
  role: 'member' | 'director' | 'owner' | 'none'
}

/** POST /api/clubs/{club}/note: post an announcement. */
export interface Announce {
  text: string
}

/** POST /api/clubs/{club}/note/remove: take an announcement down. */
export interface WithdrawNote {
  note: string
}

/** POST /api/clubs/{club}/tables: show a match that I am in to the club, while it is in its lobby. */
export interface ShowTable {
  match: string
}

/** POST /api/clubs/{club}/dissolve: end the club for everybody. `sure` must be true. */
export interface Dissolve {
  sure: boolean
}

/** POST /api/matches/{match}/report: report the name at a seat to whoever hosts this server. */
export interface ReportName {
  seat: number
}

/** POST /api/admin/enter: use up the one-time link that `slugfest admin` printed. */
export interface EnterAdmin {
  token: string
}

/** POST /api/admin/act: do something about a guest, for a reason that the audit log keeps. */
export interface AdminAction {
  action: AdminActionName
  why: string
  guest?: string
  name?: string
  match?: string
  club?: string
  hours?: number
  with_address?: boolean
  address?: string
  block?: string
}

/** Least and most of a live pace, in seconds. */
export const LIVE_BOUNDS = {
  decision: [5, 3600],
  reserve: [0, 3600],
  gain: [0, 60],
} as const
