import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'

import type { BoardProps, ViewOf } from '../../lib/board'
import type { Facts } from './facts'
import { catalogue, recorded } from './testing/recorded'
import { Turn } from './turn.svelte'

const [game] = recorded
const inserting = game!.views.filter(({ moves }) => moves.some(({ parts }) => parts[0] === 'insert'))

let close = (): void => {}
afterEach(() => close())

/** A turn at a board, and what the board is given; change that and flush. */
function turnAt(view: ViewOf<Facts>) {
  const given: BoardProps<Facts> = $state({
    view,
    names: ['Ann', 'Bo'],
    catalogue,
    happening: null,
    busy: false,
    play: vi.fn(),
    say: vi.fn(),
    preview: vi.fn(),
    whyNot: vi.fn(),
    ideas: [],
  })
  let turn: Turn | undefined
  close = $effect.root(() => {
    turn = new Turn(given)
  })
  flushSync()
  return { given, turn: turn! }
}

test('a number taps a drawn card, a gap its place, and the button sends both', () => {
  const { given, turn } = turnAt(inserting[0]!)
  expect(turn.mine).toBe(true)
  expect(turn.moves).toBeNull()
  turn.numbered[0]!()
  turn.onGap(0)
  const [card] = turn.setting.drawn
  expect(turn.moves?.[0]).toEqual(['insert', card, 0])
  turn.confirm()
  expect(given.play).toHaveBeenCalledOnce()
})

test('what was sent stays on show until something comes of it', () => {
  const { given, turn } = turnAt(inserting[0]!)
  turn.numbered[0]!()
  turn.onGap(0)
  turn.confirm()
  given.busy = true
  flushSync()
  expect(turn.moves).not.toBeNull()
  given.busy = false
  flushSync()
  given.busy = true
  flushSync()
  expect(turn.moves).toBeNull()
})

test('a wish goes with its question', () => {
  const { given, turn } = turnAt(inserting[0]!)
  turn.numbered[0]!()
  expect(turn.wish.card).not.toBeNull()
  given.view = inserting[1]!
  flushSync()
  expect(turn.wish.card).toBeNull()
  expect(turn.clear()).toBe(false)
})

test('while events run a tap hears that they do, and changes nothing', () => {
  const { given, turn } = turnAt(inserting[0]!)
  given.busy = true
  flushSync()
  turn.onCard(inserting[0]!.board.sides[game!.seat]!.drawn[0]!, false)
  expect(given.say).toHaveBeenCalledOnce()
  expect(turn.wish.card).toBeNull()
})
