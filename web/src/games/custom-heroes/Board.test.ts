import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { BoardProps } from '../../lib/board'
import { settings } from '../../lib/settings.svelte'
import type { View } from '../../lib/wire'
import { unasked } from '../../testing'
import Board from './Board.svelte'
import type { Table } from './facts'
import { catalogue, player, table, you } from './testing/tables'

function viewOf(board: Table, moves: string[]): View {
  return {
    game: 'custom-heroes',
    rules: 1,
    options: {},
    seats: board.players.length,
    teams: [],
    seat: 0,
    actors: board.turn === null ? [0] : [board.turn],
    moves: moves.map((move) => ({ move, label: { en: move, de: move }, forecast: {} })),
    outcome: null,
    board: board as never,
  }
}

function show(board: Table, moves: string[] = ['pass'], rest: Partial<BoardProps> = {}) {
  const play = vi.fn()
  const say = vi.fn()
  const props = { catalogue: catalogue as never, names: ['Ada', 'Bo', 'Cy'], happening: null, busy: false }
  const shown = render(Board, {
    view: viewOf(board, moves),
    ...props,
    play,
    say,
    ...unasked,
    ideas: [],
    ...rest,
  })
  return { play, say, ...shown }
}

const inHand = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Your hand' })).getByRole('button', { name })
const tap = (element: HTMLElement) => fireEvent.click(element)
const button = (name: RegExp | string) => screen.getByRole('button', { name })

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
})

describe('a turn', () => {
  test('one tap gathers the set, one button plays it', async () => {
    const { play } = show(table())
    await tap(inHand(/^1: 3, Riku/))
    await tap(button('Play 2 × 3'))
    expect(play).toHaveBeenCalledExactlyOnceWith(['play C03a C03b'])
  })

  test('crafting and set travel together; before that the piece can be taken back', async () => {
    const { play } = show(table())
    await tap(button(/^Fish \+1/))
    expect(inHand(/7, Toru, 7 becomes 8/)).toBeTruthy()
    await tap(inHand(/7, Toru/))
    expect(inHand(/8, Toru: Fish \+1/)).toBeTruthy()
    await tap(button('Take back Fish'))
    expect(inHand(/7, Toru$/)).toBeTruthy()
    await tap(button(/^Fish \+1/))
    await tap(inHand(/7, Toru/))
    await tap(inHand(/8, Toru/))
    await tap(button('Play one 8'))
    expect(play).toHaveBeenCalledExactlyOnceWith(['attach RP1-2 > C07a', 'play C07a'])
  })

  test('an ability is activated with its cost on the button', async () => {
    const { play } = show(table({ you: you('3a+BRA 7a') }))
    await tap(inHand(/3, Riku: Brando/))
    await tap(button(/Activate Brando 1/))
    await tap(button('Play 2 × 3 (pay 1)'))
    expect(play).toHaveBeenCalledExactlyOnceWith(['play C03a*'])
  })

  test('passing after crafting is asked for once more, because the piece stays', async () => {
    const top = { seat: 1, kind: 'normal', value: 10, count: 3 } as const
    const { play } = show(table({ top, tricks: [{ leader: 1, winner: null, steps: [] }] }))
    await tap(button(/^Fish/))
    await tap(inHand(/9, Yoshima/))
    await tap(button('Pass'))
    expect(play).not.toHaveBeenCalled()
    await tap(button('Attach 1 and pass'))
    expect(play).toHaveBeenCalledExactlyOnceWith(['attach RP1-2 > C09a', 'pass'])
  })

  test('a value is explained, beside its ability as well', async () => {
    show(table({ you: you('3a+BRA+G07+RP1 7a') }))
    await tap(inHand(/8, Riku/))
    await tap(button('How this value comes about: Base 3 · Aura sets it to 7 · +1 left hand · makes 8'))
    expect(screen.getByText('Base 3 · Aura sets it to 7 · +1 left hand · makes 8')).toBeTruthy()
  })

  test('the same value says who is skipped, and whether that wins the trick', async () => {
    const top = { seat: 2, kind: 'normal', value: 7, count: 1 } as const
    const { rerender } = show(table({ top }))
    await tap(inHand(/7, Toru/))
    expect(screen.getByText('Same value: Bo is skipped.')).toBeTruthy()
    const players = [player({ power: 2 }), player({ hand: 0, place: 1 }), player()]
    await rerender({ view: viewOf(table({ top, players }), ['pass']) })
    expect(screen.getByText('Same value: Cy is skipped and you win the trick.')).toBeTruthy()
  })

  test('the last card wins no trick that is abandoned (CH-51)', async () => {
    const top = { seat: 2, kind: 'normal', value: 7, count: 1 } as const
    const players = [player({ power: 2 }), player({ hand: 0, place: 1 }), player()]
    show(table({ top, players, you: you('7a') }))
    await tap(inHand(/7, Toru/))
    expect(screen.getByRole('button', { name: 'Play one 7' })).toBeTruthy()
    expect(screen.queryByText(/you win the trick/)).toBeNull()
  })

  test('something illegal says why, with its rule', async () => {
    const top = { seat: 1, kind: 'normal', value: 8, count: 1 } as const
    const { say } = show(table({ top }))
    await tap(inHand(/^1: 3, Riku/))
    expect(say).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ en: expect.stringMatching(/beat/) }),
      'CH-64',
    )
  })

  test('a leader cannot pass', async () => {
    const { say, play } = show(table(), ['exchange'])
    await tap(button('Pass'))
    expect(say).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'CH-40')
    expect(play).not.toHaveBeenCalled()
  })
})

