import { expect, test } from 'vitest'

import { open, pack, PAGE, putBack } from './memory'

const HEAD = 128

/** A snapshot as Pyodide takes it, of a memory in which some pages have something in them. */
function taken(memory: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(HEAD + memory.length)
  whole.set(new Uint8Array(Uint32Array.from([1_886_286_592, HEAD]).buffer))
  whole.fill(7, 8, HEAD)
  whole.set(memory, HEAD)
  return whole
}

function memoryWith(pages: number, ...full: number[]): Uint8Array {
  const memory = new Uint8Array(pages * PAGE)
  for (const page of full) memory[page * PAGE + 100 + page] = page + 1
  return memory
}

test.each([
  { what: 'empty at both ends', full: [1, 2, 5] },
  { what: 'full at both ends', full: [0, 3, 7] },
  { what: 'empty', full: [] },
  { what: 'full', full: [0, 1, 2, 3, 4, 5, 6, 7] },
])('a memory that is $what comes back as it was, over whatever is there', ({ full }) => {
  const memory = memoryWith(8, ...full)
  const whole = taken(memory)
  const snapshot = open(pack(whole))
  expect(snapshot.bytes).toBe(memory.length)
  expect(snapshot.head).toEqual(whole.subarray(0, HEAD))
  for (const there of [new Uint8Array(memory.length), memoryWith(8, 0, 4, 5, 7)]) {
    putBack(snapshot, there)
    expect(Buffer.compare(there, memory)).toBe(0)
  }
})

test('what is empty is not kept', () => {
  expect(pack(taken(memoryWith(8, 1, 2, 5))).byteLength).toBeLessThan(3 * PAGE + 1_000)
})
