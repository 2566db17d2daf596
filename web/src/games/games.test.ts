import { readFileSync } from 'node:fs'

import { render, screen, within } from '@testing-library/svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { settings } from '../lib/settings.svelte'
import type { MoveOption } from '../lib/wire'
import { option, unasked, viewOf } from '../testing'
import { boardOf, coverOf, extrasOf, fileOf } from '.'
import { groupMoves, nameOfKey, namesOfThings } from './plain'
import PlainBoard from './PlainBoard.svelte'

afterEach(() => {
  settings.language = 'en'
})

describe('the boards', () => {
  test('a game without a folder gets the plain one', async () => {
    expect(await boardOf('no-such-game')).toBe(PlainBoard)
    expect(await coverOf('no-such-game')).toBeNull()
    expect(await extrasOf('no-such-game')).toEqual({})
  })

  test('a game is found by the name of its folder, and only by that', () => {
    const files = { './tag-team/Board.svelte': async () => ({ default: 'tag team' }) }
    expect(fileOf(files, 'tag-team', 'Board.svelte')).toBe(files['./tag-team/Board.svelte'])
    expect(fileOf(files, 'tag', 'Board.svelte')).toBeUndefined()
    expect(fileOf(files, '../games/tag-team', 'Board.svelte')).toBeUndefined()
  })

  test('every board that is here can be loaded', async () => {
    const folders = Object.keys(import.meta.glob('./*/Board.svelte')).map((path) => path.split('/')[1] ?? '')
    for (const folder of folders) expect(await boardOf(folder)).not.toBe(PlainBoard)
  }, 60_000)

  test('every rule that a game says is to be read now is one of its rules', () => {
    const files = import.meta.glob<string>('./*/extras.ts', { query: '?raw', import: 'default', eager: true })
    const bookOf = (folder: string) =>
      readFileSync(`../src/slugfest/games/${folder.replaceAll('-', '_')}/rules.toml`, 'utf8')
    for (const [path, text] of Object.entries(files)) {
      const numbers = text.match(/'[A-Z]{2}-\d+'/g) ?? []
      expect(numbers.length, path).toBeGreaterThan(2)
      const book = bookOf(path.split('/')[1] ?? '')
      for (const number of numbers) expect(book, path).toContain(`[${number.slice(1, -1)}]`)
    }
  })

  test('no game takes anything from another: what they share lies in ui/ or lib/', () => {
    const files = import.meta.glob<string>('./*/**/*.{ts,svelte}', {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    const folders = new Set(Object.keys(files).map((path) => path.split('/')[1] ?? ''))
    expect(folders.size).toBeGreaterThan(1)
    for (const [path, text] of Object.entries(files))
      for (const folder of folders)
        if (path.split('/')[1] !== folder)
          expect(text, path).not.toMatch(new RegExp(`from '[./]+/${folder}/`))
  })
})

const moves: MoveOption[] = [
  {
    move: 'ATTACK S12 -> P2:D1',
    label: { en: 'Attack {P2} with Gravitonia', de: 'Greife {P2} mit Gravitonia an' },
    forecast: {},
  },
  {
    move: 'ATTACK T07 -> P2:D1',
    label: { en: 'Attack {P2} with the Knitter', de: 'Greife {P2} mit der Strickerin an' },
    forecast: {},
  },
  { move: 'PASS', label: { en: 'Pass', de: 'Passen' }, forecast: {} },
]

function show(more: Parameters<typeof viewOf>[0] = {}, busy = false): { play: ReturnType<typeof vi.fn> } {
  const play = vi.fn()
  const catalogue = { cards: { S12: { name: { en: 'Gravitonia', de: 'Gravitonia' }, value: 12 } } }
  const board = {
    deck: 12,
    last_round: null,
    players: [
      { hand: ['S12', null], passed: false },
      { hand: [], passed: true },
    ],
  }
  render(PlainBoard, {
    view: viewOf({ moves, board, ...more }),
    names: ['Ada', 'Bo'],
    catalogue,
    happening: null,
    busy,
    play,
    say: () => {},
    ...unasked,
    ideas: [],
  })
  return { play }
}

describe('the plain board', () => {
  test('offers every legal move in words and plays the one that is pressed', () => {
    const { play } = show()
    expect(screen.getAllByRole('button').map((button) => button.textContent.trim())).toEqual([
      'Attack Bo with Gravitonia',
      'Attack Bo with the Knitter',
      'Pass',
    ])
    screen.getByRole('button', { name: 'Pass' }).click()
    expect(play).toHaveBeenCalledExactlyOnceWith(['PASS'])
  })

  test('says the moves in the reader’s language', () => {
    settings.language = 'de'
    show()
    expect(screen.getByRole('button', { name: 'Greife Bo mit Gravitonia an' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Was du tun kannst' })).toBeTruthy()
  })

  test('shows the position: known things by name, hidden ones as hidden', () => {
    show()
    expect(screen.getByText('Gravitonia (S12)')).toBeTruthy()
    expect(screen.getByText('Last round')).toBeTruthy()
    expect(screen.getAllByText('hidden')).toHaveLength(2)
    expect(screen.getByText('Bo')).toBeTruthy()
  })

  test('lets nobody play while events are running', () => {
    const { play } = show({}, true)
    screen.getByRole('button', { name: 'Pass' }).click()
    expect(play).not.toHaveBeenCalled()
  })

  test('shows who plays together', () => {
    show({ seat: 0, seats: 2, teams: [[0, 1]] })
    const team = screen.getByRole('heading', { name: 'Together against the game' }).closest('section')!
    expect(
      within(team)
        .getAllByRole('listitem')
        .map((one) => one.textContent.replace(/\s+/g, ' ').trim()),
    ).toEqual(['1 Ada (you)', '2 Bo (your partner)'])
  })

  test('offers nothing to a spectator', () => {
    show({ seat: -1, moves: [] })
    expect(screen.queryAllByRole('button')).toEqual([])
    expect(screen.getByText('You are watching.')).toBeTruthy()
  })
})

describe('moves in groups', () => {
  test('are those that begin alike, under the words they share', () => {
    const groups = groupMoves(moves, ['Ada', 'Bo'])
    expect(groups.map((group) => [group.key, group.title, group.moves.length])).toEqual([
      ['ATTACK', 'Attack Bo with', 2],
      ['PASS', '', 1],
    ])
  })

  test('are called by their first word where the labels share none', () => {
    const options = ['A', 'B'].map((name) => ({
      ...option(`TAKE ${name}`),
      label: { en: name, de: name },
    }))
    expect(groupMoves(options, [])[0]?.title).toBe('Take')
  })
})

test('names are found wherever the catalogue keeps them', () => {
  const things = namesOfThings({
    cards: { S12: { name: { en: 'G', de: 'G' } } },
    types: { stars: { en: 'Stars', de: 'Sterne' } },
    hand_limit: 3,
  })
  expect([...things.keys()]).toEqual(['S12', 'stars'])
  expect(nameOfKey('stars', things)).toBe('Stars')
  expect(nameOfKey('turn_cap', things)).toBe('Turn cap')
})
