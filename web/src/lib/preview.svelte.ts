/** For boards: what the engine says that moves would come to. Boards show it; they never work it out. */

import type { AnyGame, BoardProps, ForetoldOf, GameFacts, MoveOf, SentMove, ViewOf } from './board'
import { keyOf } from './parts'

/** The legal move with these parts, with its forecast; undefined where it is not legal. */
export function optionOf<Game extends GameFacts>(
  view: Pick<ViewOf<Game>, 'moves'>,
  parts: NonNullable<Game['move']>,
): MoveOf<Game> | undefined {
  const key = keyOf(parts)
  return view.moves.find((option) => option.parts?.[0] === parts[0] && keyOf(option.parts!) === key)
}

/**
 * What the moves that are being put together would come to, asked anew whenever they or the position change.
 * `told` is null while there is nothing to tell: no moves, or no answer yet. Make one while a component is set up:
 *
 *     const foresight = new Foresight(() => preview, () => chosenMoves)
 */
export class Foresight<Game extends GameFacts = AnyGame> {
  told: ForetoldOf<Game> | null = $state.raw(null)

  constructor(preview: () => BoardProps<Game>['preview'], moves: () => SentMove<Game>[]) {
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

/**
 * The position as it would be after moves that are being put together. `view` is the newest answer (the position itself
 * without moves), so that nothing flickers while the next one is on its way; `settled` says whether it is the answer to
 * the moves as they are now, `asking` whether an answer is still to come. Make one while a component is set up.
 */
export class Ahead<Game extends GameFacts = AnyGame> {
  #told: { asked: string; from: ViewOf<Game>; view: ViewOf<Game> } | null = $state.raw(null)
  #answered: { asked: string; from: ViewOf<Game> } | null = $state.raw(null)
  readonly #view: () => ViewOf<Game>
  readonly #moves: () => SentMove<Game>[]

  constructor(
    preview: () => BoardProps<Game>['preview'],
    view: () => ViewOf<Game>,
    moves: () => SentMove<Game>[],
  ) {
    this.#view = view
    this.#moves = moves
    $effect(() => {
      const [from, wanted] = [view(), moves()]
      if (!wanted.length) return
      let current = true
      void preview()(wanted).then((told) => {
        if (!current) return
        this.#answered = { asked: keyOf(wanted), from }
        if (told?.view) this.#told = { ...this.#answered, view: told.view }
      })
      return () => {
        current = false
      }
    })
  }

  get view(): ViewOf<Game> {
    const from = this.#view()
    return this.#moves().length && this.#told?.from === from ? this.#told.view : from
  }

  get settled(): boolean {
    return !this.#moves().length || this.#isOfNow(this.#told)
  }

  get asking(): boolean {
    return this.#moves().length > 0 && !this.#isOfNow(this.#answered)
  }

  #isOfNow(answer: { asked: string; from: ViewOf<Game> } | null): boolean {
    return answer?.from === this.#view() && answer.asked === keyOf(this.#moves())
  }
}
