/**
 * What I may do now, the turn that I am putting together, what the engine says it would come to, and what each tap does
 * to it. Nothing here is drawn: `Board.svelte` does that.
 */

import { untrack } from 'svelte'
import type { BoardProps, IdeaOf, MoveOf, ViewOf } from '../../lib/board'
import { Ahead, optionOf } from '../../lib/preview.svelte'
import { inOrder } from './craft'
import type { BoardView, Card, Facts, Move } from './facts'
import { hintedBy } from './ideas'
import { typeOf, useOf } from './pieces'
import {
  attachMoves,
  betMoves,
  betOn,
  cardMoves,
  NOTHING,
  playMoves,
  stepBack,
  stillPossible,
  wageredHand,
  wagerMoves,
  withoutLast,
  isNothing,
  type Chosen,
  type Wish,
} from './wish'

export class Turn {
  wish: Wish = $state.raw(NOTHING)
  /** The card whose value is being explained. */
  looked: string | null = $state(null)
  /** A card that was tapped while events run: chosen as soon as it is my turn. */
  early: string | null = $state(null)
  /** What was sent stays on show until something comes of it. */
  #sent = $state(false)

  /** What the board is given. */
  readonly #given: BoardProps<Facts>
  readonly #scene: () => { table: BoardView }
  /** The position with what is crafted: the engine says what that comes to. */
  readonly #basis: Ahead<Facts>
  /** The same with the set or the wagers. */
  readonly #ahead: Ahead<Facts>
  /** The same without the last wager from my stock: its Kodora can still go to another card. */
  readonly #elsewhere: Ahead<Facts>

