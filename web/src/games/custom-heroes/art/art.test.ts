import { expect, test } from 'vitest'

import { emblems, portraits, tints } from '.'

const TYPES =
  'AF KO SPK BRA CHA SPU G01 G03 G05 G07 G08 G09 G10 G11 G12 RP1 RP2 RP3 RP4 RM1 RM2 RM3 RM4 BP1 BP2 BP3 BP4 BM1 BM2 BM3 BM4'

test('every advancement has an emblem of its own', () => {
  expect(Object.keys(emblems).sort()).toEqual(TYPES.split(' ').sort())
  expect(new Set(Object.values(emblems).map((picture) => JSON.stringify(picture))).size).toBe(31)
})

test('ten heroes with ten portraits', () => {
  expect(new Set(portraits.map((picture) => JSON.stringify(picture))).size).toBe(10)
  expect(tints).toHaveLength(10)
})
