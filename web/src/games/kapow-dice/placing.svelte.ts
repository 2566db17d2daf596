/** Placing dice: what is in the hand, which tab is open, what a tap or a drag leads to. */

import { untrack } from 'svelte'
import { aboutBox } from './about'
import { abilityFor, AREAS, holders, looseDice, type Area } from './boxes'
import { draftOf, tapBox, type BoxState } from './draft'
import { Drag, under } from './drag.svelte'
import type { BoardView, Catalogue, DieFacts, Fighter, Move } from './facts'
import { placing, type Fill, type Legal } from './moves'

/** The board as it is now. */
export interface Situation {
  table: BoardView
  catalogue: Catalogue
  seat: number
  me: Fighter | null
  legal: Legal
  selecting: boolean
  /** I am asked something and place nothing meanwhile. */
  asked: boolean
  /** Nothing can be done. */
  still: boolean
  busy: boolean
}

export class Placing {
  held: number | null = $state(null)
  area: Area = $state('attack')
  peeked = $state.raw<BoxState | null>(null)
  touched: string | null = $state(null)
  choices: { box: string; moves: Fill[] } | null = $state.raw(null)
  readonly drag = new Drag()

  readonly #now: () => Situation
  readonly #act: (moves: Move[]) => void

  readonly loose = $derived.by(() => (this.#now().me ? looseDice(this.#now().me!) : []))
  readonly inHand = $derived.by(() =>
    this.held !== null && this.#now().legal.places.has(this.held) ? this.held : null,
  )
  readonly draft = $derived.by(() => {
    const { table, catalogue, seat, me, legal, selecting } = this.#now()
    return me && selecting ? draftOf(table, catalogue, seat, legal, this.inHand) : []
  })
  readonly on = $derived.by(() => {
    const { me } = this.#now()
    return me ? holders(me) : new Map<string, DieFacts>()
  })
  readonly movable = $derived.by(() => {
    const { asked, legal } = this.#now()
    return new Set(asked ? [] : this.loose.filter(({ die }) => legal.places.has(die)).map(({ die }) => die))
  })
  readonly marked = $derived(
    new Set<number>(this.inHand === null ? (this.peeked?.would ?? []).map(({ die }) => die) : []),
  )
  readonly about = $derived.by(() => {
    const { me, catalogue, legal } = this.#now()
    return me ? aboutBox(catalogue, me, this.draft, legal, this.peeked?.box.box ?? this.touched) : null
  })
  readonly dragged = $derived.by(() =>
    this.drag.far ? this.#now().me?.dice.find(({ die }) => die === this.drag.die) : undefined,
  )

  constructor(now: () => Situation, act: (moves: Move[]) => void) {
    this.#now = now
    this.#act = act
    // What was said about a box or a die is done with when a new round begins, and not before.
    const round = $derived(now().table.round)
    $effect.pre(() => {
      void round
      untrack(() => {
        this.forget()
        this.area = 'attack'
      })
    })
  }

  /** Nothing is held, looked at or chosen any more. */
  forget(): void {
    this.held = null
    this.touched = null
    this.choices = null
  }

  get hasSomething(): boolean {
    return this.held !== null || this.choices !== null || this.touched !== null
  }

  open(area: Area): void {
    this.area = area
    this.touched = null
  }

  onDie(die: number): void {
    const { still, legal } = this.#now()
    this.choices = null
    this.held = this.held === die ? null : die
    if (this.held !== null && !still && !legal.places.has(die)) this.#act([['take', die]])
  }

  onBox(state: BoxState): void {
    const { me, still, legal } = this.#now()
    this.touched = state.box.box
    this.choices = null
    if (!me || still) return
    const tap = tapBox(state, me, legal, this.inHand)
    if ('choose' in tap) this.choices = { box: state.box.box, moves: tap.choose }
    else {
      this.#act(tap.play)
      this.held = null
    }
  }

  startDrag(event: PointerEvent, die: number): void {
    const { still, busy, legal } = this.#now()
    if (!still && !busy && legal.places.has(die)) this.drag.begin(event, die)
  }

  moveDrag(event: PointerEvent): void {
    if (this.drag.die === null) return
    this.drag.move(event)
    if (!this.drag.far) return
    this.held = this.drag.die
    const tab = under(event, 'area')
    this.area = AREAS.find((one) => one === tab) ?? this.area
  }

  endDrag(event: PointerEvent): void {
    const die = this.drag.end()
    if (die === null) return
    this.held = null
    const box = under(event, 'box')
    if (!box) return
    this.touched = box
    const { catalogue, legal } = this.#now()
    const slots = abilityFor(catalogue, box)?.boxes.find((one) => one.box === box)?.slots ?? []
    const free = slots.find(({ slot }) => !this.on.has(slot)) ?? slots[0]
    this.#act([placing(legal, die, box) ?? ['place', die, free?.slot ?? box]])
  }
}
