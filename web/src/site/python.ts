/**
 * Python in a worker. Pyodide asks the network for its files by itself; here it gets them from packs that were counted and
 * unpacked on the way, or that another worker has loaded before. It never asks anybody but the host of this page.
 */

import { loadPyodide, type PyodideInterface } from 'pyodide'
import { letGo, pack, PAGE, putBack, type Snapshot } from './memory'

/** What Python is made of, once it is here. */
export interface Parts {
  asm: string
  lock: string
  /** Python's code, once somebody has compiled it. */
  module: WebAssembly.Module | null
  library: ArrayBuffer
  engine: ArrayBuffer
}

export type Python = PyodideInterface

/** Pyodide's own beginning, which it lets us choose. */
type Create = (settings: unknown) => Promise<{ HEAPU8: Uint8Array }>

interface Loaded {
  _api: { config: { _loadSnapshot?: Uint8Array } }
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>
}

const HOME = '/slugfest'

/** Whatever takes long and is the same for everybody, before anything is played. */
const PREPARE = `
import sys
sys.path.insert(0, "${HOME}")
from slugfest.kernel import games
from slugfest.local import LocalServer
from slugfest.local.thinker import think
games()
`
/** Chance that a library may have drawn once must not be the same on every visit. */
const WAKE = `
import sys
if "random" in sys.modules:
    sys.modules["random"].seed()
`

/** A pack as it comes in: `arrived` is called with every piece. */
export async function unpack(url: string, type: string, arrived: (bytes: number) => void): Promise<Response> {
  const response = await fetchOnce(url)
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`)
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, out) {
      arrived(piece.byteLength)
      out.enqueue(piece)
    },
  })
  const gunzip = new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>
  return new Response(response.body.pipeThrough(counted).pipeThrough(gunzip), {
    headers: { 'content-type': type },
  })
}

/** Where the service worker looks first: what came for this page need not come for it again. */
async function fetchOnce(url: string): Promise<Response> {
  if (typeof caches === 'undefined') return fetch(url)
  try {
    const files = await caches.open('files')
    const kept = await files.match(url)
    if (kept) return kept
    const response = await fetch(url)
    if (response.ok) files.put(url, response.clone()).catch(() => {})
    return response
  } catch {
    return fetch(url)
  }
}

/** What is on its way already, where Python starts for the first time. */
interface Coming {
  wasm: Promise<Response> | null
  snapshot: Promise<Snapshot | null>
}

/**
 * Start Python with the engine in it: from what is coming, or from a module that another worker has compiled. `loaded`
 * is called with the module before the engine is read.
 */
export async function startPython(
  parts: Parts,
  coming: Coming = { wasm: null, snapshot: Promise.resolve(null) },
  loaded: (module: WebAssembly.Module) => void = () => {},
): Promise<{ python: Python; restored: boolean }> {
  const snapshot = await coming.snapshot
  const python = await loadPython(parts, coming.wasm, snapshot, loaded)
  if (snapshot) letGo(snapshot.buffer)
  const folders = new Set<string>()
  for (const { name, content } of filesOf(parts.engine)) {
    const place = `${HOME}/${name}`
    const folder = place.slice(0, place.lastIndexOf('/'))
    if (!folders.has(folder)) python.FS.mkdirTree(folder)
    folders.add(folder)
    python.FS.writeFile(place, content, { canOwn: true })
  }
  python.runPython(snapshot ? WAKE : PREPARE)
  return { python, restored: snapshot !== null }
}

/** All of Python's memory; only of one that did not start from a snapshot itself, and before anything is played. */
export function takeSnapshot(python: Python): ArrayBuffer {
  const taken = (python as unknown as Loaded).makeMemorySnapshot()
  const packed = pack(taken)
  letGo(taken.buffer)
  return packed
}

async function loadPython(
  parts: Parts,
  wasm: Promise<Response> | null,
  snapshot: Snapshot | null,
  loaded: (module: WebAssembly.Module) => void,
): Promise<Python> {
  const folder = new URL('.', parts.asm).href
  const network = self.fetch
  const stream = WebAssembly.instantiateStreaming
  const given = (input: RequestInfo | URL): Promise<Response> | null => {
    const name = `${input instanceof Request ? input.url : input}`
    if (name.endsWith('/pyodide.asm.wasm')) return wasm ?? Promise.resolve(new Response())
    return name.endsWith('/library.zip') ? Promise.resolve(withoutCopies(parts.library)) : null
  }
  self.fetch = (input, init) => given(input) ?? network(input, init)
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const made = parts.module
      ? { module: parts.module, instance: await WebAssembly.instantiate(parts.module, imports) }
      : await stream.call(WebAssembly, source, imports)
    if (snapshot) makeRoom(made.instance, snapshot.bytes)
    loaded(made.module)
    return made
  }
  try {
    const { default: create } = (await import(/* @vite-ignore */ parts.asm)) as { default: Create }
    const createPyodideModule: Create = async (settings) => {
      const made = await create(settings)
      if (snapshot) putBack(snapshot, made.HEAPU8)
      return made
    }
    const python = await loadPyodide({
      indexURL: folder,
      stdLibURL: `${folder}library.zip`,
      lockFileContents: parts.lock,
      createPyodideModule,
      stdout: () => {},
      env: { HOME, PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0' },
      ...(snapshot ? { _loadSnapshot: snapshot.head } : { _makeSnapshot: true }), // all but its head is put back here
    } as unknown as Parameters<typeof loadPyodide>[0])
    delete (python as unknown as Loaded)._api.config._loadSnapshot // it would be held for as long as Python is
    return python
  } finally {
    self.fetch = network
    WebAssembly.instantiateStreaming = stream
  }
}

/** Pyodide makes a copy of its own; those that a response makes would lie about until garbage is collected. */
function withoutCopies(content: ArrayBuffer): Response {
  return Object.assign(new Response(), { arrayBuffer: () => Promise.resolve(content) })
}

/** As much as the memory had grown to. */
function makeRoom({ exports }: WebAssembly.Instance, bytes: number): void {
  const memory = exports['memory'] as WebAssembly.Memory
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
}

/** The files of a zip whose files are stored as they are. */
function* filesOf(zip: ArrayBuffer): Generator<{ name: string; content: Uint8Array }> {
  const view = new DataView(zip)
  const text = new TextDecoder()
  const LOCAL = 0x04034b50
  for (let at = 0; at + 30 <= zip.byteLength && view.getUint32(at, true) === LOCAL;) {
    const size = view.getUint32(at + 18, true)
    const name = new Uint8Array(zip, at + 30, view.getUint16(at + 26, true))
    const start = at + 30 + name.byteLength + view.getUint16(at + 28, true)
    yield { name: text.decode(name), content: new Uint8Array(zip, start, size) }
    at = start + size
  }
}
