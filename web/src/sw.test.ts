import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'

/** The service worker as a browser runs it, on a network and a memory of our own. */

const source = readFileSync('public/sw.js', 'utf-8')
const ORIGIN = 'https://here.example'

type Handler = (event: FakeEvent) => void
interface FakeEvent {
  request?: { url: string; method: string; mode: string }
  data?: { json: () => unknown }
  waitUntil: (work: Promise<unknown>) => void
  respondWith?: (answer: Promise<Response>) => void
}

let pages: Record<string, string>
let asked: string[]
let online: boolean
let kept: Map<string, Map<string, Response>>
let handlers: Record<string, Handler>
let windows: { focused: boolean }[]
let shown: { title: string; options: { body: string; lang: string; tag: string; data: string } }[]

const pathOf = (asked: string | { url: string }): string =>
  new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).pathname

beforeEach(async () => {
  pages = { '/': '<script src="/assets/a1.js"></script><link href="/assets/a1.css">' }
  asked = []
  online = true
  kept = new Map()
  handlers = {}
  windows = []
  shown = []
  const cacheOf = (name: string) => {
    const files = kept.get(name) ?? new Map<string, Response>()
    kept.set(name, files)
    return {
      match: async (request: string | { url: string }) => files.get(pathOf(request))?.clone(),
      put: async (request: string | { url: string }, response: Response) =>
        void files.set(pathOf(request), response),
      addAll: async (paths: string[]) => {
        for (const path of paths) files.set(path, await network(path))
      },
      keys: async () => [...files.keys()].map((path) => ({ url: ORIGIN + path })),
      delete: async (request: { url: string }) => files.delete(pathOf(request)),
    }
  }
  const network = async (request: string | { url: string }): Promise<Response> => {
    asked.push(pathOf(request))
    if (!online) throw new TypeError('no network')
    return new Response(pages[pathOf(request)] ?? `file ${pathOf(request)}`, {
      headers: { 'content-type': 'text/html' },
    })
  }
  const caches = {
    open: async (name: string) => cacheOf(name),
    match: async (request: string, { cacheName }: { cacheName: string }) => cacheOf(cacheName).match(request),
  }
  const self = {
    location: { origin: ORIGIN },
    clients: { claim: async () => {}, matchAll: async () => windows },
    registration: {
      showNotification: async (title: string, options: (typeof shown)[number]['options']) =>
        void shown.push({ title, options }),
    },
    skipWaiting: () => {},
    addEventListener: (kind: string, handler: Handler) => (handlers[kind] = handler),
  }
  new Function('self', 'caches', 'fetch', source)(self, caches, network)
  await run('install')
})

/** Let the worker handle an event to its end; what it answers with, if it does. */
async function run(kind: string, request?: FakeEvent['request']): Promise<string | null> {
  const work: Promise<unknown>[] = []
  let answer: Promise<Response> | null = null
  handlers[kind]?.({
    request,
    waitUntil: (more) => work.push(more),
    respondWith: (given) => void (answer = given),
  })
  const text = answer ? await (answer as Promise<Response>).then((response) => response.text()) : null
  await Promise.all(work)
  return text
}

const open = (path: string): Promise<string | null> =>
  run('fetch', { url: ORIGIN + path, method: 'GET', mode: 'navigate' })
const load = (path: string, method = 'GET'): Promise<string | null> =>
  run('fetch', { url: ORIGIN + path, method, mode: 'cors' })

describe('the service worker', () => {
  test('opens any page without a network, with the files it begins with', async () => {
    online = false
    expect(await open('/match/ABC')).toBe(pages['/'])
    expect(await load('/assets/a1.js')).toBe('file /assets/a1.js')
  })

  test('never shows an old page while the server answers, and drops what the old one was made of', async () => {
    await load('/assets/board.js')
    pages['/'] = '<script src="/assets/b2.js"></script>'
    expect(await open('/')).toBe(pages['/'])
    expect([...(kept.get('assets')?.keys() ?? [])]).toEqual(['/assets/b2.js'])
    online = false
    expect(await open('/')).toBe(pages['/'])
  })

  test('keeps nothing of what is played, and does not touch it', async () => {
    asked = []
    expect(await load('/api/me')).toBeNull()
    expect(await load('/api/matches', 'POST')).toBeNull()
    expect(await load('/metrics')).toBeNull()
    expect(await open('/api/matches/ABC/record')).toBeNull()
    expect(asked).toEqual([])
    expect(
      [...kept.values()].flatMap((files) => [...files.keys()]).filter((path) => path.startsWith('/api')),
    ).toEqual([])
  })

  test('asks for a built file once, and for an icon every time', async () => {
    asked = []
    for (let round = 0; round < 2; round += 1) {
      await load('/assets/cover.js')
      await load('/icon-192.png')
    }
    expect(asked).toEqual(['/assets/cover.js', '/icon-192.png', '/icon-192.png'])
  })

  describe('at a push message', () => {
    async function push(text: string): Promise<void> {
      const work: Promise<unknown>[] = []
      handlers.push?.({ data: { json: () => JSON.parse(text) }, waitUntil: (more) => work.push(more) })
      await Promise.all(work)
    }
    const waits = (...yours: boolean[]): void => {
      pages['/api/me'] = JSON.stringify({ matches: yours.map((mine, n) => ({ id: `M${n}`, yours: mine })) })
    }

    test('shows that a match waits, in the language of the reader, and where', async () => {
      waits(false, true)
      await push('{"type": "waits", "language": "de"}')
      expect(shown).toHaveLength(1)
      expect(shown[0]).toMatchObject({
        title: 'Du bist dran!',
        options: { body: 'Eine Partie wartet auf dich.', lang: 'de', tag: '/match/M1', data: '/match/M1' },
      })
    })

    test('leads home if several wait, or nobody says which', async () => {
      waits(true, true)
      await push('nonsense')
      online = false
      await push('{}')
      expect(shown.map(({ title, options }) => [title, options.data])).toEqual([
        ['Your turn!', '/'],
        ['Your turn!', '/'],
      ])
    })

    test('shows nothing if none waits any more, or somebody looks at a page', async () => {
      waits(false)
      await push('{}')
      waits(true)
      windows = [{ focused: true }]
      await push('{}')
      expect(shown).toEqual([])
      windows = [{ focused: false }]
      await push('{}')
      expect(shown).toHaveLength(1)
    })
  })
})
