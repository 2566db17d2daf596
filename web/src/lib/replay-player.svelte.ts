/**
 * Plays a finished match: the place in it, the seat whose view is shown, and the positions that have been fetched.
 *
 * The story comes at once, the positions in pages as they are needed. A place is a position that these eyes noticed; it
 * goes by the number of moves made before it, which is the same for all eyes and stands in the address.
 */

import type { ApiError } from './api'
import type { SharedMoment } from './eyes'
import { Stage } from './stage.svelte'
import type { Replay, ReplayViews, Step, View } from './wire'

/** Where a replay comes from. */
export interface Source {
  replay: (match: string, eyes: number) => Promise<Replay>
  replayViews: (match: string, eyes: number, step: number) => Promise<ReplayViews>
}

/** Between two moves that play by themselves. */
const BREATH = 500
/** Whoever drags through a match passes by many pages; one is fetched where the finger rests. */
const REST = 90

export class ReplayPlayer {
  replay: Replay | null = $state.raw(null)
  /** Which of the places is on show. */
  at = $state(0)
  playing = $state(false)
  failure: ApiError | null = $state.raw(null)

  /** After how many moves each place is. */
  readonly places: readonly number[] = $derived([0, ...(this.replay?.steps ?? []).map(({ ply }) => ply)])
  readonly last = $derived(this.places.length - 1)
  readonly step = $derived(this.places[this.at] ?? 0)
  /** The round that is on show, where the game counts them. */
  readonly round = $derived(this.replay?.rounds.findLast(({ step }) => step <= this.step)?.round ?? null)

