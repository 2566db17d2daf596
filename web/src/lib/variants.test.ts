import { expect, test } from 'vitest'
import { fileOf } from '../games'
import type { GameInfo } from './wire'
import { nameIn, plainId } from './variants'

const name = (en: string) => ({ en, de: en })
const games = [
  { id: 'kapow-dice', name: name('KAPOW!') },
  { id: 'kapow-dice@house.12', name: name('KAPOW! – our house Klonk') },
] as GameInfo[]

test('a variant is played on the board of its game', () => {
  const own = () => Promise.resolve({ default: 'board' })
  expect(fileOf({ './kapow-dice/Board.svelte': own }, 'kapow-dice@house.12', 'Board.svelte')).toBe(own)
  expect(plainId('tag-team')).toBe('tag-team')
})

test('a variant has its own name, and that of its game where it is not offered any more', () => {
  expect(nameIn(games, 'kapow-dice@house.12')?.en).toBe('KAPOW! – our house Klonk')
  expect(nameIn(games, 'kapow-dice@gone.34')?.en).toBe('KAPOW!')
  expect(nameIn(games, 'hero-rush')).toBeUndefined()
})
