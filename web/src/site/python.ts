/**
 * Python in a worker. Pyodide asks the network for its files by itself; here it gets them from packs that were counted and
 * unpacked on the way, or that another worker has loaded before. It never asks anybody but the host of this page.
 */

import { loadPyodide, type PyodideInterface } from 'pyodide'

/** What Python is made of, once it is here. */
export interface Parts {
  asm: string
  lock: string
  module: WebAssembly.Module | null
  wasm: Promise<Response> | null
  library: ArrayBuffer
  engine: ArrayBuffer
}

export type Python = PyodideInterface

const HOME = '/slugfest'

/** A pack as it comes in: `arrived` hears of every piece. */
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

/** Start Python with the engine in it. `compiled` hears of the machine code, for the next worker. */
export async function startPython(
  parts: Parts,
  compiled: (module: WebAssembly.Module) => void = () => {},
): Promise<Python> {
  const folder = new URL('.', parts.asm).href
  const network = self.fetch
  const stream = WebAssembly.instantiateStreaming
  const given = (input: RequestInfo | URL): Promise<Response> | null => {
    const name = `${input instanceof Request ? input.url : input}`
    if (name.endsWith('/pyodide.asm.wasm')) return parts.wasm ?? Promise.resolve(new Response())
    return name.endsWith('/library.zip') ? Promise.resolve(new Response(parts.library)) : null
  }
  self.fetch = (input, init) => given(input) ?? network(input, init)
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const { module } = parts
    if (module) return { module, instance: await WebAssembly.instantiate(module, imports) }
    const made = await stream.call(WebAssembly, source, imports)
    compiled(made.module)
    return made
  }
  try {
    const { default: createPyodideModule } = (await import(/* @vite-ignore */ parts.asm)) as {
      default: never
    }
    const python = await loadPyodide({
      indexURL: folder,
      stdLibURL: `${folder}library.zip`,
      lockFileContents: parts.lock,
      createPyodideModule,
      stdout: () => {},
      env: { HOME, PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0' },
    } as Parameters<typeof loadPyodide>[0])
    python.FS.mkdirTree(HOME)
    for (const { name, content } of filesOf(parts.engine)) {
      const place = `${HOME}/${name}`
      python.FS.mkdirTree(place.slice(0, place.lastIndexOf('/')))
      python.FS.writeFile(place, content)
    }
    python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(HOME)})`)
    return python
  } finally {
    self.fetch = network
    WebAssembly.instantiateStreaming = stream
  }
}

/** The files of a zip whose files are stored as they are. */
export function* filesOf(zip: ArrayBuffer): Generator<{ name: string; content: Uint8Array }> {
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
