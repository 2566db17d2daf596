/**
 * What I may decide now, what I have chosen of it, and what each tap does to that: fighters of a draft, a character, the
 * first card, a card and its place. Nothing here is drawn: `Board.svelte` does that.
 */

import { untrack } from 'svelte'
import type { BoardProps } from '../../lib/board'
import {
  asksAside,
  has,
  isNothing,
  leftOver,
  lowestOf,
  movesOf,
  NOTHING,
  tapDrawn,
  tapFighter,
  type Setting,
  type Wish,
} from './choice'
import type { Facts, Move } from './facts'
import { both, capital, cardName, fighterName, fighterObject, t } from './words'

export class Turn {
  wish: Wish = $state.raw(NOTHING)
  /** What was sent stays on show until something comes of it. */
  #sent = $state(false)
  /** What the board is given. */
  readonly #given: BoardProps<Facts>

  constructor(given: BoardProps<Facts>) {
    this.#given = given
    $effect.pre(() => {
      if (!given.busy || given.happening) this.#sent = false
    })
    let asked = untrack(() => this.#question)
    $effect.pre(() => {
      if (this.#question !== asked) this.wish = NOTHING
      asked = this.#question
    })
  }

  // ---- what may be decided -------------------------------------------------------------------------------------

  readonly #table = $derived.by(() => this.#given.view.board)
  readonly #seat = $derived.by(() => this.#given.view.seat)
  /** A wish lasts as long as the same things are legal; what the other side decides meanwhile leaves it alone. */
  readonly #question = $derived.by(() => {
    const { phase, round } = this.#table
    return `${phase} ${round} ${this.#given.view.moves.map(({ move }) => move).join()}`
  })
  readonly #legal = $derived.by(() => (this.#given.busy && !this.#sent ? [] : this.#given.view.moves))
  readonly side = $derived.by(() => (this.#seat < 0 ? null : (this.#table.sides[this.#seat] ?? null)))
  /** It is mine to decide. */
  readonly mine = $derived.by(() => {
    const { view, replay } = this.#given
    return this.#seat >= 0 && view.actors.includes(this.#seat) && view.outcome === null && !replay
  })
  readonly setting: Setting = $derived.by(() => ({
    phase: this.#table.phase,
    way: this.#table.way,
    legal: this.#legal,
    drawn: this.side?.drawn ?? [],
  }))
  /** What the big button would send; null while something is missing. */
  readonly moves = $derived.by(() => movesOf(this.wish, this.setting))
  /** What a hint points at. */
  readonly hint = $derived.by((): Move | null => {
    const { ideas, busy } = this.#given
    return ideas.length && this.mine && !busy ? (ideas[0]!.line[0]?.parts ?? null) : null
  })

  /** What the big button says. */
  readonly primary = $derived.by(() => {
    if (!this.mine) return ''
    const { wish, setting } = this
    const { catalogue } = this.#given
    const { draft, phase } = this.#table
    const fighter = wish.fighter ?? draft?.choice.keep ?? null
    if (draft) {
      if (asksAside(setting)) {
        if (!fighter) return t('choosePick')
        if (!wish.aside) return t('chooseAside')
        const keep = fighterObject(catalogue, fighter)
        return t('confirmPickAside', {
          keep,
          Keep: capital(keep),
          aside: fighterObject(catalogue, wish.aside),
        })
      }
      if (!wish.fighter) return t('choosePick')
      const name = fighterObject(catalogue, wish.fighter)
      return t('confirmPick', { name, Name: capital(name) })
    }
    if (phase === 'character')
      return wish.character
        ? t('confirmCharacter', { name: fighterName(catalogue, wish.character) })
        : t('chooseCharacter')
    if (phase === 'order')
      return wish.first ? t('confirmFirst', { card: cardName(catalogue, wish.first) }) : t('chooseFirst')
    if (has(setting.legal, 'under')) return t('confirmUnder')
    if (!wish.card) return t('chooseCard')
    return wish.place === null ? t('choosePlace') : t('confirmInsert', { n: wish.place + 1 })
  })
  /** What the button explains is what it would do now. */
  readonly explained = $derived.by(() => {
    const { draft, phase } = this.#table
    if (draft) return 'pick'
    return phase === 'character' || phase === 'order' ? phase : 'confirm'
  })

  /** The upper of the two cards that go back, where swapping them would make a difference. */
  readonly swappable = $derived.by((): string | null => {
    const { wish, setting } = this
    if (this.#given.busy || !this.mine || setting.phase !== 'deck') return null
    const inserting = has(setting.legal, 'insert')
    if (inserting && wish.card === null) return null
    const left = inserting ? leftOver(setting, wish.card) : setting.drawn
    const lowest = lowestOf(left, wish)
    return left.length === 2 && left[0] !== left[1] ? (left.find((card) => card !== lowest) ?? null) : null
  })

  // ---- taps ----------------------------------------------------------------------------------------------------

  /** Somebody who has nothing to decide hears from the engine why not. */
  #refuse(meant: Move): boolean {
    const { busy, say, view, replay, whyNot } = this.#given
    if (busy) say(both('running'))
    else if (this.#seat >= 0 && !this.mine && view.outcome === null && !replay) whyNot([meant])
    else return false
    return true
  }

  confirm = (): void => {
    const { moves } = this
    if (!moves) return
    this.#sent = true
    this.#given.play(moves)
  }

  onFighter = (fighter: string): void => {
    if (this.#refuse(['pick', fighter]) || this.#seat < 0) return
    const kept = this.#table.draft?.choice.keep ?? null
    if (fighter === kept) return this.#given.whyNot([['discard', fighter]])
    this.wish = tapFighter(this.wish, fighter, this.setting, kept)
  }

  onCard = (card: string, again: boolean): void => {
    if (this.#refuse(['insert', card, 0])) return
    if (has(this.#legal, 'insert')) this.wish = tapDrawn(this.wish, card, again)
    else this.wish = { ...this.wish, lowest: card }
  }

  onGap = (place: number): void => {
    const { busy } = this.#given
    if (!busy) this.wish = { ...this.wish, place: this.wish.place === place ? null : place }
  }

  onCharacter = (character: string): void => {
    if (this.#refuse(['character', character]) || !this.mine) return
    this.wish = { ...this.wish, character: this.wish.character === character ? null : character }
  }

  onFirst = (card: string): void => {
    if (!this.#refuse(['first', card]))
      this.wish = { ...this.wish, first: this.wish.first === card ? null : card }
  }

  swap = (): void => {
    if (this.swappable) this.wish = { ...this.wish, lowest: this.swappable }
  }

  /** What the keys 1 to 9 tap. */
  readonly numbered = $derived.by((): (() => void)[] => {
    if (!this.mine) return []
    const { draft, phase, choosing } = this.#table
    if (draft) return (phase === 'free' ? draft.offer : draft.hand).map((key) => () => this.onFighter(key))
    if (phase === 'character') return (choosing?.characters ?? []).map((key) => () => this.onCharacter(key))
    if (phase === 'order') return (this.side?.deck ?? []).map((card) => () => this.onFirst(card))
    const { drawn } = this.setting
    const kept = drawn.indexOf(this.wish.card ?? '')
    return drawn.map((card, nth) => () => this.onCard(card, nth === kept))
  })

  /** Lay everything back; whether there was anything. */
  clear(): boolean {
    if (isNothing(this.wish)) return false
    this.wish = NOTHING
    return true
  }
}
