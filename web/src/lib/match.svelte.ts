/** A match as the page sees it: the line to the server, the stage, and what may be asked for. */

import { MatchSocket, matchPath, browser, type Answer, type Asked, type Link, type World } from './socket'
import type { SentMove } from './board'
import { Calls } from './calls.svelte'
import { ServerClock } from './clock.svelte'
import { nonceFor, note } from './fairness'
import { t } from './i18n'
import { isolated } from './names'
import { noteWon } from './won'
import { settings } from './settings.svelte'
import { sound } from './sound'
import { Stage } from './stage.svelte'
import type {
  Advert,
  CoachResult,
  PreviewResult,
  Happening,
  Idea,
  LessonNow,
  MatchInfo,
  Pace,
  Said,
  Say,
  Snapshot,
  Step,
  Update,
  View,
  WayBack,
  Watcher,
  Words,
} from './wire'

/** What the shell says in a bubble: why not, with the rule that says so. */
export interface Bubble {
  text: Words
  rule: string
}

/** How much of a hint is shown: nothing yet, where to look, the idea, the move with its reason. */
export type HintStep = 0 | 1 | 2 | 3

/** Moves that would be a waste: asked about before they are made. */
export interface Doubt extends Bubble {
  moves: SentMove[]
}

/** After a break up to this many missed steps are shown; more are summed up by the position. */
const WORTH_SHOWING = 8

export class Match {
  link: Link = $state('connecting')
  /** Why the match cannot be opened, if it cannot. */
  why: Words | null = $state.raw(null)
  /** Why the table has to wait just now, if it has to. */
  waiting: Words | null = $state.raw(null)
  info: MatchInfo | null = $state.raw(null)
  canUndo = $state(false)
  /** How my last decision could be taken back, where it cannot simply be undone. */
  wayBack: WayBack = $state('')
  bubble: Bubble | null = $state.raw(null)
  /** What the bot found, and how much of it is shown. */
  advice: Idea[] = $state.raw([])
  hintStep: HintStep = $state(0)
  doubt: Doubt | null = $state.raw(null)
  /** What I am deciding, by the last message. Ideas hold as long as it is the same, whatever others do meanwhile. */
  decision = $state('')
  /** Requests that await their answer; a hint being thought about counts apart. */
  asking = $state(0)
  thinking = $state(false)
  /** The match of the last message, though perhaps not on show yet: clocks do not wait for pictures. */
  latest: MatchInfo | null = $state.raw(null)
  /** The server's clock. */
  readonly clock = new ServerClock()
  /** Who asked me to go on, until I do; -1: the host, without a seat. */
  nudgedBy: number | null = $state(null)
  /** What is called at the table. */
  readonly calls: Calls

  /** Where a lesson stands, once its version is on show; null in a match. */
  lesson: LessonNow | null = $state.raw(null)

  /** Counts how often the log was rewritten from an earlier moment: what a board remembers is wrong then. */
  rewritten = $state(0)

  readonly stage: Stage
  readonly #socket: MatchSocket
  /** All steps that have arrived, shown or not. */
  #known: Step[] = []
  /** The newest position, shown or not. */
  #newest: View | null = null
  /** What was asked about moves not sent yet, by these moves; good for the view of the last message. */
  #previews = new Map<string, Promise<PreviewResult | null>>()
  #opened = false
  #added = false

