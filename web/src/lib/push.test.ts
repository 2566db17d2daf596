import { describe, expect, test } from 'vitest'

import { asTime, minutesOf } from './push.svelte'

describe('times of day', () => {
  test('are written as the field has them, and read back', () => {
    expect([0, 7 * 60 + 5, 1439].map(asTime)).toEqual(['00:00', '07:05', '23:59'])
    expect(['00:00', '07:05', '23:59'].map(minutesOf)).toEqual([0, 425, 1439])
    expect(['', '7:05', '24:00', 'x'].map(minutesOf)).toEqual([null, null, null, null])
  })
})
