/**
 * The stage: shows what happened, one event after another, and only then the position it led to.
 *
 * Live matches and replays share it. While a scene runs, `view` is still the position before it and `happening` is the
 * event on show; each sentence enters the log when its event is shown. A scene can be skipped; where nothing should
 * move, it is over at once.
 */

import type { Beat } from './board'
import { pace } from './settings.svelte'
import { sound } from './sound'
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

/** Waits, and how to cut the wait short. */
export type Wait = (milliseconds: number) => { over: Promise<void>; cut: () => void }

export const wait: Wait = (milliseconds) => {
  let cut = (): void => {}
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    cut = () => {
      clearTimeout(timer)
      resolve()
    }
  })
  return { over, cut }
}

export class Stage {
  view: View | null = $state.raw(null)
  log: Step[] = $state.raw([])
  happening: Happening | null = $state.raw(null)
  running = $state(false)
  beats: Partial<Record<string, Beat>> = {}

  #scenes: Scene[] = []
  #skipping = false
  #cut: (() => void) | null = null
  /** Counts the jumps: a scene that was running before one must not touch the stage after it. */
  #jumps = 0

  constructor(private readonly wait_: Wait = wait) {}

  /** Show a position at once, with the log that led to it, and forget what was still to be shown. */
  jump(view: View | null, log: Step[]): void {
    this.#jumps += 1
    this.#cut?.()
    this.#scenes = []
    this.happening = null
    this.running = false
    this.view = view
    this.log = log
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

  async #run(): Promise<void> {
    const jumps = this.#jumps
    this.running = true
    this.#skipping = false
    let scene: Scene | undefined
    while ((scene = this.#scenes[0])) {
      for (const step of scene.steps) {
        await this.#show(step, jumps)
        if (jumps !== this.#jumps) return
      }
      this.#scenes.shift()
      this.happening = null
      this.view = scene.view
      scene.then?.()
    }
    this.running = false
  }

  async #show(step: Step, jumps: number): Promise<void> {
    const before = this.log
    this.log = [...before, { ...step, happenings: [] }]
    for (const [index, happening] of step.happenings.entries()) {
      this.log = [...before, { ...step, happenings: step.happenings.slice(0, index + 1) }]
      await this.#beat(happening)
      if (jumps !== this.#jumps) return
    }
  }

  async #beat(happening: Happening): Promise<void> {
    if (this.#skipping) return
    const beat = this.beats[happening.kind] ?? {}
    void sound(beat.sound ?? 'tick')
    const hurry = this.#scenes.length > PATIENT_WITH ? 0.5 : 1
    const milliseconds = (beat.milliseconds ?? USUAL_BEAT) * pace() * hurry
    if (milliseconds <= 0) return
    this.happening = happening
    const { over, cut } = this.wait_(milliseconds)
    this.#cut = cut
    await over
    if (this.#cut === cut) this.#cut = null
  }
}