describe('wagers', () => {
  const wagers = (rest = {}) =>
    table({
      phase: 'wagers',
      turn: null,
      you: you('3a 7a+KO 9a+SPK', rest),
      players: [player({ power: 2, vp: 4 }), player(), player()],
    })

  test('no wager is one tap', async () => {
    const { play } = show(wagers(), ['bet'])
    await tap(button('No wager'))
    expect(play).toHaveBeenCalledExactlyOnceWith(['bet'])
  })

  test('a Kodora on the card and one from the stock, 2 VP each', async () => {
    const { play, say } = show(wagers(), ['bet'])
    await tap(inHand(/7, Toru/))
    await tap(inHand(/3, Riku/))
    await tap(inHand(/9, Yoshima/))
    expect(say).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'CH-12')
    await tap(button('Wager 2 cards: 4 VP'))
    expect(play).toHaveBeenCalledExactlyOnceWith(['bet C07a C03a=KO-1'])
  })

  test('a second thought moves the only Kodora to another card', async () => {
    const { play, say } = show({ ...wagers(), you: you('3a 8a 9a') }, ['bet'])
    await tap(inHand(/3, Riku/))
    await tap(inHand(/8, Kichiro/))
    await tap(button('Wager 1 card: 2 VP'))
    expect(play).toHaveBeenCalledExactlyOnceWith(['bet C08a=KO-1'])
    expect(say).not.toHaveBeenCalled()
  })

  test('an answer is sealed until all are in', () => {
    show(wagers({ answered: true, wagers: [{ card: 'C07a', piece: null }] }), [])
    expect(screen.getByText(/Sealed with 1 wager/)).toBeTruthy()
  })
})

test('the end of a round is summed up, once', async () => {
  const before = table({ places: [], players: [player({ power: 2, staked: 2 }), player(), player()] })
  const { rerender } = show(before)
  await rerender({ view: viewOf(table({ round: 3 }), ['bet']) })
  expect(screen.getByText('Round 1 is over')).toBeTruthy()
  await tap(button('Go on'))
  expect(screen.queryByText('Round 1 is over')).toBeNull()
})

test('what must be beaten stands in one line', () => {
  show(table({ top: { seat: 1, kind: 'normal', value: 7, count: 3 } }))
  expect(screen.getByText('Three cards, 7 or more')).toBeTruthy()
})
