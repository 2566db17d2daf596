import { expect, test } from 'vitest'

import { aimedAtMe } from './threat'

const text = { en: 'Attack!', de: 'Angriff!' }

test('an attack is as dangerous as what it would leave', () => {
  const levels = [1, 4, 5, 9, 10, 12].map((amount) => aimedAtMe({ text }, amount, 10)?.level)
  expect(levels).toEqual([1, 1, 2, 2, 3, 3])
})

test('an attack of nothing is no threat, and each speaks in the words of its event', () => {
  expect(aimedAtMe({ text }, 0, 10)).toBeNull()
  expect(aimedAtMe({ text }, 3, 10)).toMatchObject({ amount: 3, text })
})
