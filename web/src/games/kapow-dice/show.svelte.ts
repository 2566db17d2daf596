/** What is on the screen: the position, or the scene that runs from the last position to the next. */

import type { Happening, Step, View } from '../../lib/wire'
import type { Table } from './facts'
import { advance, reasonsOf, sceneOf, type Reason, type Scene } from './scene'

const tableOf = (view: View): Table => view.board as unknown as Table

export class Show {
  scene: Scene = $state.raw()!
  /** The row of an automated opponent that is being decided. */
  row: Reason | null = $state.raw(null)
  #view: View
  #happening: Happening | null

  constructor(view: View, happening: Happening | null, log: readonly Step[]) {
    this.#view = view
    this.#happening = happening
    this.scene = { ...sceneOf(tableOf(view)), reasons: reasonsOf(log) }
  }

  /** A new position, or one more event on the way to it. */
  follow(view: View, happening: Happening | null, log: readonly Step[]): void {
    if (view !== this.#view) this.#arrive(view, log)
    if (happening && happening !== this.#happening) {
      this.scene = advance(this.scene, happening)
      this.row = happening.kind === 'rival_row' ? (this.scene.reasons.at(-1) ?? null) : null
    }
    this.#happening = happening
  }

  /** The log knows what was decided, also where no event was shown: without motion there is none. */
  #arrive(view: View, log: readonly Step[]): void {
    this.scene = { ...sceneOf(tableOf(view)), landed: this.scene.landed, reasons: reasonsOf(log) }
    this.row = null
    this.#view = view
  }
}
