import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { BoardProps, ViewOf } from '../../lib/board'
import { settings } from '../../lib/settings.svelte'
import { ideaOf, unasked } from '../../testing'
import Board from './Board.svelte'
import type { BoardView, Forecast, Move, Facts } from './facts'
import { attackParts } from './moves'
import type { Target } from './places'
import { catalogue, happening, option } from './testing/recorded'
import { player, table } from './testing/tables'

const NAMES = ['Ada', 'Bruno', 'Dilek']

function viewOf(board: BoardView, moves: Move[], rest: Partial<ViewOf<Facts>> = {}): ViewOf<Facts> {
  return {
    game: 'kapow-cards',
    rules: 1,
    options: {},
    seats: board.players.length,
    teams: [],
    seat: 0,
    actors: board.turn === null ? [] : [board.turn],
    moves: moves.map((parts) => option(parts, forecastOf(parts))),
    outcome: null,
    match_point: [],
    board,
    ...rest,
  }
}

/** What the engine says of these moves. */
function forecastOf(parts: Move): Forecast {
  if (parts[0] === 'barricade') return { slot: 2, leaves: 'active' }
  if (parts[0] !== 'attack') return {}
  const [, cards, seat, zone, place] = parts
  const value = { T08: 8, M06: 6, 'T08+W05a': 13, 'M06+W05a': 11 }[cards.join('+')] ?? 0
  if (seat !== 1 || zone !== 'row' || place !== 1) return { value, if_fails: 'active', beats: 21, unseen: 44 }
  const success = value > 9
  return { value, if_fails: 'active', success, why: success ? 'higher' : 'lower', defence: 9 }
}

const board = table([player('T08 M06 W05a', '(?) - [V3]'), player('? ?', '(?) R09^'), player('? ? ?', '')], {
  discard: ['S06', 'T07'],
})
const sets = [['T08'], ['M06'], ['T08', 'W05a'], ['M06', 'W05a']]
const places: Target[] = [
  { seat: 1, zone: 'row', index: 0 },
  { seat: 1, zone: 'row', index: 1 },
  { seat: 2, zone: 'hand', index: 0 },
  { seat: 2, zone: 'hand', index: 1 },
  { seat: 2, zone: 'hand', index: 2 },
]
const moves: Move[] = [
  ...sets.flatMap((set) => places.map((place) => attackParts(set, place))),
  ...['T08', 'M06', 'W05a'].flatMap((card): Move[] => [
    ['barricade', card],
    ['recruit', card],
  ]),
  ['pass'],
]

function show(view: ViewOf<Facts> = viewOf(board, moves), rest: Partial<BoardProps<Facts>> = {}) {
  const play = vi.fn()
  const whyNot = vi.fn()
  const props = {
    view,
    names: NAMES,
    catalogue,
    happening: null,
    busy: false,
    play,
    say: () => {},
    preview: unasked.preview,
    whyNot,
    ideas: [],
  }
  const shown = render(Board, { ...props, ...rest })
  return { play, whyNot, ...shown }
}

const card = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Your hand' })).getByRole('button', { name })
const tap = (element: HTMLElement) => fireEvent.click(element)
const button = (name: RegExp | string) => screen.getByRole('button', { name })

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
})

