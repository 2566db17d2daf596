/** For boards: what the engine says that moves would come to. Boards show it; they never work it out. */

import type { BoardProps } from './board'
import type { Foretold, MoveOption, View } from './wire'

/** The legal move of this text, with its forecast; undefined where it is not legal. */
export function optionOf(view: View, move: string): MoveOption | undefined {
  return view.moves.find((option) => option.move === move)
}

/**
 * What the moves that are being put together would come to, asked anew whenever they or the position change.
 * `told` is null while there is nothing to tell: no moves, or no answer yet. Make one while a component is set up:
 *
 *     const foresight = new Foresight(() => preview, () => chosenMoves)
 */
export class Foresight {
  told: Foretold | null = $state.raw(null)

  constructor(preview: () => BoardProps['preview'], moves: () => string[]) {
    $effect(() => {
      let current = true
      this.told = null
      void preview()(moves()).then((told) => {
        if (current) this.told = told
      })
      return () => {
        current = false
      }
    })
  }
}
