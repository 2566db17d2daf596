import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadAfterUpdate } from './updated'

const reload = vi.fn()
let end = (): void => {}
let answer: () => Promise<Response>

const fail = async (): Promise<void> => {
  window.dispatchEvent(new Event('vite:preloadError'))
  await new Promise((done) => setTimeout(done))
}

beforeEach(() => {
  sessionStorage.clear()
  reload.mockReset()
  answer = () => Promise.resolve(new Response('the new page'))
  vi.stubGlobal('fetch', () => answer())
  end = reloadAfterUpdate(reload)
})
afterEach(() => {
  end()
  vi.unstubAllGlobals()
})

test('a page whose files are gone is loaded again', async () => {
  await fail()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('but not for ever', async () => {
  await fail()
  await fail()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('nor while the server does not answer', async () => {
  answer = () => Promise.reject(new TypeError('no network'))
  await fail()
  answer = () => Promise.resolve(new Response('', { status: 503 }))
  await fail()
  expect(reload).not.toHaveBeenCalled()
  answer = () => Promise.resolve(new Response('back again'))
  await fail()
  expect(reload).toHaveBeenCalledTimes(1)
})
