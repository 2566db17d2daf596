import { describe, expect, test } from 'vitest'

import { offers, settle } from './options'
import { eventOf, matchOf, readRoute } from './router.svelte'
import type { OptionInfo } from './wire'

describe('an address', () => {
  test.each([
    ['/', { page: 'home' }],
    ['/new/kapow-cards', { page: 'new', game: 'kapow-cards' }],
    ['/how/kapow-cards', { page: 'how', game: 'kapow-cards' }],
    ['/learn/kapow-cards', { page: 'learn', game: 'kapow-cards', lesson: null }],
    ['/learn/kapow-cards/2', { page: 'learn', game: 'kapow-cards', lesson: 2 }],
    ['/learn/kapow-cards/x', { page: 'missing' }],
    ['/learn/kapow-cards/2/3', { page: 'missing' }],
    ['/learn', { page: 'missing' }],
    ['/puzzle/kapow-cards/12', { page: 'puzzle', game: 'kapow-cards', number: 12 }],
    ['/puzzle/kapow-cards/x', { page: 'missing' }],
    ['/puzzle/kapow-cards', { page: 'missing' }],
    ['/match/abc', { page: 'match', id: 'abc' }],
    ['/match/abc/', { page: 'match', id: 'abc' }],
    ['/replay/abc', { page: 'replay', id: 'abc' }],
    ['/about', { page: 'about' }],
    ['/sign-in', { page: 'sign-in' }],
    ['/sign-in/x', { page: 'missing' }],
    ['/player/Zo%C3%AB%2FPaul', { page: 'player', name: 'Zoë/Paul' }],
    ['/player', { page: 'missing' }],
    ['/clubs', { page: 'clubs' }],
    ['/club/ABCDEFGH', { page: 'club', id: 'ABCDEFGH' }],
    ['/club', { page: 'missing' }],
    ['/admin', { page: 'admin' }],
    ['/admin/x', { page: 'missing' }],
    ['/events', { page: 'events' }],
    ['/event/ABCDEFGH', { page: 'event', id: 'ABCDEFGH' }],
    ['/event', { page: 'missing' }],
    ['/event/a/b', { page: 'missing' }],
    ['/event/ABCDEFGH/deal/2', { page: 'deal', id: 'ABCDEFGH', round: 2 }],
    ['/event/ABCDEFGH/deal', { page: 'missing' }],
    ['/event/ABCDEFGH/deal/0', { page: 'missing' }],
    ['/event/ABCDEFGH/deal/2/3', { page: 'missing' }],
    ['/match', { page: 'missing' }],
    ['/match/a/b', { page: 'missing' }],
    ['/nowhere/x', { page: 'missing' }],
    ['/match/%zz', { page: 'missing' }],
  ])('%s leads to the right page', (path, route) => {
    expect(readRoute(path)).toEqual(route)
  })
})

describe('joining', () => {
  test.each([
    ['abc123', 'abc123'],
    ['  abc-123 ', 'abc-123'],
    ['https://slug.example/match/abc123', 'abc123'],
    ['slug.example:8000/match/abc123?x=1#y', 'abc123'],
    ['Come and play! https://slug.example/match/abc123 now', 'abc123'],
  ])('“%s” means a match', (typed, match) => {
    expect(matchOf(typed)).toBe(match)
  })

  test.each(['', ' ', 'hello there', 'https://slug.example/', '../etc'])('“%s” means none', (typed) => {
    expect(matchOf(typed)).toBeNull()
  })
})

describe('options', () => {
  const name = { en: 'x', de: 'x' }
  const start: OptionInfo = {
    key: 'start',
    name,
    default: 'random',
    choices: [
      { value: 'random', name: { en: 'drawn by lot', de: 'wird ausgelost' }, seats: null, about: null },
    ],
    low: 0,
    high: 0,
    rule: '',
    seat_choice: true,
    detail: false,
    only_with: null,
  }
  const cap: OptionInfo = {
    ...start,
    key: 'cap',
    default: 10,
    choices: null,
    low: 5,
    high: 20,
    seat_choice: false,
  }

  test('offer the seats where a seat may be chosen', () => {
    expect(offers(start, 2)).toEqual([
      { value: 'random', name: 'drawn by lot' },
      { value: 1, name: 'Seat 1' },
      { value: 2, name: 'Seat 2' },
    ])
  })

  test('fall back to their default when a choice is no longer offered', () => {
    expect(settle([start, cap], { start: 3, cap: 7 }, 3)).toEqual({ start: 3, cap: 7 })
    expect(settle([start, cap], { start: 3, cap: 99 }, 2)).toEqual({ start: 'random', cap: 10 })
  })
})

describe('the event somebody means', () => {
  test.each([
    ['ABCDEFGH', 'ABCDEFGH'],
    [' https://example.org/event/ABCDEFGH?x=1 ', 'ABCDEFGH'],
    ['', null],
    ['two words', null],
  ])('%o', (typed, event) => {
    expect(eventOf(typed)).toBe(event)
  })
})
