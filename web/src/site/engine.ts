/** The engine from the host of this page or from what an earlier visit has kept, started; and what another worker needs of it. */

import type { PackedFile, PythonFiles } from './messages'
import { startPython, takeSnapshot, unpack, type Parts, type Python } from './python'
import { forgetSnapshots, keepSnapshot, readSnapshot, snapshotName } from './snapshot'

export interface Engine {
  python: Python
  /** To start the same in another worker, without asking anybody. */
  parts: Parts
  /** Call it when nothing is urgent any more: what spares the next visit the long way is written down. */
  keep(): void
}

export interface Loading {
  step: 'python' | 'rules'
  loaded: number
  total: number
}

export async function startEngine(folder: string, tell: (loading: Loading) => void): Promise<Engine> {
  const files = (await (await fetch(`${folder}python.json`)).json()) as PythonFiles
  const total = files.wasm.bytes + files.library.bytes + files.engine.bytes
  let loaded = 0
  const fetched = ({ name }: PackedFile, type: string): Promise<Response> =>
    unpack(folder + name, type, (bytes) => {
      loaded += bytes
      tell({ step: 'python', loaded, total })
    })
  const whole = async (file: PackedFile): Promise<ArrayBuffer> =>
    (await fetched(file, 'application/zip')).arrayBuffer()

  const place = folder + snapshotName(files)
  const wasm = fetched(files.wasm, 'application/wasm')
  const [library, engine, kept] = await Promise.all([
    whole(files.library),
    whole(files.engine),
    readSnapshot(place),
  ])
  const parts: Parts = {
    asm: folder + files.asm.name,
    lock: files.lock,
    module: null,
    library,
    engine,
    snapshot: kept,
  }
  try {
    const python = await startPython(parts, wasm, (module) => {
      parts.module = module
      tell({ step: 'rules', loaded: total, total })
    })
    const fresh = kept ? null : takeSnapshot(python)
    parts.snapshot ??= fresh
    return { python, parts, keep: () => fresh && void keepSnapshot(place, fresh) }
  } catch (error) {
    if (!kept) throw error
    console.warn('What was kept to start faster is of no use:', error)
    await forgetSnapshots()
    return startEngine(folder, tell)
  }
}
