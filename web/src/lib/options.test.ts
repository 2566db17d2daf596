import { describe, expect, test } from 'vitest'

import {
  decidesSeats,
  isFinePrint,
  isOpen,
  leadOf,
  leads,
  offers,
  sayValue,
  seatsFor,
  settle,
} from './options'
import type { GameInfo, OptionInfo, OptionValue } from './wire'

const value = (name: string, seats: number[] | null = null): OptionValue => ({
  value: name,
  name: { en: name, de: name },
  seats,
  about: null,
})

const option = (key: string, choices: OptionValue[]): OptionInfo => ({
  key,
  name: { en: key, de: key },
  default: choices[0]!.value,
  choices,
  low: 0,
  high: 0,
  rule: '',
  seat_choice: false,
  detail: false,
  only_with: null,
})

const mode = option('mode', [value('duel', [2]), value('solo', [1]), value('team', [4])])
const cards = option('cards', [value('dealt'), value('drafted', [4])])
const game = { options: [cards, mode] } as unknown as GameInfo

describe('options that belong to a number of seats', () => {
  test('are offered there and nowhere else', () => {
    expect(offers(cards, 4).map((offer) => offer.value)).toEqual(['dealt', 'drafted'])
    expect(offers(cards, 2).map((offer) => offer.value)).toEqual(['dealt'])
  })

  test('are no question where only one value is left', () => {
    expect(isOpen(cards, 4, {})).toBe(true)
    expect(isOpen(cards, 2, {})).toBe(false)
  })

  test('fall back to the first value there is', () => {
    expect(settle([mode, cards], { mode: 'duel', cards: 'drafted' }, 4)).toEqual({
      mode: 'team',
      cards: 'drafted',
    })
    expect(settle([mode, cards], { cards: 'drafted' }, 2)).toEqual({ mode: 'duel', cards: 'dealt' })
  })
})

describe('an option that decides how many play', () => {
  test('leads, and the others follow', () => {
    expect(decidesSeats(mode)).toBe(true)
    expect(decidesSeats(cards)).toBe(false)
    expect(leadOf(game)).toBe(mode)
    expect(leads(mode).map((lead) => lead.value)).toEqual(['duel', 'solo', 'team'])
  })

  test('says how many seats there are', () => {
    expect(seatsFor(mode, 'team', 2)).toBe(4)
    expect(seatsFor(mode, 'duel', 2)).toBe(2)
    expect(seatsFor(cards, 'dealt', 3)).toBe(3)
  })
})

describe('options that mean something only beside another', () => {
  const first = { ...cards, key: 'first', only_with: { key: 'mode', values: ['team', 'coop'] } }

  test('are asked only there', () => {
    expect(isOpen(first, 4, { mode: 'team' })).toBe(true)
    expect(isOpen(first, 4, { mode: 'coop' })).toBe(true)
    expect(isOpen(first, 4, { mode: 'duel' })).toBe(false)
  })
})

test('what was agreed can be said in words', () => {
  expect(sayValue(cards, 'drafted', 4)).toBe('drafted')
  expect(sayValue({ ...cards, choices: null, low: 1, high: 9 }, 7, 2)).toBe('7')
})

test('a detail is fine print, unless another option has asked for it', () => {
  const pow = { ...option('pow', [value('3')]), detail: true }
  expect(isFinePrint(pow)).toBe(true)
  expect(isFinePrint({ ...pow, only_with: { key: 'teams', values: ['given'] } })).toBe(false)
  expect(isFinePrint(mode)).toBe(false)
})
