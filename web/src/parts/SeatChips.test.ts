/** What a seat says of whoever plays there. */

import { render, screen } from '@testing-library/svelte'
import { beforeEach, expect, test } from 'vitest'
import { settings } from '../lib/settings.svelte'
import { seat } from '../testing'
import SeatChips from './SeatChips.svelte'

beforeEach(() => {
  settings.language = 'en'
})

test('a bot that failed says so, and which one stepped in', () => {
  render(SeatChips, { seat: seat('Rita', { kind: 'bot', level: 'lucky:boldness=7', instead: 'greedy' }) })
  expect(screen.getByText('failed; greedy plays instead')).toBeTruthy()
})

test('in German, with the level in words', () => {
  settings.language = 'de'
  render(SeatChips, { seat: seat('Rita', { kind: 'bot', level: 'lucky', instead: 'easy' }) })
  expect(screen.getByText('ausgefallen, leicht spielt weiter')).toBeTruthy()
})

test('of one that never failed nothing is said', () => {
  render(SeatChips, { seat: seat('Rita', { kind: 'bot', level: 'lucky' }) })
  expect(screen.queryByText(/failed/)).toBeNull()
})
