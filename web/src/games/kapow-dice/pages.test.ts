import { expect, test } from 'vitest'
import type { Area } from './boxes'
import { pagesOf } from './pages'

const sized = (counts: Partial<Record<Area, number>>) =>
  Object.entries(counts).map(([area, count]) => ({ area: area as Area, count }))
const tabs = (counts: Partial<Record<Area, number>>, width: number, height: number): string[] =>
  pagesOf(sized(counts), width, height).map(({ areas, columns }) =>
    [...areas.map(({ area }) => area), columns].join(' '),
  )

const CHARACTERS = { attack: 9, defend: 9, utility: 12, character: 4 }
const TEAM = { ...CHARACTERS, team: 4 }

test('on a phone the fight is one tab, and what is gained another', () => {
  expect(tabs({ attack: 9, defend: 9, utility: 12 }, 374, 370)).toEqual(['attack defend 3', 'utility 2'])
  expect(tabs(CHARACTERS, 374, 370)).toEqual(['attack defend 3', 'utility character 3'])
})

test('boxes that say in words what they do keep a tab of their own where there is less height', () => {
  expect(tabs(TEAM, 374, 268)).toEqual(['attack defend 3', 'utility 2', 'character 2', 'team 2'])
})

test('Team-Up cards lie with the fight where there is room for them in one line each', () => {
  expect(tabs(TEAM, 374, 320)).toEqual(['attack defend 3', 'utility character 3', 'team 2'])
  expect(pagesOf(sized(TEAM), 374, 320).map(({ cards }) => cards?.area)).toEqual([
    'team',
    undefined,
    undefined,
  ])
  expect(pagesOf(sized(TEAM), 374, 268).some(({ cards }) => cards)).toBe(false)
})

test('on a narrow or low screen every area has a tab', () => {
  const single = ['attack 2', 'defend 2', 'utility 2', 'character 2']
  expect(tabs(CHARACTERS, 304, 370)).toEqual(single)
  expect(tabs(CHARACTERS, 540, 180)).toEqual(single)
})
