import { expect, test } from 'vitest'
import { ApiError, OFFLINE } from './api'
import { Attempt } from './attempt.svelte'

test('buttons rest while an answer is awaited, and a note says what came of it', async () => {
  const attempt = new Attempt()
  let answer: (note: string) => void = () => {}
  const made = attempt.make(() => new Promise<string>((done) => (answer = done)))
  expect(attempt.busy).toBe(true)
  answer('Cancelled.')
  await made
  expect(attempt).toMatchObject({ busy: false, problem: '', note: 'Cancelled.' })
})

test('a refusal is told in the words of the server, and gone with the next attempt', async () => {
  const attempt = new Attempt()
  const text = { en: 'This name is taken.', de: 'Dieser Name ist vergeben.' }
  await attempt.make(() => Promise.reject(new ApiError(409, { code: 'TAKEN', rule: '', text })))
  expect(attempt).toMatchObject({ busy: false, problem: text.en })
  await attempt.make(() => Promise.resolve())
  expect(attempt.problem).toBe('')
})

test('without a network the page says so itself', async () => {
  const attempt = new Attempt()
  await attempt.make(() => Promise.reject(new ApiError(OFFLINE, null)))
  expect(attempt.problem).not.toBe('')
})
