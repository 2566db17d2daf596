import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'

import { personas } from '../lib/faces.svelte'
import { settings } from '../lib/settings.svelte'
import { gameInfo } from '../testing'
import OpponentPicker from './OpponentPicker.svelte'

test('a face is chosen, and what is said of it says whether it plays no game better', async () => {
  vi.spyOn(personas, 'load').mockImplementation(() => {})
  settings.language = 'en'
  const change = vi.fn()
  const { rerender } = render(OpponentPicker, { game: gameInfo(), value: 'robo-rita', change })
  expect(screen.getByText(/Rating 1200 ± 20/)).toBeTruthy()
  expect(screen.queryByText(/Strongest in this game/)).toBeNull()
  await fireEvent.click(screen.getByRole('radio', { name: /Dynamo Doc/ }))
  expect(change).toHaveBeenCalledWith('dynamo-doc')
  await rerender({ value: 'dynamo-doc' })
  expect(screen.getByText(/Strongest in this game\./)).toBeTruthy()
})
