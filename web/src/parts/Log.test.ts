/** The log of a long match: opened at its end, and whole for whoever goes on reading upwards. */

import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, expect, test } from 'vitest'
import { settings } from '../lib/settings.svelte'
import { step } from '../testing'
import Log, { PAGE } from './Log.svelte'

const story = (length: number) => Array.from({ length }, (_, ply) => step(ply, 0, `Sentence ${ply}.`))
const entries = () => screen.getAllByRole('listitem').map((one) => one.textContent.trim())

beforeEach(() => {
  settings.language = 'en'
})

test('a short story stands there whole', () => {
  render(Log, { log: story(PAGE), names: ['Ada'] })
  expect(entries()).toHaveLength(PAGE)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a long one opens at its end, and goes back page by page to its first sentence', async () => {
  render(Log, { log: story(2 * PAGE + 1), names: ['Ada'] })
  expect(entries()).toHaveLength(PAGE)
  expect(entries().at(-1)).toContain(`Sentence ${2 * PAGE}.`)
  await fireEvent.click(screen.getByRole('button', { name: `Show ${PAGE + 1} earlier entries` }))
  expect(entries()).toHaveLength(2 * PAGE)
  await fireEvent.click(screen.getByRole('button', { name: 'Show 1 earlier entry' }))
  expect(entries()[0]).toContain('Sentence 0.')
  expect(screen.queryByRole('button')).toBeNull()
})
