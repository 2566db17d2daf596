/**
 * The stage: shows what happened, one event after another, and only then the position it led to.
 *
 * Live matches, lessons and replays share it. While a scene runs, `view` is still the position before it and
 * `happening` is the event on show. Words never run ahead of the picture: an event is *revealed* when its picture has
 * come to its point (the card has turned, the dice lie), and only then its sentence enters the log and its sound plays.
 *
 * Where nothing should move, the same events are shown in still pictures, at the reader's pace: each stays until the reader
 * asks for the next one. What comes meanwhile waits; all of it can be skipped.
 */

import { tick } from 'svelte'
import { intensityOf, loudnessOf, pitchOf, type Landed } from './blows'
import type { Beat } from './board'
import { words } from './i18n'
import { hurry, motionless, pace, settings, type Stills } from './settings.svelte'
import { sound, type Sound } from './sound'
import { vibrate } from './vibration'
import type { Happening, Step, View } from './wire'

export interface Scene {
  steps: Step[]
  view: View | null
  /** Called when the position is on show. */
  then?: () => void
}

export const USUAL_BEAT = 380
/** With more scenes than this waiting, each is shown twice as fast: nobody likes to lag behind. */
const PATIENT_WITH = 3
const HURRIED = 0.5
/** The last event of all, where its board goes on showing it: so long is it shown before the position comes. */
const LINGERING = 320
/** What takes no longer is over at once. */
const INSTANT = 1
/** How long a still picture stays that changes by itself: a look at it, and its letters. */
const LOOK = 1200
const LETTER = 45
/** A still picture gathers as much as can be read under the banner of a phone. */
const PAGE = 150

/** Waits, and how to cut the wait short. */
export type Wait = (milliseconds: number) => { over: Promise<void>; cut: () => void }

/** A page that is not in sight draws no frames; it goes on after this long. */
const UNSEEN = 100
/** What hangs for so much longer than it should is not waited for. */
const HANGING = 1000

/** What is to move within so long, and has not come to its end. */
function moving(milliseconds: number): Animation[] {
  const all = document.getAnimations?.() ?? []
  return all.filter(({ effect, playState }) => {
    const end = Number(effect?.getComputedTiming().endTime ?? Infinity)
    return end <= milliseconds && (playState === 'running' || playState === 'paused')
  })
}

/**
 * Time counts from the first frame that shows what there is to wait for, and is not over before everything that moves
 * within it has come to its end: on a slow machine words are late as well.
 */
const wait: Wait = (milliseconds) => {
  let cut = (): void => {}
  const over = new Promise<void>((resolve) => {
    let timer: ReturnType<typeof setTimeout>
    const end = (): void => {
      const late = moving(milliseconds).map(({ finished }) => finished)
      if (late.length === 0) return resolve()
      timer = setTimeout(resolve, HANGING)
      void Promise.allSettled(late).then(cut)
    }
    const begin = (): void => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      timer = setTimeout(end, milliseconds)
    }
    const frame = requestAnimationFrame(begin)
    timer = setTimeout(begin, UNSEEN)
    cut = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      resolve()
    }
  })
  return { over, cut }
}

const lettersOf = (happenings: readonly Happening[]): number =>
  happenings.reduce((sum, { text }) => sum + words(text).length, 0)

const soundOf = ({ facts }: Happening, { sound = 'tick' }: Beat): Sound =>
  typeof sound === 'function' ? sound(facts) : sound

/** When the picture of an event comes to its point; `told` in plugins made before it had this name. */
const pointOf = ({ revealAt, told }: Beat): number => revealAt ?? told ?? 0

export class Stage {
  view: View | null = $state.raw(null)
  /** The entries that have been shown. */
  log: Step[] = $state.raw([])
  happening: Happening | null = $state.raw(null)
  /** The picture of the event on show has come to its point. */
  revealed = $state(true)
  /** Events without a picture, since one was shown: boards follow them all the same. */
  passed: Happening[] = $state.raw([])
  /** The events of the picture on show. */
  page: Happening[] = $state.raw([])
  running = $state(false)
  /** The position that comes next, once nothing else is to be shown before it: boards may ask about it already. */
  upcoming: View | null = $state.raw(null)
  /** The blow that has just landed, until the next event. */
  blow: Landed | null = $state.raw(null)
  /** A still picture stays until the reader asks for the next one. */
  waiting = $state(false)
  beats: Partial<Record<string, Beat>> = {}

