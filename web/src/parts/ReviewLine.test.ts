import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, expect, test } from 'vitest'

import { settings } from '../lib/settings.svelte'
import { review } from '../testing'
import ReviewLine from './ReviewLine.svelte'

beforeEach(() => {
  settings.language = 'en'
})

const shown = () =>
  render(ReviewLine, {
    review: review(),
    names: ['Ada', 'Bo'],
    seats: [0, 1],
    watchFrom: (step: number) => `/replay/m1?step=${step}`,
  })

const cells = (): string[] => [...document.querySelectorAll('tbody td')].map((cell) => cell.textContent ?? '')

test('the picture has a line a seat and the marks, and the table says the same', () => {
  shown()
  expect(document.querySelectorAll('polyline').length).toBe(2)
  expect([...document.querySelectorAll('.mark text')].map((mark) => mark.textContent)).toEqual(['??'])
  expect(cells()).toEqual(['45', '55', '60', '40', '0', '100'])
})

test('the slider leads through the match and to the replay', async () => {
  shown()
  const slider = screen.getByRole('slider')
  expect(slider.getAttribute('aria-valuetext')).toBe('After the deal: Ada 45%, Bo 55%')
  await fireEvent.input(slider, { target: { value: '2' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('After 4 moves: Ada 0%, Bo 100%')
  expect(screen.getByText('?? Blunder')).toBeTruthy()
  expect(screen.getByText('Watch from here').closest('a')?.getAttribute('href')).toBe('/replay/m1?step=4')
})

test('what each player knew is another line', async () => {
  shown()
  await fireEvent.click(screen.getByLabelText('what each one knows'))
  expect(cells()).toEqual(['40', '50', '61', '42', '0', '100'])
})
