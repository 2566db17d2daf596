import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'

import App from './App.svelte'

test('the page says what it is', async () => {
  render(App)
  expect(await screen.findByRole('heading', { level: 1, name: 'Slugfest' })).toBeTruthy()
})
