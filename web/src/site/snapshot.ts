/**
 * Python's memory as it is once everything is imported and nothing has been played: the next visit starts from it and is
 * spared most of the start. It belongs to the very files it was made from; a new version makes its own.
 */

import { letGo, open, type Snapshot } from './memory'
import type { PythonFiles } from './messages'

const CACHE = 'snapshot'

/** Where the snapshot of these files is kept. */
export const snapshotName = ({ wasm, library, engine }: PythonFiles): string =>
  `memory/${[wasm, library, engine].map(({ name }) => name).join('+')}`

/** The snapshot of an earlier visit; null if there is none, or the browser keeps nothing. */
export async function readSnapshot(url: string): Promise<Snapshot | null> {
  try {
    const kept = await caches.match(url, { cacheName: CACHE })
    return kept ? open(await kept.arrayBuffer()) : null
  } catch {
    return null
  }
}

/** Keep it, and none of earlier versions. Where there is no room, the next visit starts as this one did. */
export async function keepSnapshot(url: string, packed: ArrayBuffer): Promise<void> {
  try {
    await forgetSnapshots()
    await (await caches.open(CACHE)).put(url, new Response(packed))
  } catch {
    await forgetSnapshots()
  } finally {
    letGo(packed)
  }
}

export async function forgetSnapshots(): Promise<void> {
  await globalThis.caches?.delete(CACHE).catch(() => {})
}
