/**
 * A variant in a link: the text of its file, compressed, behind the # of the address, so that no host ever sees it. Whoever
 * opens the link unpacks no more than a variant may have, and the game's own reader judges what is in it.
 */

import { addressOf, placeOf, type Place } from './address'
import { STATIC } from './static'

/** Characters of a link's code; longer ones are cut by messengers. The file can still be sent. */
export const LONGEST_CODE = 6_000
/** Bytes of a variant that a link may unpack to. */
const LARGEST = 64 * 1024
const FORMAT = '1'

export async function encodeVariant(text: string): Promise<string | null> {
  const packed = await collect(streamOf(new TextEncoder().encode(text)), new CompressionStream('deflate-raw'))
  if (!packed) return null
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('')
  const code = FORMAT + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return code.length > LONGEST_CODE ? null : code
}

/** The text in a link; null if there is none that could be a variant. */
export async function decodeVariant(code: string): Promise<string | null> {
  if (code.length > LONGEST_CODE || !/^1[\w-]+$/.test(code)) return null
  try {
    const letters = atob(code.slice(1).replaceAll('-', '+').replaceAll('_', '/'))
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    const text = await collect(streamOf(packed), new DecompressionStream('deflate-raw'))
    return text && new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null
  }
}

/** Behind the #, on a server too: no browser sends what stands there. */
export const variantAt = (game: string, code: string): string =>
  `/change/${game}${STATIC ? '?' : '#'}v=${code}`

export const variantLink = (game: string, code: string): string => addressOf(variantAt(game, code))

/** The code in an address, if it has one. */
export function codeIn(url: Parameters<typeof placeOf>[0], hashed = STATIC): string | null {
  const { search }: Place = placeOf(url, hashed)
  return new URLSearchParams(hashed ? search : url.hash.slice(1)).get('v')
}

/** A text that may be a variant's file; whether it is one, the engine says. */
export const isVariant = (text: string): boolean =>
  /^\s*game\s*=/m.test(text) && /^\s*\[+\s*"?(change|add)/m.test(text) && !text.trimStart().startsWith('{')

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(stream) {
      stream.enqueue(bytes)
      stream.close()
    },
  })
}

/** Everything that comes out, unless it is more than a variant may have. */
async function collect(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array | null> {
  const reader = bytes.pipeThrough(through).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    parts.push(piece.value)
    length += piece.value.length
    if (length > LARGEST) {
      void reader.cancel().catch(() => {})
      return null
    }
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
