/** The worker in which bots think: one question at a time, each told whole. Whoever wants a thought stopped ends the worker. */

import { startPython } from './python'
import type { FromThinker, ToThinker } from './messages'

const tell = (message: FromThinker): void => postMessage(message)

let think: ((question: string) => string) | null = null

onmessage = (event: MessageEvent<ToThinker>) => {
  const message = event.data
  if (message.type === 'start')
    start(message).catch((error: unknown) =>
      setTimeout(() => {
        throw error // outside of promises: whoever made this worker hears of it
      }),
    )
  else if (think) tell({ type: 'thought', id: message.id, text: think(message.question) })
}

async function start({ parts }: ToThinker & { type: 'start' }): Promise<void> {
  // Not from a snapshot: two memories that were written whole are more than a page should take.
  const { python } = await startPython(parts)
  think = python.globals.get('think') as typeof think
  tell({ type: 'ready' })
}
