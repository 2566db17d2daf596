import { describe, expect, test } from 'vitest'

import { intensityOf, leanOf, loudnessOf, pitchOf, shakeOf, vibrationOf, type Intensity } from './blows'

describe('the intensity of a blow', () => {
  test('grows with what was taken of the whole', () => {
    const of20 = [0, 1, 3, 4, 7, 8, 19].map((amount) => intensityOf({ amount, of: 20 }))
    expect(of20).toEqual([0, 1, 1, 2, 2, 3, 3])
  })

  test('is never smaller for a larger amount', () => {
    for (const of of [1, 11, 20, 40]) {
      const all = Array.from({ length: 50 }, (_, amount) => intensityOf({ amount, of }))
      expect(all).toEqual(all.toSorted())
    }
  })

  test('a KO is as hard as it gets, whatever it took', () => {
    expect(intensityOf({ amount: 1, of: 100, ko: true })).toBe(3)
  })

  test('what was blocked is nothing, and a missing whole no error', () => {
    expect(intensityOf({ amount: -2, of: 20 })).toBe(0)
    expect(intensityOf({ amount: 1, of: 0 })).toBe(3)
  })
})

test('each hit sounds higher than the one before, up to an octave', () => {
  const pitches = [1, 2, 3, 4, 5, 6, 7, 8, 20].map(pitchOf)
  expect(pitches[0]).toBe(1)
  expect(pitches.slice(0, 7)).toEqual(pitches.slice(0, 7).toSorted((a, b) => a - b))
  expect(new Set(pitches.slice(0, 7)).size).toBe(7)
  expect(pitches.slice(6)).toEqual([2, 2, 2])
})

test('loudness, vibration and shaking grow with the intensity; only a heavy blow shakes the panel', () => {
  const levels: Intensity[] = [0, 1, 2, 3]
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
  for (const measure of [loudnessOf, shakeOf, (one: Intensity) => sum(vibrationOf(one))])
    expect(levels.map(measure)).toEqual(levels.map(measure).toSorted((a, b) => a - b))
  expect(levels.map((one) => shakeOf(one) > 0)).toEqual([false, false, true, true])
  expect(vibrationOf(0)).toEqual([])
})

test('the edge of a clash leans to whoever is ahead', () => {
  expect(leanOf(0, 0)).toBe(0)
  expect(leanOf(5, 5)).toBe(0)
  expect(leanOf(8, 2)).toBeLessThan(0)
  expect(leanOf(2, 8)).toBeGreaterThan(0)
  expect(leanOf(0, 9)).toBe(1)
})
