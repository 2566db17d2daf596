import { afterEach, expect, test, vi } from 'vitest'

import { api } from './api'
import { shared } from './reach'

afterEach(() => vi.restoreAllMocks())

test('a link by a name of the network is shared as it is, and nobody is asked', async () => {
  const asked = vi.spyOn(api, 'reach')
  const link = 'https://play.example.org/match/A'
  expect(await shared(link)).toEqual({ link, onlyHere: false, lan: '' })
  expect(asked).not.toHaveBeenCalled()
})

test.each(['127.0.0.1', 'localhost', '[::1]', 'ann.localhost'])(
  '%s is exchanged for the network’s address',
  async (name) => {
    vi.spyOn(api, 'reach').mockResolvedValue({ network: 'http://192.0.2.7:8000', lan: '' })
    expect(await shared(`http://${name}:8000/match/A`)).toEqual({
      link: 'http://192.0.2.7:8000/match/A',
      onlyHere: false,
      lan: '',
    })
  },
)

test('where there is no network, only this computer can open it', async () => {
  vi.spyOn(api, 'reach').mockResolvedValue({ network: '', lan: 'http://192.0.2.7:8000' })
  const link = 'http://127.0.0.1:8000/match/A'
  expect(await shared(link)).toEqual({ link, onlyHere: true, lan: 'http://192.0.2.7:8000' })
})
