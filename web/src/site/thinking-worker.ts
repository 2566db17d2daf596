/** The worker in which bots think: one question at a time, each complete. Whoever wants a thought stopped ends the worker. */

import { letGo } from './memory'
import type { FromThinker, Introduction, ToThinker } from './messages'
import { startPython } from './python'

let table: MessagePort
let think: ((question: string) => string) | null = null

const post = (message: FromThinker): void => table.postMessage(message)

onmessage = ({ data }: MessageEvent<Introduction>) => {
  table = data.port
  table.onmessage = ({ data: message }: MessageEvent<ToThinker>) => receive(message)
}

function receive(message: ToThinker): void {
  if (message.type === 'start')
    start(message).catch((error: unknown) =>
      setTimeout(() => {
        throw error // outside of promises: whoever made this worker sees it
      }),
    )
  else if (think) post({ type: 'thought', id: message.id, text: think(message.question) })
}

async function start({ parts }: ToThinker & { type: 'start' }): Promise<void> {
  // Not from a snapshot: two memories that were written whole are more than a page should take.
  const { python } = await startPython(parts)
  letGo(parts.library) // Python has a copy
  think = python.globals.get('think') as typeof think
  post({ type: 'ready' })
}
