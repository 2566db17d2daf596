import { render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { settings } from '../lib/settings.svelte'
import type { MoveOption, PlainInfo, ShownInfo } from '../lib/wire'
import { ideaOf, unasked, viewOf } from '../testing'
import { questionOf, remaining, trailOf } from './choosing'
import { namesIn, Naming } from './naming'
import PlainBoard from './PlainBoard.svelte'
import { changesBetween, layoutOf, piecesOf } from './position'

afterEach(() => {
  settings.language = 'en'
})

const move = (text: string, en: string, de = en): MoveOption => ({
  move: text,
  label: { en, de },
  parts: null,
})

const moves = [
  move('ATTACK S12 -> P2:D1', 'Attack {P2} with Gravitonia', 'Greife {P2} mit Gravitonia an'),
  move('ATTACK T07 -> P2:D1', 'Attack {P2} with the Knitter', 'Greife {P2} mit der Strickerin an'),
  move('PASS', 'Pass', 'Passen'),
]

const JOBS = ['Baker', 'Barber', 'Butler', 'Cook', 'Florist', 'Sailor', 'Banker']
/** Fourteen guesses: two people, seven jobs. */
const guesses = [
  ...[2, 3].flatMap((seat) =>
    JOBS.map((job) => move(`GUESS P${seat} ${job.toUpperCase()}`, `Guess that {P${seat}} is the ${job}`)),
  ),
  move('WAIT', 'Wait'),
]

const shown = (more: Partial<ShownInfo>): ShownInfo => ({
  name: null,
  whose: '',
  kind: '',
  icon: '',
  colour: '',
  most: 0,
  face: '',
  hides: false,
  ...more,
})

const catalogue = { cards: { S12: { name: { en: 'Gravitonia', de: 'Gravitonia' }, value: 12 } } }
const board = {
  deck: 12,
  last_round: null,
  players: [
    { hand: ['S12', null], passed: false },
    { hand: [null, null, null], passed: true },
  ],
}

function show(more: Parameters<typeof viewOf>[0] = {}, props: Partial<Parameters<typeof render>[1]> = {}) {
  const play = vi.fn()
  const given = {
    view: viewOf({ moves, board, ...more }),
    names: ['Ada', 'Bo', 'Cy'].slice(0, more.seats ?? 2),
    catalogue,
    happening: null,
    busy: false,
    play,
    say: () => {},
    ...unasked,
    ideas: [],
    ...props,
  }
  const { rerender } = render(PlainBoard, given as never)
  return { play, again: (next: object) => rerender({ ...given, ...next } as never) }
}

const buttons = (): string[] =>
  screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent.trim())