describe('attacking', () => {
  test('cards, then a target, then the one big button', async () => {
    const { play } = show()
    await tap(card(/Alley Acrobat, Talents, 8/))
    await tap(card(/Rocket Glove, weapon, 5/))
    await tap(button(/Bruno, Slot 2: Miss Isotope, Researchers, 9/))
    expect(screen.getByText('13 beats 9')).toBeTruthy()
    await tap(button('Attack with 13!'))
    expect(play).toHaveBeenCalledExactlyOnceWith([['attack', ['T08', 'W05a'], 1, 'row', 1]])
  })

  test('a second tap on the target is enough', async () => {
    const { play } = show()
    await tap(card(/Goo Boy/))
    const target = button(/Dilek, Hand card 2/)
    await tap(target)
    expect(screen.getByText('6 against a face-down card')).toBeTruthy()
    expect(screen.getByText('Beats 21 of 44 unseen cards')).toBeTruthy()
    await tap(target)
    expect(play).toHaveBeenCalledExactlyOnceWith([['attack', ['M06'], 2, 'hand', 1]])
  })

  test('an attack that cannot succeed is warned of (KC-116)', async () => {
    show()
    await tap(card(/Goo Boy/))
    await tap(button(/Bruno, Slot 2/))
    expect(screen.getByText('6 fails against 9')).toBeTruthy()
    expect(screen.getByText('This attack cannot succeed.')).toBeTruthy()
  })

  test('one that would end my game is warned of (KC-129)', async () => {
    const last = table([player('M06', ''), player('? ?', '(?)')])
    const forecast: Forecast = { value: 6, if_fails: 'knocked-out', beats: 3, unseen: 9 }
    show(viewOf(last, [], { moves: [option(['attack', ['M06'], 1, 'row', 0], forecast), option(['pass'])] }))
    await tap(card(/Goo Boy/))
    await tap(button(/Bruno, Slot 1/))
    expect(screen.getByText('If it fails, you are KO!')).toBeTruthy()
  })

  test('only what is legal glows', async () => {
    const { container } = show()
    const glowing = () => [...container.querySelectorAll('.others [data-legal]')].length
    expect(glowing()).toBe(0)
    await tap(card(/Rocket Glove/))
    expect(glowing()).toBe(0)
    await tap(card(/Goo Boy/))
    expect(glowing()).toBe(places.length)
  })
})

describe('the other actions', () => {
  test('barricade the card that is up, by tapping the empty slot twice', async () => {
    const { play } = show()
    await tap(card(/Rocket Glove/))
    const slot = button('Slot 2: empty slot 2')
    await tap(slot)
    await tap(slot)
    expect(play).toHaveBeenCalledExactlyOnceWith([['barricade', 'W05a']])
  })

  test('recruiting with a full hand asks what to discard first', async () => {
    const { play } = show()
    await tap(button('Recruit'))
    expect(button('Which card do you discard first?').hasAttribute('disabled')).toBe(true)
    await tap(card(/Goo Boy/))
    await tap(button('Discard Goo Boy, draw'))
    expect(play).toHaveBeenCalledExactlyOnceWith([['recruit', 'M06']])
  })

  test('pass', async () => {
    const { play } = show()
    await tap(button('Pass'))
    await tap(button('Pass this turn'))
    expect(play).toHaveBeenCalledExactlyOnceWith([['pass']])
  })
})

describe('what is not possible is asked of the engine, which says why', () => {
  test('heroes of different types', async () => {
    const { whyNot } = show()
    await tap(card(/Alley Acrobat/))
    await tap(card(/Goo Boy/))
    expect(whyNot).toHaveBeenCalledExactlyOnceWith([['attack', ['T08', 'M06'], 1, 'row', 0]])
  })

  test('a weapon alone', async () => {
    const { whyNot } = show()
    await tap(card(/Rocket Glove/))
    await tap(button(/Bruno, Slot 1/))
    expect(whyNot).toHaveBeenCalledExactlyOnceWith([['attack', ['W05a'], 1, 'row', 0]])
  })

  test('an empty slot, and a card of my own', async () => {
    const { whyNot } = show()
    await tap(card(/Goo Boy/))
    await tap(button('Bruno, Slot 4: empty slot 4'))
    expect(whyNot).toHaveBeenLastCalledWith([['attack', ['M06'], 1, 'row', 3]])
    await tap(button(/^Slot 3: The Null King/))
    expect(whyNot).toHaveBeenLastCalledWith([['attack', ['M06'], 0, 'row', 2]])
  })

  test('passing twice', async () => {
    const again = table([player('M06', '(?)', true), player('? ?', '(?)')])
    const { whyNot, play } = show(
      viewOf(again, [
        ['barricade', 'M06'],
        ['recruit', null],
      ]),
    )
    await tap(button('Pass'))
    expect(whyNot).toHaveBeenCalledExactlyOnceWith([['pass']])
    expect(play).not.toHaveBeenCalled()
  })

  test('anything on another turn', async () => {
    const { whyNot } = show(viewOf({ ...board, turn: 1 }, []))
    await tap(card(/Goo Boy/))
    expect(whyNot).toHaveBeenCalledExactlyOnceWith([['pass']])
  })

  test('nothing is asked while events run', async () => {
    const { whyNot, play } = show(viewOf(board, moves), { busy: true })
    await tap(card(/Goo Boy/))
    await tap(button(/Bruno, Slot 1/))
    expect(whyNot).not.toHaveBeenCalled()
    expect(play).not.toHaveBeenCalled()
  })
})

