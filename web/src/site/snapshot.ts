/**
 * Python's memory as it is once everything is imported and nothing has been played: the next visit starts from it and is
 * spared most of the start. It belongs to the very files it was made from; a new version makes its own.
 */

import type { PythonFiles } from './messages'

const CACHE = 'snapshot'

/** Where the snapshot of these files is kept. */
export const snapshotName = ({ wasm, library, engine }: PythonFiles): string =>
  `snapshot/${[wasm, library, engine].map(({ name }) => name).join('+')}`

/** The snapshot of an earlier visit; null if there is none, or the browser keeps nothing. */
export async function readSnapshot(url: string): Promise<ArrayBuffer | null> {
  try {
    const kept = await caches.match(url, { cacheName: CACHE })
    return (await kept?.arrayBuffer()) ?? null
  } catch {
    return null
  }
}

/** Keep it, and none of earlier versions. Where there is no room, the next visit starts as this one did. */
export async function keepSnapshot(url: string, snapshot: ArrayBuffer): Promise<void> {
  try {
    await forgetSnapshots()
    await (await caches.open(CACHE)).put(url, new Response(snapshot))
  } catch {
    await forgetSnapshots()
  } finally {
    letGo(snapshot)
  }
}

/**
 * Give its memory back at once: a worker that waits for people collects no garbage. What is sent away belongs to nobody
 * here any more; `transfer(0)` alone would keep the memory for as long as anything that has looked at it.
 */
export function letGo(buffer: ArrayBuffer | null): void {
  if (!buffer) return
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(null, [buffer])
  port1.close()
  port2.close()
}

export async function forgetSnapshots(): Promise<void> {
  await globalThis.caches?.delete(CACHE).catch(() => {})
}
