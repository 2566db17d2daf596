import { expect, test, vi } from 'vitest'

import type { FromTable, FromThinker, ToThinker } from './messages'
import { Mind } from './mind'

test('the page is asked to make a mind with a line to the table, and to end it', async () => {
  const told: FromTable[] = []
  const mind = new Mind(3, (message) => told.push(message))
  const [made] = told
  if (made?.type !== 'mind') throw new Error('nobody was asked for a mind')
  expect(made.mind).toBe(3)

  const heard: ToThinker[] = []
  made.port.onmessage = ({ data }: MessageEvent<ToThinker>) => heard.push(data)
  mind.postMessage({ type: 'think', id: 7, question: 'what now?' })
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'think', id: 7, question: 'what now?' }]))

  const thoughts: FromThinker[] = []
  mind.onmessage = ({ data }) => thoughts.push(data)
  made.port.postMessage({ type: 'thought', id: 7, text: 'this' } satisfies FromThinker)
  await vi.waitFor(() => expect(thoughts).toEqual([{ type: 'thought', id: 7, text: 'this' }]))

  mind.terminate()
  expect(told.at(-1)).toEqual({ type: 'mindEnds', mind: 3 })
})