describe('the keyboard', () => {
  const press = (key: string) => fireEvent.keyDown(document.body, { key })

  test('numbers pick cards, Escape steps back', async () => {
    show()
    await press('1')
    expect(card(/Alley Acrobat/).getAttribute('aria-pressed')).toBe('true')
    await press('Escape')
    expect(card(/Alley Acrobat/).getAttribute('aria-pressed')).toBe('false')
  })

  test('the letters on the buttons work wherever the focus is, but not while somebody writes', async () => {
    show()
    const field = document.body.appendChild(document.createElement('input'))
    await fireEvent.keyDown(field, { key: 'r' })
    expect(button(/^Recruit/).getAttribute('aria-pressed')).toBe('false')
    field.remove()
    await press('r')
    expect(button(/^Recruit/).getAttribute('aria-pressed')).toBe('true')
  })

  test('one tab stop a group', () => {
    const { container } = show()
    for (const group of container.querySelectorAll('[data-group]'))
      expect(group.querySelectorAll('[data-spot][tabindex="0"]').length).toBe(1)
  })
})

describe('what everybody sees', () => {
  test('a spectator sees all players and has no hand and no buttons', () => {
    const open = table([player('? ?', '(?)'), player('?', '[?] R09^')])
    show(viewOf(open, [], { seat: -1 }))
    expect(screen.getByRole('group', { name: 'Ada' })).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Bruno' })).toBeTruthy()
    expect(screen.queryByRole('group', { name: 'Your hand' })).toBeNull()
    expect(button('Bruno, Slot 1: barricaded face-down card')).toBeTruthy()
  })

  test('after the end everything lies open, with totals', () => {
    const end = table([player('T06', 'V1^ (S08)'), player('', '(W14a)')], { turn: null, totals: [19, 14] })
    const outcome = {
      ranks: [1, 2],
      winners: [0],
      scores: [19, 14],
      values: null,
      reason: 'FINAL_NO_HANDS',
      text: { en: '{P1} wins the final battle.', de: '{P1} gewinnt den Endkampf.' },
    }
    show(viewOf(end, [], { outcome }))
    expect(button('Bruno, Slot 1: Omega Hammer, weapon, 14')).toBeTruthy()
    expect(button('Slot 2: Captain Parsec, Stars, 8')).toBeTruthy()
    expect(screen.getByText('Ada wins the final battle.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pass' })).toBeNull()
  })

  test('a match that was called off waits for nobody', () => {
    show(viewOf(board, [], { actors: [] }))
    expect(screen.getByText('The game is over')).toBeTruthy()
    expect(screen.queryByText(/Here goes|is thinking/)).toBeNull()
  })

  test('a card I barricaded is mine to know, and marked as face-down', () => {
    show()
    expect(button('Slot 3: The Null King, villain, 11, face-down')).toBeTruthy()
    expect(button('Slot 1: face-down card from the deal')).toBeTruthy()
  })

  test('the same in German', async () => {
    settings.language = 'de'
    show()
    const hand = within(screen.getByRole('group', { name: 'Deine Hand' }))
    await tap(hand.getByRole('button', { name: /Hinterhof-Akrobat, Talente, 8/ }))
    await tap(button(/Bruno, Feld 2: Fräulein Isotop, Forscher, 9/))
    expect(screen.getByText('8 scheitert an 9')).toBeTruthy()
  })

  test('ideas that arrive never clear what was chosen, and are shown where nothing was', async () => {
    const { rerender } = show()
    await tap(card(/Alley Acrobat, Talents, 8/))
    const ideas = [ideaOf<Facts>(['pass'], { en: 'Pass', de: 'Passen' })]
    const worse = { ...ideaOf<Facts>(['recruit', null]), fine: false }
    await rerender({ ideas: [...ideas, worse] })
    expect(card(/Alley Acrobat, Talents, 8/).getAttribute('aria-pressed')).toBe('true')
    await tap(card(/Alley Acrobat, Talents, 8/))
    const list = within(screen.getByRole('list', { name: 'Ideas' }))
    expect(list.getAllByRole('button').map((one) => one.textContent.trim())).toEqual(['Pass'])
  })

  test('a hint can be taken over and then confirmed', async () => {
    const parts: Move = ['attack', ['T08', 'W05a'], 1, 'row', 1]
    const idea = ideaOf<Facts>(parts)
    const { play } = show(viewOf(board, moves), { ideas: [idea] })
    await tap(button(/8\+5 → Bruno, Slot 2/))
    await tap(button('Attack with 13!'))
    expect(play).toHaveBeenCalledExactlyOnceWith([parts])
  })
})

