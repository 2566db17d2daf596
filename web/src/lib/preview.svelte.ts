/** For boards: what the engine says that moves would come to. Boards show it; they never work it out. */

import type { AnyGame, BoardProps, GameFacts, MoveOf, SentMove, ViewOf } from './board'
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
 * The position as it would be after moves that are being put together. `view` is the newest answer (the position itself
 * without moves), so that nothing flickers while the next one is on its way; `settled` says whether it is the answer to
 * the moves as they are now, `asking` whether an answer is still to come. Make one while a component is set up.
 */
export class Ahead<Game extends GameFacts = AnyGame> {
  #newest: { asked: string; from: ViewOf<Game>; view: ViewOf<Game> } | null = $state.raw(null)
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
      void preview()(wanted).then((answer) => {
        if (!current) return
        this.#answered = { asked: keyOf(wanted), from }
        if (answer?.view) this.#newest = { ...this.#answered, view: answer.view }
      })
      return () => {
        current = false
      }
    })
  }

  get view(): ViewOf<Game> {
    const from = this.#view()
    return this.#moves().length && this.#newest?.from === from ? this.#newest.view : from
  }

  get settled(): boolean {
    return !this.#moves().length || this.#isOfNow(this.#newest)
  }

  get asking(): boolean {
    return this.#moves().length > 0 && !this.#isOfNow(this.#answered)
  }

  #isOfNow(answer: { asked: string; from: ViewOf<Game> } | null): boolean {
    return answer?.from === this.#view() && answer.asked === keyOf(this.#moves())
  }
}
