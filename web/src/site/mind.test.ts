import { expect, test, vi } from 'vitest'

import type { FromTable, FromThinker, ToThinker } from './messages'
import { Mind } from './mind'

test('the page is asked to make a mind with a line to the table, and to end it', async () => {
  const posted: FromTable[] = []
  const mind = new Mind(3, (message) => posted.push(message))
  const [made] = posted
  if (made?.type !== 'mind') throw new Error('nobody was asked for a mind')
  expect(made.mind).toBe(3)

  const received: ToThinker[] = []
  made.port.onmessage = ({ data }: MessageEvent<ToThinker>) => received.push(data)
  mind.postMessage({ type: 'think', id: 7, question: 'what now?' })
  await vi.waitFor(() => expect(received).toEqual([{ type: 'think', id: 7, question: 'what now?' }]))

  const thoughts: FromThinker[] = []
  mind.onmessage = ({ data }) => thoughts.push(data)
  made.port.postMessage({ type: 'thought', id: 7, text: 'this' } satisfies FromThinker)
  await vi.waitFor(() => expect(thoughts).toEqual([{ type: 'thought', id: 7, text: 'this' }]))

  mind.terminate()
  expect(posted.at(-1)).toEqual({ type: 'mindEnds', mind: 3 })
})
