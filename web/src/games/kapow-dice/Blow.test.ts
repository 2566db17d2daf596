/** What a blow cost, or that it was stopped, can be read in its burst. */

import { render } from '@testing-library/svelte'
import { beforeEach, expect, test } from 'vitest'

import { settings } from '../../lib/settings.svelte'
import Blow from './Blow.svelte'
import { recorded } from './testing/recorded'

const { board } = recorded[0]!.start

const who = { who: 'tough_nut', target_who: 'mecha_max' }

function burstOf(attack: number, defence: number, damage: number): string {
  const hit = { fighter: 0, target: 1, ...who, attack, defence, damage }
  const { container } = render(Blow, { hit, table: board, names: ['Ada', 'Bruno'], row: false })
  return container.querySelector('.damage')!.textContent.trim()
}

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
})

test('it says what the blow cost', () => {
  expect(burstOf(9, 4, 5)).toMatch(/^POW!\s*−5$/)
})

test('or what stopped it', () => {
  expect(burstOf(3, 4, 0)).toBe('BLOCKED!')
  expect(burstOf(9, 4, 0)).toBe('NO DAMAGE!')
})