  constructor(
    readonly id: string,
    world: World = browser,
    stage: Stage = new Stage(),
    /** Where a lesson is; a match is at its id. */
    private readonly lessonAt: string | null = null,
  ) {
    this.stage = stage
    this.calls = new Calls(id, (work, milliseconds) => world.later(work, milliseconds))
    this.#socket = new MatchSocket(
      lessonAt ?? matchPath(id),
      {
        snapshot: (message) => this.#snapshot(message),
        update: (message) => this.#update(message),
        presence: (message) => {
          this.#syncClock(message.match)
          this.#later(message.view, message.match)
        },
        said: (said) => this.#receiveCall(said),
        nudged: ({ by }) => {
          this.nudgedBy = by
          void sound('turn')
        },
        link: (link, why) => {
          this.link = link
          this.why = why
        },
        waiting: (why) => {
          this.waiting = why
        },
        lesson: (message) => this.#teach(message),
      },
      world,
    )
  }

  /** Nothing can be played now: events are on show, or an answer is awaited. */
  get busy(): boolean {
    return this.stage.running || this.asking > 0
  }

  /** What boards point at: the moves, once they are shown. */
  get ideas(): Idea[] {
    return this.hintStep === 3 ? this.advice : []
  }

  /** The seat that is mine, or -1. */
  get mine(): number {
    return this.info?.seats.findIndex((seat) => seat.you) ?? -1
  }

  get hosting(): boolean {
    return this.info?.hosting ?? false
  }

  open(): void {
    this.#socket.connect()
  }

  close(): void {
    this.#socket.close()
  }

  /** Check the connection when the page is looked at again and when the network is back; returns how to stop. */
  checkOnReturn(): () => void {
    const seen = (): void => {
      if (document.visibilityState === 'visible') this.#socket.check()
    }
    const online = (): void => this.#socket.check()
    document.addEventListener('visibilitychange', seen)
    addEventListener('online', online)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('online', online)
    }
  }

  retryNow(): void {
    this.#socket.retryNow()
  }

  // ---- what comes in -----------------------------------------------------------------------------------------

  #snapshot(snapshot: Snapshot): void {
    const missed = this.#opened ? missing(this.#known, snapshot.log) : null
    this.#opened = true
    if (isOtherStory(this.#known, snapshot.log)) this.rewritten += 1
    this.#known = snapshot.log
    this.#syncClock(snapshot.match)
    this.#addNonce(snapshot.match)
    this.canUndo = snapshot.can_undo
    this.wayBack = snapshot.way_back
    this.#decide(snapshot.view, snapshot.match)
    if (missed && missed.length > 0 && missed.length <= WORTH_SHOWING && this.stage.view) {
      this.stage.add({ steps: missed, view: snapshot.view, then: () => this.#arrive(snapshot.match) })
    } else if (missed?.length === 0 && this.stage.running) {
      this.#later(snapshot.view, snapshot.match)
    } else {
      this.stage.jump(snapshot.view, snapshot.log, begunWith(snapshot.log))
      this.info = snapshot.match
    }
  }

  /** Nothing new to show, but who is there or who is up may have changed: after what is on show. */
  #later(view: View | null, info: MatchInfo): void {
    if (this.stage.running) this.stage.add({ steps: [], view, then: () => this.#arrive(info) })
    else this.info = info
  }

  /** What time it is there, and whose runs. */
  #syncClock(info: MatchInfo): void {
    this.clock.sync(info.now)
    this.latest = info
    if (!info.owing.includes(info.seats.findIndex((seat) => seat.you))) this.nudgedBy = null
  }

  #update(update: Update): void {
    this.#syncClock(update.match)
    this.#known = [...this.#known, ...update.steps]
    this.#addNonce(update.match)
    this.canUndo = update.can_undo
    this.wayBack = update.way_back
    this.#decide(update.view, update.match)
    this.stage.add({ steps: update.steps, view: update.view, then: () => this.#arrive(update.match) })
  }

  /** Words never run ahead of the picture: what a lesson says waits for what is on show. */
  #teach(lesson: LessonNow): void {
    const say = (): void => {
      this.lesson = lesson
    }
    if (this.stage.running) this.stage.add({ steps: [], view: this.#newest, then: say })
    else say()
  }

  /** Note what the server is bound to; then, if the match waits for it, add my own part to its chance. */
  #addNonce(info: MatchInfo): void {
    if (this.lessonAt) return // its chance is loaded, and nobody's to prove
    const mine = info.seats.findIndex((seat) => seat.you)
    const pin = note(info, mine >= 0 && this.#known.some((step) => step.seat === mine))
    if (!pin || !info.nonce_wanted || this.#added) return
    this.#added = true
    void this.ask({ type: 'nonce', nonce: pin.nonce })
  }

  #decide(view: View | null, info: MatchInfo): void {
    const mine = info.seats.findIndex((seat) => seat.you)
    const moved = this.#known.filter((step) => step.seat === mine).length
    const decision = JSON.stringify([moved, view?.moves.map((option) => option.move)])
    this.#previews.clear()
    this.#newest = view
    if (decision !== this.decision) this.closeHint()
    this.decision = decision
  }

  /** The position of an update is on show: now its seats and its status are true as well. */
  #arrive(info: MatchInfo): void {
    const before = this.info
    this.info = info
    const view = this.stage.view
    if (info.status === 'abandoned') return
    if (info.status === 'finished' && this.mine >= 0 && !this.lessonAt) {
      if (view?.outcome?.winners.includes(this.mine)) noteWon(info.game)
      if (before && before.status !== 'finished') settings.finished += 1
    }
    if (info.status === 'finished' && before?.status !== 'finished') {
      void sound(view?.outcome && !view.outcome.winners.includes(this.mine) ? 'lose' : 'win')
    } else if (view && view.actors.includes(this.mine)) {
      void sound('turn')
    }
  }

  #receiveCall(said: Said): void {
    if (this.calls.receive(said, this.stage.log.at(-1)?.ply ?? 0)) void sound('turn')
  }

  // ---- what goes out -----------------------------------------------------------------------------------------

  async ask(asked: Asked): Promise<Answer> {
    this.asking += 1
    this.bubble = null
    const answer = await this.#socket.ask(asked)
    this.asking -= 1
    if (answer.type === 'refused') this.say(answer.text, answer.rule)
    return answer
  }

  say = (text: Words, rule = ''): void => {
    this.bubble = { text, rule }
    void sound('refuse')
  }

  play = (moves: SentMove[]): void => {
    if (this.busy || moves.length === 0) return
    this.stage.seen()
    void this.#play(moves, !settings.askFirst)
  }

  async #play(moves: SentMove[], sure: boolean): Promise<void> {
    this.closeHint()
    this.asking += 1
    this.bubble = null
    const answer = await this.#socket.ask({ type: 'play', moves, sure })
    this.asking -= 1
    if (answer.type !== 'refused') return
    if (answer.code === 'SURE') this.doubt = { text: answer.text, rule: answer.rule, moves }
    else this.say(answer.text, answer.rule)
  }

  /** A waste that was asked about: do it all the same, or not. */
  doItAnyway = (): void => {
    const doubt = this.doubt
    this.doubt = null
    if (doubt) void this.#play(doubt.moves, true)
  }
  thinkAgain = (): void => {
    this.doubt = null
  }

  undo = (): void => {
    void this.ask({ type: 'undo' })
  }

  /** Take a seat's last decision back: mine, or with my consent somebody else's. Or not, after all. */
  takeBack = (seat: number, agree: boolean): Promise<Answer> => this.ask({ type: 'take_back', seat, agree })

  /**
   * Ask the bot, or show more of its answer. The table can be played on while it thinks; an answer that comes too
   * late is dropped.
   */
  hint = async (): Promise<void> => {
    if (this.thinking) return
    if (this.advice.length > 0) {
      this.hintStep = Math.min(3, this.hintStep + 1) as HintStep
      return
    }
    this.thinking = true
    this.bubble = null
    const asked = this.decision
    const answer = await this.#socket.ask({ type: 'hint' })
    this.thinking = false
    if (asked !== this.decision) return
    if (answer.type === 'refused') this.say(answer.text, answer.rule)
    if (answer.type === 'advice') {
      this.advice = answer.ideas
      // A bot without reasons has nothing to be found out first.
      this.hintStep = this.advice[0]?.where ? 1 : 3
    }
  }

  closeHint = (): void => {
    this.advice = []
    this.hintStep = 0
  }

  /** What matters now, for somebody who learns; null where nobody says, or too late. */
  coach = async (): Promise<CoachResult | null> => {
    const asked = this.decision
    const answer = await this.#socket.ask({ type: 'coach' })
    return answer.type === 'coach_result' && asked === this.decision ? answer : null
  }

  agreeToHints = (agree: boolean): Promise<Answer> => this.ask({ type: 'hints', agree })

  /**
   * What moves would come to, or why they would be refused. Nothing waits for it, and nothing is said; an answer that
   * comes too late is dropped, and none is asked for while older events are still on show.
   */
  preview = (moves: SentMove[]): Promise<PreviewResult | null> => {
    if (this.stage.running || moves.length === 0) return Promise.resolve(null)
    const key = JSON.stringify(moves)
    const known = this.#previews.get(key)
    if (known) return known
    const answer = this.#previewed(moves)
    this.#previews.set(key, answer)
    return answer
  }

  async #previewed(moves: SentMove[]): Promise<PreviewResult | null> {
    const asked = this.decision
    const answer = await this.#socket.ask({ type: 'preview', moves })
    return answer.type === 'preview_result' && asked === this.decision ? answer : null
  }

  /** Say why these moves are not possible. */
  whyNot = async (moves: SentMove[]): Promise<void> => {
    const answer = await this.preview(moves)
    if (answer?.refusal) this.say(answer.refusal.text, answer.refusal.rule)
  }

  /** Call something to my team or to everybody. It is no move: nothing waits for it. */
  call = async (phrase: string, about: number | null, to: Say['to']): Promise<void> => {
    const answer = await this.#socket.ask({ type: 'say', phrase, about, to })
    if (answer.type === 'refused') this.say(answer.text, answer.rule)
  }

  /** In a lesson: go on from what was read. */
  next = (): Promise<Answer> => this.ask({ type: 'next' })
  /** In a lesson: begin a step. */
  go = (step: number): Promise<Answer> => this.ask({ type: 'go', step })

  sit = (seat: number, name: string): Promise<Answer> => {
    const nonce = this.info && nonceFor(this.info)
    return this.ask({ type: 'sit', seat, name, nonce })
  }
  /** As the host: offer the free seats to anybody, or no longer. */
  advertise = (advert: Advert | null): Promise<Answer> => this.ask({ type: 'advertise', advert })
  stand = (): Promise<Answer> => this.ask({ type: 'stand' })
  start = (): Promise<Answer> => this.ask({ type: 'start' })
  /** End the match without a result, if everybody wants to; or let it go on. */
  abandon = (agree: boolean): Promise<Answer> => this.ask({ type: 'abandon', agree })
  resign = (): Promise<Answer> => this.ask({ type: 'resign' })
  /** Offer a draw, or accept one; or let it go on. */
  draw = (agree: boolean): Promise<Answer> => this.ask({ type: 'draw', agree })
  /** Remind somebody that it is their turn. */
  nudge = (seat: number): Promise<Answer> => this.ask({ type: 'nudge', seat })
  /** Hand the seat of somebody who keeps all waiting to a bot; or not. */
  hand = (seat: number, agree: boolean): Promise<Answer> => this.ask({ type: 'hand', seat, agree })
  /** I am here: my seat stays mine. */
  here = (): Promise<Answer> => this.ask({ type: 'here' })
  /** As the host of a lobby: who watches, and whom I have sent away. */
  watchers = async (): Promise<Watcher[]> => {
    const answer = await this.#socket.ask({ type: 'watchers' })
    if (answer.type === 'refused') this.say(answer.text, answer.rule)
    return answer.type === 'watchers_result' ? answer.watchers : []
  }
  /** Send whoever has this seat away. */
  removeFrom = (seat: number): Promise<Answer> => this.ask({ type: 'remove', seat })
  /** Send people away who watch. */
  remove = (watchers: string[]): Promise<Answer> => this.ask({ type: 'remove', watchers })
  readmit = (watchers: string[]): Promise<Answer> => this.ask({ type: 'readmit', watchers })
  setPace = (pace: Pace): Promise<Answer> => this.ask({ type: 'set_pace', pace })
  rematch = (): Promise<Answer> => this.ask({ type: 'rematch' })
  setOptions = (seats: number, options: Record<string, unknown>): Promise<Answer> =>
    this.ask({ type: 'set_options', seats, options })
  setSeat = (seat: number, kind: 'open' | 'bot', level: string = 'medium'): Promise<Answer> =>
    this.ask({ type: 'set_seat', seat, kind, level })
}

/** The steps of a newer log that are not in the older one; null where the newer one does not continue it. */
export function missing(older: Step[], newer: Step[]): Step[] | null {
  if (newer.length < older.length) return null
  const last = older.at(-1)
  const same = newer[older.length - 1]
  if (last && (last.ply !== same?.ply || last.seat !== same.seat || last.move !== same.move)) return null
  return newer.slice(older.length)
}

/** What a match has begun with, as long as nobody has moved in it. */
function begunWith(log: Step[]): Happening[] {
  return log.some(({ seat }) => seat >= 0) ? [] : log.flatMap(({ happenings }) => happenings)
}

/** Whether a newer log goes back before things that happened: more than one small step was taken back. */
export function isOtherStory(older: Step[], newer: Step[]): boolean {
  const dropped = older.slice(newer.length)
  return dropped.length > 1 || dropped.some(({ happenings }) => happenings.length > 1)
}

/** The names around the table, in seat order; a seat without one is called by its number. */
export function namesOf(info: MatchInfo | null): string[] {
  return (info?.seats ?? []).map((seat, index) => isolated(seat.name) || t('seatNumber', { n: index + 1 }))
}