  #scenes: Scene[] = []
  #skipping = false
  #cut: (() => void) | null = null
  /**
   * The still picture on show that nobody has said to have seen. One that gathers what comes along takes in more; one
   * that the position shows as well outlives its scene.
   */
  #unread: 'page' | 'gathering' | 'lasting' | null = null
  /** The next still picture begins a page of its own. */
  #fresh = true
  /** Blows of this scene that have landed. */
  #hits = 0
  /** Counts the jumps: a scene that was running before one must not touch the stage after it. */
  #jumps = 0

  constructor(
    private readonly wait_: Wait = wait,
    private readonly stills: () => Stills = () => settings.stills,
  ) {}

  /**
   * Show a position at once, with the log that led to it, and forget what was still to be shown. A match that has just
   * begun says what it began with: boards may let the first dice roll.
   */
  jump(view: View | null, log: Step[], begun: Happening[] = []): void {
    this.#jumps += 1
    this.#cut?.()
    this.#scenes = []
    this.seen()
    this.happening = null
    this.upcoming = null
    this.blow = null
    this.revealed = true
    this.passed = begun
    this.page = []
    this.running = false
    this.view = view
    this.log = log
  }

  /** Boards and beats are there: a match that has just begun may show what it began with. */
  async begin(): Promise<void> {
    if (this.running) return
    const jumps = this.#jumps
    this.running = true
    this.#skipping = false
    await this.#open()
    if (jumps === this.#jumps) await this.#run()
  }

  /** Show a scene after those that are already waiting. */
  add(scene: Scene): void {
    this.#scenes.push(scene)
    if (!this.running) void this.#run()
  }

  /** Show the end of all that is waiting, now. */
  skip(): void {
    if (!this.running) return
    this.#skipping = true
    this.#cut?.()
  }

  /** The still picture has been seen: on to the next. */
  next(): void {
    if (this.waiting) this.#cut?.()
  }

  /** Whoever acts on what is on show has seen it. */
  seen(): void {
    this.#unread = null
    this.#fresh = true
  }

  async #run(): Promise<void> {
    const jumps = this.#jumps
    this.running = true
    this.#skipping = false
    let scene: Scene | undefined
    while ((scene = this.#scenes[0])) {
      hurry.factor = this.#scenes.length > PATIENT_WITH ? HURRIED : 1
      this.#hits = 0
      for (const step of scene.steps) {
        await this.#show(step, jumps)
        if (jumps !== this.#jumps) return
      }
      if (this.#unread && this.#unread !== 'lasting') await this.#turn()
      if (jumps !== this.#jumps) return
      this.#scenes.shift()
      this.happening = null
      this.upcoming = null
      this.blow = null
      const first = this.view === null
      this.view = scene.view
      if (first) await this.#open()
      if (jumps !== this.#jumps) return
      scene.then?.()
    }
    hurry.factor = 1
    this.running = false
  }

  /** The first dice roll: nothing is said of them before they lie. */
  async #open(): Promise<void> {
    const points = this.passed.map(({ kind }) => pointOf(this.beats[kind] ?? {}))
    const point = this.view && !this.#skipping ? Math.max(0, ...points) * pace() : 0
    if (point === 0) return
    const jumps = this.#jumps
    const { log } = this
    this.revealed = false
    this.page = []
    this.log = []
    await this.#pause(point)
    if (jumps !== this.#jumps) return
    this.log = log
    this.revealed = true
  }

  async #show(step: Step, jumps: number): Promise<void> {
    const before = this.log
    if (step.happenings.length === 0) this.log = [...before, step]
    for (const [index, happening] of step.happenings.entries()) {
      const reveal = (): void => {
        this.revealed = true
        this.log = [...before, { ...step, happenings: step.happenings.slice(0, index + 1) }]
      }
      const beat = this.beats[happening.kind] ?? {}
      const shown = this.view !== null && !this.#skipping && !(motionless() && this.stills() === 'end')
      if (shown && this.passed.length > 0) await this.#catchUp()
      if (jumps !== this.#jumps) return
      if (!shown) this.#pass(happening, reveal)
      else if (motionless()) await this.#picture(happening, beat, reveal, jumps)
      else await this.#move(happening, beat, reveal, jumps, this.#isLast(step, index))
      if (jumps !== this.#jumps) return
    }
  }

  /** Log an event without a picture, and so without a sound. */
  #pass(happening: Happening, reveal: () => void): void {
    this.seen()
    this.passed = [...this.passed, happening]
    this.page = [happening]
    reveal()
  }

  /** Let the board follow what passed before the next picture begins. */
  async #catchUp(): Promise<void> {
    await tick()
    this.passed = []
  }

  /** Whether nothing that takes time is to be shown after this event. */
  #isLast(step: Step, index: number): boolean {
    const [scene] = this.#scenes
    if (!scene || this.#scenes.length > 1) return false
    const later = scene.steps.slice(scene.steps.indexOf(step) + 1).flatMap(({ happenings }) => happenings)
    const rest = [...step.happenings.slice(index + 1), ...later]
    return rest.every(({ kind }) => (this.beats[kind]?.milliseconds ?? USUAL_BEAT) <= INSTANT)
  }

  async #move(
    happening: Happening,
    beat: Beat,
    reveal: () => void,
    jumps: number,
    last: boolean,
  ): Promise<void> {
    const whole = (beat.milliseconds ?? USUAL_BEAT) * pace()
    const point = Math.min(whole, pointOf(beat) * pace())
    this.seen()
    this.happening = happening
    this.upcoming = null
    this.blow = null
    this.revealed = false
    if (beat.cue) void sound(beat.cue)
    if (point > 0) await this.#pause(point)
    if (jumps !== this.#jumps) return
    this.page = [happening]
    reveal()
    if (this.#skipping) return
    if (last) this.upcoming = this.#scenes[0]?.view ?? null
    this.#land(happening, beat)
    const rest = whole - point
    await this.#pause(last && beat.lingers ? Math.min(rest, LINGERING * pace()) : rest)
  }

  /** The picture has come to its point: what it sounds and feels like. */
  #land(happening: Happening, beat: Beat): void {
    const blow = beat.blow?.(happening.facts, this.view) ?? null
    const intensity = blow ? intensityOf(blow) : 0
    if (intensity === 0) return void sound(soundOf(happening, beat))
    this.#hits += 1
    this.blow = { intensity, nth: this.#hits }
    void sound(soundOf(happening, beat), loudnessOf(intensity), pitchOf(this.#hits))
    vibrate(intensity)
  }

  async #picture(happening: Happening, beat: Beat, reveal: () => void, jumps: number): Promise<void> {
    const { still = 'page' } = beat
    const full = this.#unread === 'gathering' && lettersOf([...this.page, happening]) > PAGE
    const turning = this.#unread === 'page' || full || (this.#unread !== null && still !== 'along')
    if (turning) await this.#turn()
    if (jumps !== this.#jumps) return
    if (this.#skipping) return this.#pass(happening, reveal)
    this.happening = happening
    this.page = this.#fresh ? [happening] : [...this.page, happening]
    this.#fresh = false
    reveal()
    if (still === 'page' || still === 'lasting') {
      this.#unread = still
      void sound(soundOf(happening, beat))
    } else if (turning) this.#unread = still === 'along' ? 'gathering' : null
    await tick() // boards follow every event, also one that is not looked at by itself
  }

  /** The picture on show has been seen, or is now. */
  async #turn(): Promise<void> {
    if (this.#unread && !this.#skipping) {
      this.waiting = true
      await (this.stills() === 'wait' ? this.#asked() : this.#pause(this.#readingTime()))
      this.waiting = false
    }
    this.seen()
  }

  #readingTime(): number {
    return LOOK + LETTER * lettersOf(this.page)
  }

  #asked(): Promise<void> {
    return new Promise((resolve) => {
      const cut = (): void => {
        if (this.#cut === cut) this.#cut = null
        resolve()
      }
      this.#cut = cut
    })
  }

  async #pause(milliseconds: number): Promise<void> {
    const { over, cut } = this.wait_(milliseconds)
    this.#cut = cut
    await over
    if (this.#cut === cut) this.#cut = null
  }
}
