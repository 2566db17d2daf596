/** The worker in which bots think: one question at a time, each told whole. Whoever wants a thought stopped ends the worker. */

import { startPython, type Python } from './python'
import type { FromThinker, ToThinker } from './messages'

const tell = (message: FromThinker): void => postMessage(message)

let think: ((question: string) => string) | null = null

onmessage = (event: MessageEvent<ToThinker>) => {
  const message = event.data
  if (message.type === 'start') void start(message)
  else if (think) tell({ type: 'thought', id: message.id, text: think(message.question) })
}

async function start({ asm, lock, module, library, engine }: ToThinker & { type: 'start' }): Promise<void> {
  const python: Python = await startPython({ asm, lock, module, wasm: null, library, engine })
  think = python.runPython('from slugfest.local.thinker import think; think') as typeof think
  tell({ type: 'ready' })
}
