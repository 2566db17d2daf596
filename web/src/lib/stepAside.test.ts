import { describe, expect, test } from 'vitest'
import { wayDown, type Box } from './stepAside'

const box = (top: number, bottom: number): Box => ({ left: 0, right: 100, top, bottom })

describe('what is said steps aside', () => {
  test('it stays where it is if it covers nothing', () => {
    expect(wayDown(box(0, 50), [[box(60, 90)], []], 600)).toBe(0)
  })

  test('it goes below what it speaks about', () => {
    expect(wayDown(box(0, 80), [[box(60, 90)], []], 600)).toBe(96)
  })

  test('and below whoever sits there, too', () => {
    expect(wayDown(box(0, 80), [[box(60, 90)], [box(100, 200)]], 600)).toBe(206)
  })

  test('rather over others than over what it speaks about, where there is no room for both', () => {
    expect(wayDown(box(0, 80), [[box(60, 90)], [box(100, 200)]], 240)).toBe(96)
  })

  test('it stands above what comes next, where that covers less of others', () => {
    expect(wayDown(box(0, 80), [[box(30, 60), box(160, 300)], [box(62, 110)]], 300)).toBe(74)
  })

  test('of two places that cover nobody it takes the one that covers less of the board', () => {
    expect(wayDown(box(0, 60), [[], [box(50, 80)], [box(80, 200), box(400, 600)]], 600)).toBe(206)
  })
})