describe('the plain board', () => {
  test('offers few moves as whole sentences and plays the one that is pressed', () => {
    const { play } = show()
    expect(buttons()).toEqual(
      expect.arrayContaining(['Attack Bo with Gravitonia', 'Attack Bo with the Knitter', 'Pass']),
    )
    screen.getByRole('button', { name: 'Pass' }).click()
    expect(play).toHaveBeenCalledExactlyOnceWith(['PASS'])
  })

  test('asks many moves step by step, and goes back', async () => {
    const { play } = show({ seats: 3, moves: guesses, board: {} })
    expect(buttons().filter((name) => !/^(Bo|Cy|\d Bo.*|\d Cy.*)$/.test(name))).toEqual([
      'Guess that',
      'Wait',
    ])
    screen.getByRole('button', { name: 'Guess that' }).click()
    await tick()
    within(document.querySelector<HTMLElement>('.choices')!).getByRole('button', { name: 'Cy' }).click()
    await tick()
    const asked = [...document.querySelectorAll('.choices button')].map((one) =>
      one.getAttribute('aria-label'),
    )
    expect(asked).toEqual(JOBS.map((job) => `Guess that Cy is the ${job}`))
    screen.getByRole('button', { name: 'One step back' }).click()
    await tick()
    expect(document.querySelectorAll('.choices button')).toHaveLength(2)
    within(document.querySelector<HTMLElement>('.choices')!).getByRole('button', { name: 'Bo' }).click()
    await tick()
    screen.getByRole('button', { name: 'Guess that Bo is the Cook' }).click()
    expect(play).toHaveBeenCalledExactlyOnceWith(['GUESS P2 COOK'])
  })

  test('a card that is tapped in the hand is the first step, and tapped again it is none', async () => {
    const { play } = show()
    screen.getByRole('button', { name: 'Gravitonia' }).click()
    await tick()
    expect(screen.getByRole('button', { name: 'Gravitonia' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.queryByRole('button', { name: 'Pass' })).toBeNull()
    screen.getByRole('button', { name: 'Attack Bo with Gravitonia' }).click()
    expect(play).toHaveBeenCalledExactlyOnceWith(['ATTACK S12 -> P2:D1'])
    screen.getByRole('button', { name: 'Gravitonia' }).click()
    await tick()
    expect(screen.getByRole('button', { name: 'Pass' })).toBeTruthy()
  })

  test('a person who can be meant is tapped by name', async () => {
    show({ seats: 3, moves: guesses, board: {} })
    within(screen.getByRole('region', { name: 'Cy' }))
      .getByRole('button')
      .click()
    await tick()
    expect(screen.getByRole('button', { name: 'Guess that Cy is the Baker' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Wait' })).toBeNull()
  })

  test('numbers on the keyboard answer what is asked, and Backspace goes back', async () => {
    const { play } = show({ seats: 3, moves: guesses, board: {} })
    const press = async (key: string): Promise<void> => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key }))
      await tick()
    }
    await press('1')
    await press('1')
    await press('Backspace')
    await press('2')
    await press('7')
    expect(play).toHaveBeenCalledExactlyOnceWith(['GUESS P3 BANKER'])
  })

  test('says everything in the reader’s language, usual fields included', () => {
    settings.language = 'de'
    show()
    expect(screen.getByRole('button', { name: 'Greife Bo mit Gravitonia an' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Was du tun kannst' })).toBeTruthy()
    expect(screen.getByText('Stapel')).toBeTruthy()
  })

  test('shows mine first; hidden things as backs with their number, counts as counts', () => {
    show()
    const regions = screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'))
    expect(regions.filter((name) => name && /Yours|On the table|Bo/.test(name))).toEqual([
      'Yours',
      'On the table',
      'Bo',
    ])
    expect(within(screen.getByRole('region', { name: 'Yours' })).getByLabelText('one face down')).toBeTruthy()
    const theirs = screen.getByRole('region', { name: 'Bo' })
    expect(theirs.textContent).toMatch(/Hand\s*3/)
    expect(theirs.textContent).toContain('Passed')
    expect(screen.getByRole('region', { name: 'On the table' }).textContent).toMatch(/Deck\s*12/)
    expect(document.body.textContent).not.toMatch(/undefined|null|object/)
  })

  test('shows what has changed since I last did something', async () => {
    const before = { points: [1, 2], hands: [['S12'], []] }
    const { again } = show({ board: before })
    expect(document.body.textContent).not.toContain('new')
    await again({ view: viewOf({ moves, board: { points: [4, 2], hands: [['S12', 'T07'], []] } }) })
    const mine = screen.getByRole('region', { name: 'Yours' })
    expect(mine.textContent).toContain('+3')
    expect(within(mine).getByRole('button', { name: 'T07, new' })).toBeTruthy()
    screen.getByRole('button', { name: 'Pass' }).click()
    await tick()
    expect(screen.getByRole('region', { name: 'Yours' }).textContent).not.toContain('+3')
  })

  test('points at the idea of the bot, on every step of its way', async () => {
    show({ seats: 3, moves: guesses, board: {} }, { ideas: [ideaOf('GUESS P3 COOK')] })
    screen.getByRole('button', { name: 'Guess that (hint)' }).click()
    await tick()
    screen.getByRole('button', { name: 'Cy (hint)' }).click()
    await tick()
    expect(screen.getByRole('button', { name: 'Guess that Cy is the Cook (hint)' })).toBeTruthy()
  })

  test('lets nobody play while events are running', () => {
    const { play } = show({}, { busy: true })
    screen.getByRole('button', { name: 'Pass' }).click()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '3' }))
    expect(play).not.toHaveBeenCalled()
  })

  test('shows who plays together', () => {
    show({ seat: 0, seats: 2, teams: [[0, 1]] })
    const partner = within(screen.getByRole('region', { name: 'Bo' })).getByRole('heading')
    expect(partner.textContent.replace(/\s+/g, ' ')).toContain('Bo (your partner)')
    expect(partner.textContent).toContain('Together')
  })

  test('offers nothing to a spectator, and shows everybody', () => {
    show({ seat: -1, moves: [] })
    expect(screen.queryAllByRole('button')).toEqual([])
    expect(screen.getByText('You are watching.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Ada' })).toBeTruthy()
  })
})