describe('events', () => {
  const attack = happening('attack', { seat: 1, cards: ['S12'], value: 12, target: 0, place: 'D1' })
  const clash = happening('clash', {
    seat: 1,
    target: 0,
    place: 'D1',
    card: 'T07',
    hidden: true,
    attack: 12,
    defence: 7,
    success: true,
    why: 'higher',
  })

  test('the fight is shown, then remembered; a jump elsewhere forgets it', async () => {
    const before = viewOf({ ...board, turn: 1 }, [])
    const { rerender } = show(before, { busy: true })
    await rerender({ happening: attack })
    expect(screen.queryByText('12 beats 7')).toBeNull()
    await rerender({ happening: clash })
    expect(screen.getByText('12 beats 7')).toBeTruthy()
    await rerender({ happening: happening('fallen', { seat: 0, card: 'T07', place: 'D1' }) })
    await rerender({ happening: null, busy: false, view: viewOf({ ...board, turn: 2 }, []) })
    expect(screen.getByText('12 beats 7')).toBeTruthy()
    await rerender({ view: viewOf({ ...board, turn: 1, turns: 2 }, []) })
    expect(screen.queryByText('12 beats 7')).toBeNull()
  })

  test('until the card has turned, no number and no word gives it away', async () => {
    const { rerender, container } = show(viewOf({ ...board, turn: 1 }, []), { busy: true })
    await rerender({ happening: attack })
    await rerender({ happening: clash, revealed: false })
    const target = () => container.querySelector('.target .score')?.textContent?.trim()
    expect([target(), screen.queryByText('12 beats 7'), container.querySelector('.boom')]).toEqual([
      '?',
      null,
      null,
    ])
    await rerender({ revealed: true })
    expect(target()).toBe('7')
    expect(screen.getByText('12 beats 7')).toBeTruthy()
    expect(container.querySelector('.boom')).toBeTruthy()
  })

  test('what was sent stays on the stage until something comes of it', async () => {
    const { rerender } = show()
    await tap(card(/Alley Acrobat, Talents, 8/))
    await tap(button(/Bruno, Slot 2/))
    await tap(button('Attack with 8!'))
    await rerender({ busy: true })
    expect(screen.getByText('8 fails against 9')).toBeTruthy()
    expect(button('Attack with 8!').hasAttribute('disabled')).toBe(true)
    const mine = happening('attack', { seat: 0, cards: ['T08'], value: 8, target: 1, place: 'D2' })
    await rerender({ happening: mine })
    expect(screen.queryByText('8 fails against 9')).toBeNull()
  })

  test('what was skipped is remembered as if it had been seen', async () => {
    const { rerender } = show(viewOf({ ...board, turn: 1 }, []), { busy: true })
    const fallen = happening('fallen', { seat: 0, card: 'T07', place: 'D1' })
    await rerender({ passed: [attack, clash, fallen], busy: false, view: viewOf({ ...board, turn: 2 }, []) })
    expect(screen.getByText('12 beats 7')).toBeTruthy()
  })

  test('what somebody did instead of fighting stays until the next thing happens', async () => {
    const { rerender } = show(viewOf({ ...board, turn: 1 }, []), { busy: true })
    await rerender({ happening: happening('pass', { seat: 1 }) })
    await rerender({ happening: null, busy: false, view: viewOf({ ...board, turn: 2 }, []) })
    expect(screen.getByText('Bruno passes')).toBeTruthy()
  })
})

test('whoever can win with the next turn has the sign on the tile', () => {
  show(viewOf(board, moves, { match_point: [0, 1] }))
  const marks = [...document.querySelectorAll('[data-match-point]')]
  expect(marks.map((mark) => mark.getAttribute('data-match-point')).sort()).toEqual(['1', '2'])
  expect(marks[0]?.textContent).toBe('MATCH POINT')
})
