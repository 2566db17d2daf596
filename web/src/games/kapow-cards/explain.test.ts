/** Everything on the board has a key that the guide explains, and says what it is now in the engine's numbers. */

import { render } from '@testing-library/svelte'
import { beforeEach, describe, expect, test } from 'vitest'

import type { MoveOf } from '../../lib/board'
import { nowOf, termOf } from '../../lib/explain'
import { settings } from '../../lib/settings.svelte'
import { printedGuide, unasked } from '../../testing'
import Board from './Board.svelte'
import type { BoardView, Facts } from './facts'
import { catalogue, option } from './testing/recorded'
import { player, table } from './testing/tables'

const { guide } = printedGuide('kapow-cards')
const options = [
  option(['attack', ['T08'], 1, 'row', 0], { value: 8, if_fails: 'active', beats: 21, unseen: 44 }),
  option(['attack', ['T08', 'W05a'], 1, 'row', 0], { value: 13, if_fails: 'active', beats: 40, unseen: 44 }),
  option(['attack', ['T08'], 1, 'row', 1], {
    value: 8,
    if_fails: 'active',
    success: false,
    why: 'lower',
    defence: 9,
  }),
  option(['attack', ['T08', 'W05a'], 1, 'row', 1], {
    value: 13,
    if_fails: 'active',
    success: true,
    why: 'higher',
    defence: 9,
  }),
  option(['attack', ['T08'], 2, 'hand', 0], { value: 8, if_fails: 'active', beats: 21, unseen: 44 }),
  option(['barricade', 'T08'], { slot: 2, leaves: 'active' }),
  option(['recruit', null]),
]
const full = table(
  [
    player('T08 W05a', '(?) - [V3] S12^'),
    player('? ?', '(?) R09^'),
    player('?', ''),
    player('', '(?)'),
    player('', ''),
    player('? ?', '[?]', true),
  ],
  { discard: ['S06', 'V1'] },
)

function show(board: BoardView, moves: MoveOf<Facts>[]): HTMLElement {
  const view = {
    game: 'kapow-cards',
    rules: 1,
    options: {},
    seats: board.players.length,
    teams: [],
    seat: 0,
    actors: [0],
    moves,
    outcome: null,
    match_point: [],
    board,
  }
  const names = ['Ada', 'Bruno', 'Dilek', 'Emil', 'Fay', 'Gus']
  const said = { play: () => {}, say: () => {}, ...unasked }
  const given = { view, names, catalogue, happening: null, busy: false, ideas: [], ...said }
  return render(Board, { props: given }).container
}

const now = (container: HTMLElement, key: string): string[] =>
  nowOf(container.querySelector(`[data-explain="${key}"]`)!).map(({ en }) => en)

beforeEach(() => (settings.language = 'en'))

test('every key in sight has a term of the guide', () => {
  for (const board of [full, table(full.players.slice(0, 3), { deck: 0, last_round: [1] })]) {
    const parts = [...show(board, options).querySelectorAll<HTMLElement>('[data-explain]')]
    const keys = parts.map((part) => part.dataset.explain!)
    expect(keys.length).toBeGreaterThan(30)
    expect(keys.filter((key) => termOf(guide, key) === null)).toEqual([])
  }
})

describe('what things are now', () => {
  test('a card of mine: what it attacks with, alone and together', () => {
    const container = show(full, options)
    expect(now(container, 'card:T08@hand')).toEqual(['Alone: 8.', 'With Rocket Glove: 8 + 5 = 13.'])
    expect(now(container, 'card:W05a@hand')).toEqual(['With Alley Acrobat: 8 + 5 = 13.'])
  })

  test('a card of theirs: who beats it, or the odds, best first', () => {
    const container = show(full, options)
    expect(now(container, 'card:R09@P2')).toEqual(['8 + 5 = 13 beats 9.'])
    expect(now(container, 'back:dealt@P2')).toEqual([
      '8 + 5 = 13 beats 40 of 44 unseen cards.',
      '8 beats 21 of 44 unseen cards.',
    ])
  })

  test('a row: its sum as far as it is known', () => {
    const container = show(full, [])
    expect(now(container, 'row@P1')).toEqual(['Adds up to 11 + 12 = 23.', 'And 1 card that you do not know.'])
    expect(now(container, 'row@P3')).toEqual(['No card in the row: the hand can be attacked.'])
  })

  test('piles and buttons', () => {
    const container = show(full, options)
    expect(now(container, 'deck')).toEqual(['20 cards left.'])
    expect(now(container, 'discard')).toEqual(['2 cards. Villains among them: 1 of 6.'])
    expect(now(container, 'button:barricade')).toEqual(['It would go to slot 2.'])
    expect(now(container, 'button:recruit')).toEqual(['You have room for a card.'])
  })
})