describe('what a game declares', () => {
  const plain: PlainInfo = {
    fields: {
      health: shown({ name: { en: 'Grit', de: 'Mumm' }, kind: 'track', most: 5, icon: 'heart' }),
      leader: shown({ kind: 'seat' }),
      roles: shown({ whose: 'seats', hides: true }),
      badge: shown({ whose: 'seats' }),
      log: shown({ kind: 'none' }),
      trash: shown({ whose: 'table', kind: 'cards' }),
    },
    things: {
      baker: {
        name: { en: 'The Baker', de: 'Die Bäckerin' },
        icon: 'leaf',
        colour: 'red',
        value: '3',
        note: null,
      },
    },
    verbs: {
      GUESS: {
        name: { en: 'Guess', de: 'Raten' },
        questions: [
          { en: 'Who?', de: 'Wer?' },
          { en: 'Doing what?', de: 'Was?' },
        ],
        icon: 'eye',
      },
    },
  }

  test('is what the board shows: order, names, kinds, and nothing that is left out', () => {
    const board = {
      trash: [1, 2],
      log: 'x',
      roles: ['BAKER', null],
      badge: [null, null],
      leader: 1,
      health: [3, 5],
    }
    const layout = layoutOf(board, plain, 2, 0)
    expect(layout.mine.map(({ key, kind, value }) => [key, kind, value])).toEqual([
      ['health', 'track', 3],
      ['roles', 'text', 'BAKER'],
    ])
    expect(layout.table.map(({ key, kind }) => [key, kind])).toEqual([
      ['leader', 'seat'],
      ['trash', 'cards'],
    ])
    expect(layout.seats[1]?.map(({ key, hides }) => [key, hides])).toEqual([
      ['health', false],
      ['roles', true],
    ])
    show({ board }, { plain, catalogue: {} })
    expect(screen.getByRole('region', { name: 'Yours' }).textContent).toContain('The Baker')
    expect(screen.getByRole('region', { name: 'Yours' }).textContent).toMatch(/Grit\s*3\/5/)
    expect(screen.getByRole('region', { name: 'On the table' }).textContent).toMatch(/Leader\s*Bo/)
  })

  test('names the steps of a move', () => {
    const naming = new Naming({}, plain, ['Ada', 'Bo', 'Cy'])
    const first = questionOf(guesses, naming)
    expect(first.choices.map(({ short }) => short)).toEqual(['Guess', 'Wait'])
    const whom = questionOf(remaining(guesses, [first.choices[0]!.pick]), naming)
    expect([whom.title, ...whom.choices.map(({ short }) => short)]).toEqual(['Who?', 'Bo', 'Cy'])
    const picks = [first.choices[0]!.pick, whom.choices[1]!.pick]
    const what = questionOf(remaining(guesses, picks), naming)
    expect([what.title, what.choices[0]?.short, what.choices[1]?.short]).toEqual([
      'Doing what?',
      'The Baker',
      'Barber',
    ])
    expect(trailOf(picks, guesses, naming)).toEqual(['Guess', 'Cy'])
  })
})

describe('reading a position', () => {
  test('backs beside each other are one, with their number; objects show their face', () => {
    const [entry] = layoutOf({ row: [null, null, { card: 'A1', known: [0] }, null] }, null, 2, 0).table
    expect(piecesOf(entry!).map(({ face, count, notes }) => [face, count, notes.length])).toEqual([
      [null, 2, 0],
      ['A1', 1, 1],
      [null, 1, 0],
    ])
  })

  test('what has changed is found by place, new cards of a list by what they are', () => {
    const changes = changesBetween(
      { hand: ['a', 'b'], points: [1, 2] },
      { hand: ['b', 'c', 'd'], points: [1, 3] },
    )
    expect([...changes.keys()]).toEqual(['hand', 'hand.1', 'hand.2', 'points', 'points.1'])
    expect(changes.get('points.1')).toBe(2)
  })

  test('names are found wherever the catalogue keeps them', () => {
    const things = namesIn({ ...catalogue, types: { stars: { en: 'Stars', de: 'Sterne' } }, hand_limit: 3 })
    expect([...things.keys()]).toEqual(['s12', 'stars'])
    const naming = new Naming(catalogue, null, ['Ada'])
    expect([naming.say('S12'), naming.say('P1'), naming.field('turn_cap')]).toEqual([
      'Gravitonia',
      'Ada',
      'Turn cap',
    ])
  })
})

test('whoever can win with the next turn has the sign beside the name', () => {
  show({ match_point: [1] })
  expect([...document.querySelectorAll('[data-match-point]')].map((mark) => mark.textContent)).toEqual([
    'MATCH POINT',
  ])
})