  constructor(given: BoardProps<Facts>, scene: () => { table: BoardView }) {
    this.#given = given
    this.#scene = scene
    const ahead = (moves: () => Move[]) =>
      new Ahead<Facts>(
        () => given.preview,
        () => given.view,
        moves,
      )
    this.#basis = ahead(() => (this.crafting ? attachMoves(this.wish) : []))
    this.#ahead = ahead(() => {
      if (this.wagering) return wagerMoves(this.wish.bets)
      const { you } = this
      return this.crafting && you ? [...attachMoves(this.wish), ...cardMoves(this.chosen, you)] : []
    })
    this.#elsewhere = ahead(() => (this.wagering && this.#freed ? wagerMoves(this.#freed) : []))
    $effect.pre(() => {
      const { busy, happening } = given
      if (!busy || happening) this.#sent = false
    })
    $effect(() => {
      const id = this.early
      const { happening, busy } = given
      if (!id || happening || busy || !this.crafting) return
      this.early = null
      if (this.hand.some(({ card }) => card === id)) untrack(() => void this.#choose(id))
    })
  }

  /** A new position: only what is still possible in it stays. */
  arrive(table: BoardView): void {
    this.wish = stillPossible(this.wish, table, this.#given.view.seat)
    if (!table.you?.hand.some(({ card }) => card === this.looked)) this.looked = null
  }

  // ---- what may be done ----------------------------------------------------------------------------------------

  readonly #table = $derived.by(() => this.#scene().table)
  readonly #seat = $derived.by(() => this.#given.view.seat)
  readonly you = $derived.by(() => this.#table.you)
  /** The kinds of moves that are legal. */
  readonly moves = $derived.by(() => {
    const { busy, replay, view } = this.#given
    return new Set((busy && !this.#sent) || replay ? [] : view.moves.map(({ parts }) => parts[0]))
  })
  readonly deciding = $derived.by(() => this.moves.size > 0)
  readonly wagering = $derived.by(() => this.deciding && this.#table.phase === 'wagers')
  readonly crafting = $derived.by(() => this.deciding && this.#table.phase === 'turn')
  /** Something is asked of the engine. */
  readonly asking = $derived.by(() => this.#basis.asking || this.#ahead.asking || this.#elsewhere.asking)

  // ---- what is put together ------------------------------------------------------------------------------------

  readonly chosen: Chosen[] = $derived.by(() => {
    const { wish, you } = this
    return wish.cards.length || !you?.draft.length || !this.crafting ? wish.cards : [...you.draft]
  })
  readonly #tapped = $derived.by(() => this.chosen.filter(({ card }) => this.wish.picked.includes(card)))
  readonly #freed = $derived.by(() => withoutLast(this.wish.bets))
  readonly #mine = $derived.by(() => this.#ahead.view.board.you ?? this.you)
  /** The moves that are legal after all of it. */
  readonly foretold = $derived.by(() => this.#ahead.view.moves)
  readonly hand = $derived.by(() => {
    const { phase, round } = this.#table
    return inOrder(
      phase === 'wagers'
        ? wageredHand(this.you?.hand ?? [], this.wish.bets, this.#seat, round)
        : ((this.crafting ? this.#mine : this.you)?.hand ?? []),
    )
  })
  readonly set = $derived.by(() => (this.crafting && this.chosen.length && this.#mine?.set) || null)
  readonly playing = $derived.by(() =>
    this.crafting && this.chosen.length
      ? optionOf<Facts>(this.#ahead.view, ['play', []])?.forecast?.play
      : undefined,
  )
  readonly planned = $derived.by(() => this.wish.plan.map(({ piece }) => piece))
  /** Pieces that lie on cards but are not final: crafted, or a Kodora for a wager. */
  readonly fresh = $derived.by(() => [...this.planned, ...this.wish.bets.flatMap(({ piece }) => piece ?? [])])
  /** What each card would be worth with the piece in the fingers. */
  readonly values = $derived.by(() => {
    const found: Record<string, number> = {}
    const { piece } = this.wish
    if (piece && this.crafting)
      for (const { card } of this.hand) {
        const value = optionOf<Facts>(this.#basis.view, ['attach', piece, card])?.forecast?.value
        if (value !== undefined) found[card] = value
      }
    return found
  })
  readonly staked = $derived.by(() => [
    ...this.wish.bets.map(({ card }) => card),
    ...(this.you?.wagers ?? []).map(({ card }) => card),
  ])
  /** The cards of my hand that a tap would do something with. */
  readonly offered = $derived.by(() => {
    const { you, hand, staked } = this
    if (this.wagering && you && !you.answered)
      return hand.map(({ card }) => card).filter((id) => this.#bet(id) || staked.includes(id))
    if (!this.crafting) return []
    if (this.wish.piece) return Object.keys(this.values)
    const joining = hand.map(({ card }) => card).filter((id) => joiningMove(this.#ahead.view, id))
    return [...joining, ...this.chosen.map(({ card }) => card)]
  })
  /** What the button would send; null while something is missing. */
  readonly ready = $derived.by((): Move[] | null => {
    const { wish, you, moves } = this
    if (!this.deciding || !you) return null
    if (wish.sure === 'exchange') return [['exchange']]
    if (wish.sure === 'pass') return [...attachMoves(wish), ['pass']]
    if (this.wagering) return you.answered ? null : betMoves(wish, you)
    if (moves.has('discard')) return [['discard']]
    if (moves.has('end')) return [['end']]
    return this.playing && this.#ahead.settled ? playMoves({ ...wish, cards: [...this.chosen] }, you) : null
  })

  // ---- what is explained ---------------------------------------------------------------------------------------

  readonly explained = $derived.by(() => this.hand.find(({ card }) => card === this.looked) ?? null)
  /** The chosen cards themselves, with their abilities on or off. */
  readonly #laidOut = $derived.by(() =>
    this.chosen.flatMap(({ card: id, active }) => {
      const card = this.hand.find((one) => one.card === id)
      return card ? [{ card, active }] : []
    }),
  )
  /** The cards I am about to play, or the one I am working on. */
  readonly bench: { card: Card; active: boolean }[] = $derived.by(() => {
    if (!this.crafting) return []
    const laid = this.#laidOut
    return laid.length || !this.explained ? laid : [{ card: this.explained, active: false }]
  })
  /** The chosen cards whose ability can be switched on. */
  readonly abilities = $derived.by(() =>
    this.crafting && !this.wish.piece
      ? this.#laidOut.filter(({ card }) =>
          ['set', 'alone'].includes(useOf(this.#given.catalogue, card) ?? ''),
        )
      : [],
  )
  readonly piece = $derived.by(() => {
    const { piece } = this.wish
    return piece ? { piece, colour: typeOf(this.#given.catalogue, piece).colour } : null
  })

  // ---- taps ----------------------------------------------------------------------------------------------------

  /** Somebody who has nothing to decide hears why. */
  #idle(move: Move): boolean {
    if (this.deciding) return false
    const { replay, whyNot } = this.#given
    if (!replay && this.#seat >= 0 && this.#table.phase !== 'over') whyNot([move])
    return true
  }

  onCard = (id: string): void => {
    const { happening, replay, busy, whyNot } = this.#given
    if (happening && !replay) this.early = this.early === id ? null : id
    if (busy) return
    this.looked = id
    if (!this.deciding) return
    if (this.wagering) this.#toggleBet(id)
    else if (!this.crafting) whyNot([['card', id, false]])
    else if (this.wish.piece) this.attach(this.wish.piece, id)
    else void this.#choose(id)
  }

  /**
   * The first tap gathers a whole set. A tap on a card that came along keeps it; one on a card that was tapped before
   * lays the set back: no set shrinks by itself. A tap on another card adds it, takes the place of one that came along,
   * or gathers a new set.
   */
  async #choose(id: string): Promise<void> {
    const { chosen, wish, you } = this
    if (chosen.some(({ card }) => card === id))
      return wish.picked.includes(id) ? this.#take([], []) : this.#take([...chosen], [...wish.picked, id])
    const joins = chosen.length ? joiningMove(this.#ahead.view, id) : undefined
    if (joins) return this.#join(chosen, joins, id)
    const kept = this.#tapped
    if (you && kept.length && kept.length < chosen.length) {
      const answer = await this.#given.preview([...attachMoves(wish), ...cardMoves(kept, you)])
      const instead = answer?.view ? joiningMove(answer.view, id) : undefined
      if (instead) return this.#join(kept, instead, id)
    }
    const gathered = joiningMove(this.#basis.view, id)?.forecast?.gathers
    if (gathered) this.#take(gathered, [id])
    else this.#given.whyNot([...attachMoves(this.wish), ['card', id, false]])
  }

  #take(cards: Chosen[], picked: string[] = this.wish.picked): void {
    this.wish = { ...this.wish, cards, picked, sure: null }
  }

  #join(to: readonly Chosen[], { parts }: MoveOf<Facts>, card: string): void {
    this.#take([...to, { card, active: parts[0] === 'card' && parts[2] }], [...this.wish.picked, card])
  }

  /** Of a set that was gathered to lead with, only the card that was tapped. */
  justOne = (): void => {
    const one = this.#tapped.at(-1) ?? this.chosen[0]
    if (one) this.#take([one], [one.card])
  }

  attach = (piece: string, id: string): void => {
    const { hand, wish } = this
    const card = hand.find((one) => one.card === id)
    if (!this.crafting || !card) return
    const move: Move = ['attach', piece, id]
    const option = optionOf<Facts>(this.#basis.view, move)
    if (!option) return this.#given.whyNot([...attachMoves(wish), move])
    this.looked = id
    // A card that changes its value leaves a set that was gathered for the old one.
    const same = option.forecast?.value === card.value
    this.wish = {
      ...wish,
      plan: [...wish.plan, { piece, card: id }],
      piece: null,
      sure: null,
      cards: same ? wish.cards : wish.cards.filter((one) => one.card !== id),
    }
  }

  onPiece = (piece: string): void => {
    const { busy, whyNot } = this.#given
    const anywhere: Move = ['attach', piece, this.hand[0]?.card ?? '']
    if (busy || this.#idle(anywhere)) return
    if (!this.crafting) return whyNot([anywhere])
    this.wish = { ...this.wish, piece: this.wish.piece === piece ? null : piece, sure: null }
  }

  takeBack = (piece: string): void => {
    const { wish } = this
    const plan = wish.plan.filter((one) => one.piece !== piece)
    const card = wish.plan.find((one) => one.piece === piece)?.card
    const bets = wish.bets.filter((one) => one.piece !== piece)
    this.wish = { ...wish, plan, bets, sure: null, cards: wish.cards.filter((one) => one.card !== card) }
  }

  /** The wager on a card, with a free Kodora or with the last one moved there. */
  #bet(id: string): Wish['bets'] | null {
    const more = betOn(this.#ahead.view.moves, id)
    if (more) return [...this.wish.bets, more]
    const freed = this.#freed
    const instead =
      freed && !freed.some(({ card }) => card === id) ? betOn(this.#elsewhere.view.moves, id) : null
    return freed && instead ? [...freed, instead] : null
  }

  #toggleBet(id: string): void {
    const { wish, you } = this
    const { catalogue, whyNot } = this.#given
    if (wish.bets.some(({ card }) => card === id)) {
      this.wish = { ...wish, bets: wish.bets.filter(({ card }) => card !== id) }
      return
    }
    const bets = this.#bet(id)
    const kodora = you?.stock.find((piece) => typeOf(catalogue, piece).use === 'wager')
    if (bets) this.wish = { ...wish, bets }
    else whyNot([...wagerMoves(wish.bets), ['wager', id, kodora ?? null]])
  }

  /** An activated ability that stands alone lays the other cards back; whether the power suffices the engine says. */
  toggleAbility = async (id: string): Promise<void> => {
    const { catalogue, preview, whyNot } = this.#given
    const turned = this.chosen.map((one) => (one.card === id ? { ...one, active: !one.active } : one))
    const card = this.hand.find((one) => one.card === id)
    const alone =
      card && useOf(catalogue, card) === 'alone' && turned.some((one) => one.card === id && one.active)
    const next = alone ? turned.filter((one) => one.card === id) : turned
    const moves = this.you ? [...attachMoves(this.wish), ...cardMoves(next, this.you)] : []
    const answer = await preview(moves)
    if (answer?.refusal) whyNot(moves)
    else if (answer) this.#take(next)
  }

  pass = (): void => {
    const { busy, play, whyNot } = this.#given
    const { wish } = this
    if (busy || this.#idle(['pass'])) return
    if (!this.moves.has('pass')) whyNot([['pass']])
    else if (!wish.plan.length) play([['pass']])
    else this.wish = { ...wish, sure: wish.sure === 'pass' ? null : 'pass', piece: null }
  }

  exchange = (): void => {
    const { busy, whyNot } = this.#given
    const { wish } = this
    if (busy || this.#idle(['exchange'])) return
    if (!this.moves.has('exchange')) whyNot([['exchange']])
    else this.wish = { ...wish, sure: wish.sure === 'exchange' ? null : 'exchange', piece: null }
  }

  /**
   * Whoever has no Kodora has one answer to the question of bets, and gives it by going on from the summary of the
   * round: a tap of their own, at a moment that tells the others nothing.
   */
  readOn = (): void => {
    if (this.wagering && this.moves.size === 1 && this.moves.has('bet')) this.#given.play([['bet', []]])
  }

  /** Send the turn; whether there was one. */
  confirm(): boolean {
    const { busy, play } = this.#given
    const { ready, wish } = this
    if (!ready || busy) return false
    this.#sent = true
    play(ready)
    if (wish.sure) this.wish = wish.sure === 'pass' ? NOTHING : { ...wish, sure: null }
    return true
  }

  /** The whole turn of an idea, ready to be sent. */
  takeIdea = (idea: IdeaOf<Facts>): void => {
    const { act, attach: plan, cards, bets } = hintedBy(idea)
    if (plan.length || cards.length) this.wish = { ...NOTHING, plan, cards }
    else if (act === 'exchange') this.wish = { ...this.wish, sure: 'exchange' }
    for (const card of bets) if (!this.wish.bets.some((one) => one.card === card)) this.#toggleBet(card)
  }

  /** One step back; whether there was one. */
  stepBack(): boolean {
    if (isNothing(this.wish)) return false
    this.wish = stepBack(this.wish)
    return true
  }
}

/** How a card may join a set: as it is, or else with its ability. */
const joiningMove = (at: ViewOf<Facts>, id: string): MoveOf<Facts> | undefined =>
  optionOf(at, ['card', id, false]) ?? optionOf(at, ['card', id, true])
