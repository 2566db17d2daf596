import { readFileSync } from 'node:fs'

import { afterEach, describe, expect, test, vi } from 'vitest'

import PluginBoard from '../plugin/PluginBoard.svelte'
import { boardOf, coverOf, extrasOf, fileOf } from '.'

afterEach(() => vi.unstubAllGlobals())

describe('the boards', () => {
  test('a game without a folder gets the one for plugins', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')))
    expect(await boardOf('no-such-game')).toBe(PluginBoard)
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
    for (const folder of folders) expect(await boardOf(folder)).not.toBe(PluginBoard)
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
