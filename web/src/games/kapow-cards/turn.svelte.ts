/**
 * What I may do now, the move that I am putting together, and what each tap does to it. Nothing here is drawn:
 * `Board.svelte` does that.
 */

import type { BoardProps, IdeaOf } from '../../lib/board'
import {
  aims,
  canDo,
  choiceOf,
  chosenEarly,
  isNothing,
  meantAction,
  meantAttack,
  moveOf,
  mustDiscard,
  NOTHING,
  offered,
  stepBack,
  stillPossible,
  tapAction,
  tapCard,
  tapTarget,
  valueOf,
  type Action,
  type Choice,
  type Step,
} from './choice'
import type { BoardView, Facts, Move } from './facts'
import { namedMove, namedMoves } from './moves'
import type { Target } from './places'
import { nameOf, t } from './words'

/** What the board shows, as far as the turn depends on it. */
interface Shown {
  table: BoardView
  /** My cards. */
  hand: string[]
  /** The first of the others: whom an attack is meant for that has no target. */
  opponent: number
  /** Ended by agreement. */
  calledOff: boolean
}

export class Turn {
  /** What was put together, as far as it has not been checked against the position. */
  #wish: Choice = $state.raw(NOTHING)
  /** Cards of my hand that were tapped while events run: chosen for the decision that follows. */
  early: string[] = $state.raw([])

  readonly #given: BoardProps<Facts>
  readonly #shown: () => Shown
  readonly #send: (move: Move) => void

  constructor(given: BoardProps<Facts>, shown: () => Shown, send: (move: Move) => void) {
    this.#given = given
    this.#shown = shown
    this.#send = send
  }

  /** A new position after events: what was tapped meanwhile is chosen. */
  arrive({ moves }: BoardProps<Facts>['view']): void {
    this.#wish = chosenEarly(namedMoves(moves), this.early)
    if (moves.length) this.early = []
  }

  clear = (): void => {
    this.#wish = NOTHING
  }

  // ---- what may be done ----------------------------------------------------------------------------------------

  /** Nothing can be done and nothing needs to be said. */
  readonly quiet = $derived.by(() => this.#given.busy || this.#given.replay === true)
  /** What may be done here; a move that was sent stays on show until something comes of it. */
  readonly possible = $derived.by(() =>
    this.#given.happening || this.#given.replay ? [] : namedMoves(this.#given.view.moves),
  )
  readonly legal = $derived.by(() => (this.quiet ? [] : this.possible))
  readonly can = $derived.by(() => ({
    barricade: canDo(this.legal, 'barricade'),
    recruit: canDo(this.legal, 'recruit'),
    pass: canDo(this.legal, 'pass'),
  }))

  // ---- what is put together ------------------------------------------------------------------------------------

  readonly choice = $derived.by(() => stillPossible(this.possible, this.#wish))
  readonly move = $derived.by(() => moveOf(this.possible, this.choice))
  readonly targets = $derived.by(() => aims(this.legal, this.choice))
  /** The cards of my hand that a tap would do something with. */
  readonly offered = $derived.by(() => offered(this.legal, this.choice, this.#shown().hand))
  /** What the big button says. */
  readonly primary = $derived.by(() => {
    const { choice, possible } = this
    const { names, catalogue, view } = this.#given
    const { table, calledOff } = this.#shown()
    const [card] = choice.cards
    const value = valueOf(possible, choice.cards)
    if (choice.action === 'pass') return t('passButton')
    if (choice.action === 'recruit') {
      if (!mustDiscard(possible)) return t('recruitDraw')
      return card ? t('recruitDiscard', { card: nameOf(catalogue, card) }) : t('recruitWhich')
    }
    if (choice.action === 'barricade')
      return card ? t('barricadeCard', { card: nameOf(catalogue, card) }) : t('barricadeWhich')
    if (value !== null) return t(choice.target ? 'attackButton' : 'chooseTarget', { value })
    if (choice.cards.length) return t('addHero')
    if (table.turn === null || calledOff) return t('over')
    if (!this.legal.length)
      return table.turn === view.seat ? t('hereGoes') : t('waiting', { name: names[table.turn] ?? '' })
    return this.offered.length ? t('chooseCards') : t('chooseAction')
  })

  // ---- hints ---------------------------------------------------------------------------------------------------

  /** The best idea, unless the player is already on another way. */
  readonly #hint = $derived.by(() => {
    const [idea] = this.#given.ideas
    return idea && isNothing(this.choice) ? namedMove(idea.line[0]!.parts) : null
  })
  readonly hinted: { target: Target | null; action: Action | null; cards: string[] } = $derived.by(() => {
    const hint = this.#hint
    if (hint?.kind === 'attack') return { target: hint.target, action: null, cards: hint.cards }
    const action = hint?.kind ?? null
    if (hint?.kind === 'barricade') return { target: null, action, cards: [hint.card] }
    const cards = hint?.kind === 'recruit' && hint.discard ? [hint.discard] : []
    return { target: null, action, cards }
  })

  // ---- taps ----------------------------------------------------------------------------------------------------

  /** Let the engine say why a move is not possible; who can do nothing at all is told that. */
  #refuse(meant: () => Move): void {
    if (!this.quiet) this.#given.whyNot([this.legal.length ? meant() : ['pass']])
  }

  #follow(step: Step, meant: () => Move): void {
    if (step.refused) this.#refuse(meant)
    this.#wish = step.choice
    if (step.confirm) this.confirm()
  }

  confirm = (): void => {
    const chosen = moveOf(this.legal, stillPossible(this.legal, this.#wish))
    if (chosen) this.#send(chosen.parts)
  }

  onCard = (card: string): void => {
    const { happening, replay } = this.#given
    const { early, legal, choice } = this
    if (happening && !replay)
      this.early = early.includes(card) ? early.filter((one) => one !== card) : [...early, card].slice(-2)
    if (this.quiet) return
    const together = choice.cards.includes(card) ? [card] : [...choice.cards, card]
    const { hand, opponent } = this.#shown()
    this.#follow(tapCard(legal, choice, card), () =>
      meantAttack(legal, together, choice.target ?? { seat: opponent, zone: 'row', index: 0 }, hand),
    )
  }

  onTarget = (target: Target): void => {
    const { legal, choice } = this
    if (!this.#given.busy)
      this.#follow(tapTarget(legal, choice, target), () =>
        meantAttack(legal, choice.cards, target, this.#shown().hand),
      )
  }

  /** A card of my own row is no target; the engine says so. */
  onOwnRow = (index: number): void => {
    const { seat } = this.#given.view
    this.#refuse(() =>
      meantAttack(this.legal, this.choice.cards, { seat, zone: 'row', index }, this.#shown().hand),
    )
  }

  onAction = (action: Action): void => {
    if (!this.quiet)
      this.#follow(tapAction(this.legal, this.choice, action), () => meantAction(action, this.#shown().hand))
  }

  takeIdea = (idea: IdeaOf<Facts>): void => {
    if (!this.quiet) this.#wish = choiceOf(namedMove(idea.line[0]!.parts))
  }

  /** One step back; whether there was one. */
  stepBack(): boolean {
    if (isNothing(this.choice)) return false
    this.#wish = stepBack(this.choice)
    return true
  }
}
