/** A die tumbles when it lands, and not when its landings are no longer told. */

import { render } from '@testing-library/svelte'
import { beforeEach, expect, test } from 'vitest'

import { settings } from '../../lib/settings.svelte'
import Die from './Die.svelte'

beforeEach(() => {
  settings.speed = 'normal'
})

test('it tumbles once a landing', async () => {
  const { container, rerender } = render(Die, { kind: 'red', face: 'M', landed: 0 })
  const tumbling = () => container.querySelector('.rolling') !== null
  expect(tumbling()).toBe(false)
  await rerender({ landed: 2 })
  expect(tumbling()).toBe(true)
  await rerender({ landed: 0 })
  expect(tumbling()).toBe(false)
})
