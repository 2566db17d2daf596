import { expect, test } from 'vitest'

import { layoutOf } from './layout'

test('a desktop and a tablet lie open, and a narrow one puts the cards of a team under the columns', () => {
  expect(layoutOf(1048, 740, 2)).toMatchObject({ wide: true, tight: false, stacked: false })
  expect(layoutOf(804, 990, 4)).toMatchObject({ wide: true, stacked: true })
  expect(layoutOf(804, 990, 2)).toMatchObject({ wide: true, stacked: false })
  expect(layoutOf(788, 650, 4)).toMatchObject({ wide: false, short: false, stacked: false })
})

test('a phone folds; on its side the dice lie beside the boxes', () => {
  expect(layoutOf(374, 660, 2)).toMatchObject({ wide: false, short: false, tight: true })
  expect(layoutOf(374, 660, 4)).toMatchObject({ tight: true, low: false })
  expect(layoutOf(828, 300, 2)).toMatchObject({ wide: false, short: true, tight: true, low: true })
  expect(layoutOf(704, 340, 4)).toMatchObject({ short: true })
})

test('the smallest phone has no corner of its own to spare', () => {
  expect(layoutOf(304, 470, 2)).toMatchObject({ short: false, low: true, tight: true })
})
