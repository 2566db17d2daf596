/**
 * The worker with the local server: Python with tables, games and lessons, the journal, and a second worker for the bots.
 * Nothing is sent to the page before the rows it rests on are kept.
 */

import { forgetful, openJournal, type Journal, type Row } from './journal'
import { startEngine, type Loading } from './engine'
import type { Fault, FromTable, ToTable } from './messages'
import { Mind } from './mind'
import { Thinker } from './thinker'

/** The part of `slugfest.local.LocalServer` that is called here. */
interface LocalServer {
  request(method: string, path: string, body: string, guest: string): Handed<[number, string]>
  open(path: string, guest: string): number
  receive(channel: number, text: string): void
  close(channel: number): void
  outbox(): Handed<[number, string | number][]>
  unsaved(): Handed<Row[]>
  saved(count: number): void
  not_saved(): void
  thoughts(): Handed<[number, string][]>
  cancelled(): Handed<number[]>
  thought(id: number, text: string): void
  due(): number | undefined
  wake(): void
}

/** Something of Python's: to be copied, and let go. */
interface Handed<T> {
  toJs(): T
  destroy(): void
}

const START = `
def begin(rows, now, random, language, delay):
    server = LocalServer(games(), [tuple(row) for row in rows.to_py()], now, lambda count: random(count).to_bytes())
    server.settings.language = language
    if delay >= 0:
        server.settings.bot_delay = delay
    return server
begin
`

const MOST_WAIT = 2 ** 31 - 1
const RETRY = 4_000

let server: LocalServer
let journal: Journal = forgetful
let thinker: Thinker
let mind: Mind | null = null
/** The server's number of a channel, by the page's; and back. */
const channels = new Map<number, number>()
const pages = new Map<number, number>()

const post = (message: FromTable, handed: Transferable[] = []): void =>
  postMessage(message, { transfer: handed })
const fault = (what: Fault, error: unknown): void =>
  post({
    type: 'fault',
    fault: what,
    detail: error instanceof Error ? `${error.name}: ${error.message}` : `${error}`,
  })

let begun: Promise<void> | null = null

onmessage = (event: MessageEvent<ToTable>) => {
  const message = event.data
  if (message.type === 'start')
    begun = start(message).catch((error: unknown) => {
      fault('broken', error)
      throw error
    })
  else
    void begun?.then(
      () => {
        try {
          receive(message)
        } catch (error) {
          fault('broken', error)
        }
      },
      () => {}, // it never began, which was reported
    )
}

async function start({ folder, language, delay }: ToTable & { type: 'start' }): Promise<void> {
  const kept = openJournal(() => fault('cleared', '')).then(async (opened) => ({
    opened,
    rows: await opened.read(),
  }))
  kept.catch(() => {})
  let known: Loading = { step: 'python', loaded: 0, total: 0 }
  const engine = await startEngine(folder, (loading) => {
    known = loading
    post({ type: 'progress', ...loading })
  })
  const begin = engine.python.runPython(START) as (
    rows: Row[],
    now: () => number,
    random: (n: number) => Uint8Array,
    language: string,
    delay: number,
  ) => LocalServer
  post({ type: 'progress', ...known, step: 'matches' })
  let rows: Row[] = []
  try {
    const found = await kept
    journal = found.opened
    rows = found.rows
  } catch (error) {
    fault('unkept', error)
  }
  server = begin(
    rows,
    () => Date.now(),
    (count) => crypto.getRandomValues(new Uint8Array(count)),
    language,
    delay ?? -1,
  )
  thinker = new Thinker(
    { type: 'start', parts: engine.parts },
    (id, text) => {
      server.thought(id, text)
      void pump()
    },
    () => (mind = new Mind(mind ? mind.number + 1 : 1, post)),
  )
  post({ type: 'ready', rows: rows.length })
  await pump()
  thinker.warm()
  void engine.keep()
}

function receive(message: Exclude<ToTable, { type: 'start' }>): void {
  switch (message.type) {
    case 'request': {
      const [status, body] = taken(server.request(message.method, message.path, message.body, message.guest))
      const answer: FromTable = { type: 'answer', id: message.id, status, body }
      // Where nothing can be kept, what only asks is answered all the same: whoever wants to export must get it.
      return failing && message.method === 'GET' ? post(answer) : answerLater(answer)
    }
    case 'open': {
      const channel = server.open(message.path, message.guest)
      channels.set(message.channel, channel)
      pages.set(channel, message.channel)
      break
    }
    case 'send': {
      const channel = channels.get(message.channel)
      if (channel !== undefined) server.receive(channel, message.text)
      break
    }
    case 'close': {
      const channel = channels.get(message.channel)
      if (channel !== undefined) server.close(channel)
      channels.delete(message.channel)
      if (channel !== undefined) pages.delete(channel)
      break
    }
    case 'end':
      void ended()
      return
    case 'ping':
      return post({ type: 'pong' })
    case 'mindFailed':
      if (message.mind === mind?.number) mind.onerror?.()
      break
    case 'retry':
      break
  }
  void pump()
}

async function ended(): Promise<void> {
  thinker.end()
  await pump()
  post({ type: 'ended' })
}

function taken<T>(handed: Handed<T>): T {
  const copy = handed.toJs()
  handed.destroy()
  return copy
}

// ---- keeping, sending, thinking, waking --------------------------------------------------------------------------------

/** Answers to what may have changed something wait until it is kept. */
let answers: FromTable[] = []

function answerLater(answer: FromTable): void {
  answers.push(answer)
  void pump()
}

let pumping: Promise<void> | null = null
let again = false
let timer: ReturnType<typeof setTimeout> | undefined
let failing = false

function pump(): Promise<void> {
  again = true
  pumping ??= pumpAll().finally(() => (pumping = null))
  return pumping
}

async function pumpAll(): Promise<void> {
  clearTimeout(timer)
  while (again) {
    again = false
    const due = answers
    answers = []
    if (!(await keep())) {
      answers = [...due, ...answers]
      for (const [channel, message] of taken(server.outbox())) pass(channel, message)
      timer = setTimeout(() => void pump(), RETRY)
      return
    }
    for (const answer of due) post(answer)
    for (const [channel, message] of taken(server.outbox())) pass(channel, message)
    for (const id of taken(server.cancelled())) thinker.stop(id)
    for (const [id, question] of taken(server.thoughts())) thinker.ask(id, question)
  }
  const due = server.due()
  if (due === undefined || due === null) return
  timer = setTimeout(
    () => {
      server.wake()
      void pump()
    },
    Math.min(MOST_WAIT, Math.max(0, due - Date.now())),
  )
}

/** Write what is unwritten; if that cannot be done, say so, and it is tried again. */
async function keep(): Promise<boolean> {
  for (let rows = taken(server.unsaved()); rows.length > 0; rows = taken(server.unsaved())) {
    try {
      await journal.write(rows)
    } catch (error) {
      if (!failing)
        fault(
          error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'cleared',
          error,
        )
      failing = true
      server.not_saved()
      return false
    }
    server.saved(rows.length)
    if (failing) post({ type: 'mended' })
    failing = false
  }
  return true
}

function pass(channel: number, message: string | number): void {
  const page = pages.get(channel)
  if (page === undefined) return
  if (typeof message === 'string') return post({ type: 'message', channel: page, text: message })
  post({ type: 'closed', channel: page, code: message })
  channels.delete(page)
  pages.delete(channel)
}