  #views = new Map<number, View>()
  #fetching = new Map<number, Promise<void>>()
  /** The place the stage stands at or is moving to. */
  #shown = -1
  /** Counts what was asked for: an answer that comes late must not move anything. */
  #asked = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly match: string,
    private readonly source: Source,
    readonly stage: Stage = new Stage(),
  ) {}

  /** Watch with these eyes, from this step on. */
  async watch(eyes: number, step: number): Promise<void> {
    const asked = (this.#asked += 1)
    this.pause()
    try {
      const replay = await this.source.replay(this.match, eyes)
      if (asked !== this.#asked) return
      this.#views.clear()
      this.#fetching.clear()
      this.#keep({ first: 0, views: replay.views })
      this.replay = replay
      this.failure = null
      this.#shown = -1
      await this.#to(this.#placeOf(step), false)
    } catch (error) {
      this.#fail(error, asked)
    }
  }

  // ---- going places ----------------------------------------------------------------------------------------------

  /**
   * One move on, with everything that happened on the way; a scene that still runs is over. Where nothing moves, the
   * pictures of a move are turned over first, one by one.
   */
  forward(): void {
    if (this.stage.waiting) return this.stage.next()
    if (this.at >= this.last) return this.pause()
    void this.#to(this.at + 1, true)
  }

  back(): void {
    this.go(this.at - 1)
  }

  go(place: number): void {
    this.pause()
    void this.#to(Math.max(0, Math.min(this.last, place)), false)
  }

  /** To where the next round or turn begins, or back to the beginning of this one, or of the one before. */
  leap(of: 'rounds' | 'turns', way: 1 | -1): void {
    const marks = this.marks(of)
    const target =
      way > 0 ? marks.find((step) => step > this.step) : marks.findLast((step) => step < this.step)
    this.go(target === undefined ? (way > 0 ? this.last : 0) : this.#placeAfter(target))
  }

  /** The round or the turn on show, as another table of the same deal can find it. */
  readonly moment: SharedMoment = $derived(
    this.round === null
      ? { of: 'turn', number: Math.max(1, this.marks('turns').filter((step) => step <= this.step).length) }
      : { of: 'round', number: this.round },
  )

  /** To that moment; a match that did not come so far stops at its end. */
  showMoment({ of, number }: SharedMoment): void {
    const step =
      of === 'turn'
        ? this.replay?.turns[number - 1]
        : this.replay?.rounds.find(({ round }) => round >= number)?.step
    if (step === undefined) this.go(this.last)
    else this.show(step)
  }

  /** To the place at or after a step. */
  show(step: number): void {
    this.go(this.#placeAfter(step))
  }

  /** After how many moves rounds or turns begin. */
  marks(of: 'rounds' | 'turns'): readonly number[] {
    if (!this.replay) return []
    return of === 'turns' ? this.replay.turns : this.replay.rounds.map(({ step }) => step)
  }

  // ---- by itself -------------------------------------------------------------------------------------------------

  toggle(): void {
    if (this.playing) return this.pause()
    this.playing = true
    if (this.at >= this.last) void this.#to(0, false).then(() => this.#breathe())
    else this.forward()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  #breathe(): void {
    clearTimeout(this.#timer)
    if (this.playing) this.#timer = setTimeout(() => this.playing && this.forward(), BREATH)
  }

  // ---- what is on show -------------------------------------------------------------------------------------------

  async #to(place: number, moving: boolean): Promise<void> {
    const asked = (this.#asked += 1)
    this.at = place
    const step = this.places[place] ?? 0
    try {
      if (!this.#views.has(step)) await this.#fetched(step, asked)
    } catch (error) {
      return this.#fail(error, asked)
    }
    const view = this.#views.get(step)
    if (asked !== this.#asked || !view) return
    if (moving && this.#shown === place - 1) this.#play(place, view)
    else this.stage.jump(view, this.#story(place))
    this.#shown = place
    if (!moving) this.#breathe()
    this.#lookAhead(step)
  }

  #play(place: number, view: View): void {
    const before = this.#views.get(this.places[place - 1] ?? 0)
    if (this.stage.running && before) this.stage.jump(before, this.#story(place - 1))
    this.stage.seen()
    const entry = this.replay?.steps[place - 1]
    this.stage.add({ steps: entry ? [entry] : [], view, then: () => this.#breathe() })
  }

  #story(place: number): Step[] {
    return this.replay?.steps.slice(0, place) ?? []
  }

  /** The last place at or before a step: what these eyes saw then. */
  #placeOf(step: number): number {
    return this.places.findLastIndex((one) => one <= step)
  }

  #placeAfter(step: number): number {
    const place = this.places.findIndex((one) => one >= step)
    return place < 0 ? this.last : place
  }

  // ---- positions -------------------------------------------------------------------------------------------------

  async #fetched(step: number, asked: number): Promise<void> {
    if (this.#shown >= 0) await new Promise((resolve) => setTimeout(resolve, REST))
    if (asked === this.#asked) await this.#fetch(step)
  }

  /** Pages are as long as the first, unless that is all there is. */
  #fetch(step: number): Promise<void> {
    const { replay } = this
    if (!replay) return Promise.resolve()
    const page = Math.floor(step / replay.views.length)
    let fetching = this.#fetching.get(page)
    if (!fetching) {
      fetching = this.source.replayViews(this.match, replay.eyes, step).then((page) => {
        if (replay === this.replay) this.#keep(page)
      })
      this.#fetching.set(page, fetching)
      fetching.catch(() => this.#fetching.delete(page))
    }
    return fetching
  }

  #keep({ first, views }: ReplayViews): void {
    views.forEach((view, index) => this.#views.set(first + index, view))
  }

  /** Have the next page before it is needed. */
  #lookAhead(step: number): void {
    const { replay } = this
    if (!replay) return
    const soon = Math.min(replay.last, step + Math.ceil(replay.views.length / 2))
    if (!this.#views.has(soon)) void this.#fetch(soon).catch(() => {})
  }

  #fail(error: unknown, asked: number): void {
    if (asked !== this.#asked) return
    this.pause()
    this.failure = error as ApiError
  }
}
