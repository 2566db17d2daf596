import { beforeEach, describe, expect, test } from 'vitest'
import {
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  ServerClock,
  inFigures,
  inWords,
  timeLeft,
  worthSaying,
} from './clock.svelte'
import { settings } from './settings.svelte'

beforeEach(() => {
  settings.language = 'en'
})

describe('the server’s clock', () => {
  test('goes on by my own clock, however wrong that is', () => {
    let here = 5_000
    const clock = new ServerClock(() => here)
    clock.sync(1_000_000)
    here += 700
    expect(clock.now).toBe(1_000_700)
  })

  test('is not set back by a message that took longer', () => {
    let here = 0
    const clock = new ServerClock(() => here)
    clock.sync(100_000)
    here = 1_000
    clock.sync(100_600) // sent at 100,600, arrived 400 ms later
    expect(clock.now).toBe(101_000)
  })

  test('follows where it, or mine, was really set anew', () => {
    let here = 0
    const clock = new ServerClock(() => here)
    clock.sync(100_000)
    clock.sync(100_000 + 2 * DAY)
    expect(clock.now).toBe(100_000 + 2 * DAY)
    here = 50_000 // my clock jumped
    clock.sync(100_000 + 2 * DAY)
    expect(clock.now).toBe(100_000 + 2 * DAY)
  })
})

describe('what is left', () => {
  const clock = { reserve: 180_000, starts: 0, decide_until: 60_000, deadline: 240_000 }

  test('is first the time for the decision, then the reserve', () => {
    expect(timeLeft(clock, 0)).toMatchObject({
      all: 240_000,
      decision: 60_000,
      reserve: 180_000,
      last: false,
    })
    expect(timeLeft(clock, 100_000)).toMatchObject({ all: 140_000, decision: 0, reserve: 140_000 })
    expect(timeLeft(clock, 231_000)).toMatchObject({ last: true })
    expect(timeLeft(clock, 300_000)).toMatchObject({ all: 0, decision: 0, reserve: 0 })
  })

  test('stands still while there is something to watch', () => {
    const later = { reserve: 0, starts: 16_000, decide_until: 36_000, deadline: 36_000 }
    expect([0, 15_000, 16_000, 20_000].map((now) => timeLeft(later, now)?.all)).toEqual([
      20_000, 20_000, 20_000, 16_000,
    ])
  })

  test('is nothing for whoever owes nothing', () => {
    expect(timeLeft({ reserve: 5, starts: null, decide_until: null, deadline: null }, 0)).toBeNull()
  })

  test('is shown in figures that end with zero', () => {
    expect([9_001, 9_000, 1, 0].map(inFigures)).toEqual(['0:10', '0:09', '0:01', '0:00'])
    expect(inFigures(5 * HOUR + 12 * MINUTE)).toBe('5 h 12 min')
    expect(inFigures(2 * DAY + 3 * HOUR)).toBe('2 d 3 h')
    settings.language = 'de'
    expect(inFigures(2 * DAY + 3 * HOUR)).toBe('2 T. 3 Std.')
  })

  test('is said in words, with the right plurals', () => {
    expect(inWords(SECOND)).toBe('1 second')
    expect(inWords(90 * SECOND)).toBe('1 minute 30 seconds')
    expect(inWords(2 * DAY)).toBe('2 days')
    settings.language = 'de'
    expect(inWords(DAY + HOUR)).toBe('1 Tag 1 Stunde')
  })

  test('is said at moments that matter, not every second', () => {
    const moments = Array.from({ length: 120 }, (_, passed) => worthSaying((120 - passed) * SECOND))
    expect(new Set(moments)).toEqual(new Set([5 * MINUTE, MINUTE, 30 * SECOND, 10 * SECOND]))
    expect(worthSaying(0)).toBe(0)
    expect(worthSaying(3 * DAY)).toBeNull()
  })
})
