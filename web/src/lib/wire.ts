// Generated from src/slugfest/table/{messages,pages,commands}.py and src/slugfest/protocol/wire.py. Do not edit; instead:
// python -m slugfest.server.typescript

/** A sentence or a name in both languages. */
export interface Words {
  en: string
  de: string
}

export type Level = 'easy' | 'medium' | 'hard'

export type Status = 'lobby' | 'playing' | 'finished' | 'abandoned'

export type SeatKind = 'open' | 'person' | 'bot'

export type WayBack = '' | 'practice' | 'ask'

export type Audience = 'team' | 'table'

export type LessonState = 'look' | 'ask' | 'right' | 'wrong' | 'done'

export type PaceKind = 'none' | 'live' | 'days'

export type TimeUp = 'move' | 'bot' | 'give_up'

export type StandInReason = '' | 'left' | 'idle' | 'time' | 'given_up'

export type Resigning = '' | 'lose' | 'end' | 'bot'

export type Ending = '' | 'agreed' | 'resigned' | 'time' | 'draw'

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
  board: Record<string, any>
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

/** One named value; some are offered only at certain numbers of seats. */
export interface OptionValue {
  value: any
  name: Words
  seats: number[] | null
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

/** GET /api/games (without rules, catalogue and guide) and GET /api/games/{game} (with them). */
export interface GameInfo {
  id: string
  name: Words
  variant: Words | null
  tagline: Words
  min_seats: number
  max_seats: number
  seat_counts: number[]
  first_match: FirstMatch
  harder_match: FirstMatch
  options: OptionInfo[]
  goal: Words | null
  rules: RuleInfo[]
  guide: GuideInfo | null
  lessons: number
  catalogue: Record<string, any>
  accent: Accent
  plain: PlainInfo | null
  bots: string[]
  board: string
  cover: string
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
}

/** The answer to GET /api/reach: how other devices get to this server. */
export interface Reach {
  network: string
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

/**
 * Take an open seat, my own again, or in the lobby one that a bot holds, under this name.
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

export type LessonRequest = Sync | Play | Preview | Undo | Next | Go

export type ClientMessage =
  | Sit
  | Nonce
  | Stand
  | SetSeat
  | SetOptions
  | SetPace
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
}

/** POST /api/matches/{id}/branch: play on from a step of a finished match against bots, for practice. */
export interface Branch {
  step: number
  seat: number
  level?: string
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

/** Least and most of a live pace, in seconds. */
export const LIVE_BOUNDS = {
  decision: [5, 3600],
  reserve: [0, 3600],
  gain: [0, 60],
} as const
