/**
 * Memory that is kept: a snapshot of Pyodide's without what is empty in it, which is more than a third. What is never written
 * takes no room afterwards either. As written: how long the head is (what Pyodide says of it), how long the memory is, how
 * many parts there are; where each begins and how long it is; the head; the parts.
 */

/** Of WebAssembly's memory, which always has whole ones. */
export const PAGE = 65_536
const WORD = 4

interface Part {
  at: number
  content: Uint8Array
}

export interface Snapshot {
  head: Uint8Array<ArrayBuffer>
  bytes: number
  parts: Part[]
  /** What all of it lies in. */
  buffer: ArrayBuffer
}

/** What Pyodide took, to be kept. Its second word says where the memory begins. */
export function pack(taken: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const begins = new Uint32Array(taken.buffer, taken.byteOffset, 2)[1] ?? 0
  const memory = taken.subarray(begins)
  const parts = partsOf(memory)
  const index = [
    begins,
    memory.length,
    parts.length,
    ...parts.flatMap(({ at, content }) => [at, content.length]),
  ]
  const pieces = [taken.subarray(0, begins), ...parts.map(({ content }) => content)]
  const packed = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, index.length * WORD))
  packed.set(new Uint8Array(Uint32Array.from(index).buffer))
  let at = index.length * WORD
  for (const piece of pieces) {
    packed.set(piece, at)
    at += piece.length
  }
  return packed.buffer
}

/** What was kept, looked at without a copy. */
export function open(buffer: ArrayBuffer): Snapshot {
  const [begins = 0, bytes = 0, count = 0] = new Uint32Array(buffer, 0, 3)
  const index = new Uint32Array(buffer, 3 * WORD, 2 * count)
  let from = (3 + 2 * count) * WORD
  const next = (length: number): Uint8Array<ArrayBuffer> =>
    new Uint8Array(buffer, (from += length) - length, length)
  const head = next(begins)
  const parts = Array.from({ length: count }, (_, part) => ({
    at: index[2 * part] ?? 0,
    content: next(index[2 * part + 1] ?? 0),
  }))
  return { head, bytes, parts, buffer }
}

/** Memory becomes what it was. What is empty in both is not touched. */
export function putBack({ parts }: Snapshot, memory: Uint8Array): void {
  let written = 0
  for (const { at, content } of [...parts, { at: memory.length, content: new Uint8Array() }]) {
    for (const { at: dirty, content: old } of partsOf(memory.subarray(written, at))) {
      memory.fill(0, written + dirty, written + dirty + old.length)
    }
    memory.set(content, at)
    written = at + content.length
  }
}

/** All of it that is not empty, in whole pages. */
function partsOf(memory: Uint8Array): Part[] {
  const parts: Part[] = []
  let begun = -1
  for (let at = 0; at <= memory.length; at += PAGE) {
    const full = at < memory.length && !isEmpty(memory.subarray(at, at + PAGE))
    if (full && begun < 0) begun = at
    if (full || begun < 0) continue
    parts.push({ at: begun, content: memory.subarray(begun, at) })
    begun = -1
  }
  return parts
}

function isEmpty(piece: Uint8Array): boolean {
  const words = new Uint32Array(piece.buffer, piece.byteOffset, piece.length / WORD)
  for (let at = 0; at < words.length; at++) if (words[at] !== 0) return false
  return true
}

/**
 * Give a buffer's memory back at once: a worker that waits for people collects no garbage. What is sent away belongs to nobody
 * here any more; `transfer(0)` alone would keep the memory for as long as anything that has looked at it.
 */
export function letGo(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(null, [buffer])
  port1.close()
  port2.close()
}
