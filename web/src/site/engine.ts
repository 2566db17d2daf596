/** The engine from the host of this page or from what an earlier visit has kept, started; and what another worker needs of it. */

import type { PackedFile, PythonFiles } from './messages'
import { startPython, takeSnapshot, unpack, type Parts, type Python } from './python'
import { forgetSnapshots, keepSnapshot, readSnapshot, snapshotName } from './snapshot'

export interface Engine {
  python: Python
  /** To start the same in another worker, without asking anybody. */
  parts: Parts
  /** Call it when nothing is urgent any more: what spares the next start the long way is written down. */
  keep(): Promise<void>
}

export interface Loading {
  step: 'python' | 'rules'
  loaded: number
  total: number
}

export async function startEngine(folder: string, report: (loading: Loading) => void): Promise<Engine> {
  const files = (await (await fetch(`${folder}python.json`)).json()) as PythonFiles
  const total = files.wasm.bytes + files.library.bytes + files.engine.bytes
  let loaded = 0
  const fetched = ({ name }: PackedFile, type: string): Promise<Response> =>
    unpack(folder + name, type, (bytes) => {
      loaded += bytes
      report({ step: 'python', loaded, total })
    })
  const whole = async (file: PackedFile): Promise<ArrayBuffer> =>
    (await fetched(file, 'application/zip')).arrayBuffer()

  const place = folder + snapshotName(files)
  const coming = { wasm: fetched(files.wasm, 'application/wasm'), snapshot: readSnapshot(place) }
  const [library, engine] = await Promise.all([whole(files.library), whole(files.engine)])
  const parts: Parts = {
    asm: folder + files.asm.name,
    lock: files.lock,
    module: null,
    library,
    engine,
  }
  try {
    const { python, restored } = await startPython(parts, coming, (module) => {
      parts.module = module
      report({ step: 'rules', loaded: total, total })
    })
    const fresh = restored ? null : takeSnapshot(python)
    return { python, parts, keep: async () => void (fresh && (await keepSnapshot(place, fresh))) }
  } catch (error) {
    if ((await coming.snapshot) === null) throw error
    console.warn('What was kept to start faster is of no use:', error)
    await forgetSnapshots()
    return startEngine(folder, report)
  }
}
