/** What things, fields and words of moves are called on the plain board: as declared, as catalogued, or as they stand. */

import { words } from '../lib/i18n'
import type { PlainInfo, ThingInfo, Words } from '../lib/wire'
import { fieldWords } from './field-words'

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isWords(value: unknown): value is Words {
  return isRecord(value) && typeof value.en === 'string' && typeof value.de === 'string'
}

/** Something that is said in one word or number. */
export const isScalar = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || isWords(value)

/** The names that a catalogue gives to ids, wherever in it they stand: `{"S12": {"name": {en, de}}}`. */
export function namesIn(catalogue: unknown, found = new Map<string, Words>()): Map<string, Words> {
  if (!isRecord(catalogue)) return found
  for (const [key, value] of Object.entries(catalogue)) {
    if (isWords(value)) found.set(key.toLowerCase(), value)
    else if (isRecord(value) && isWords(value.name)) found.set(key.toLowerCase(), value.name)
    else namesIn(value, found)
  }
  return found
}

/** Moves shout (`TAKE S12`), views may not: a thing is the same however it is written. */
export const wordOf = (value: unknown): string => String(value).toLowerCase()

const SEAT = /^p([1-9]\d?)$/

/** The seat that a word of a move names: `P2` is seat 1. */
export function seatOf(token: string, names: readonly string[]): number | null {
  const found = SEAT.exec(wordOf(token))
  const seat = found ? Number(found[1]) - 1 : -1
  return seat >= 0 && seat < names.length ? seat : null
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `last_round` reads "Last round". */
export const spaced = (key: string): string =>
  capital(
    key
      .replace(/[_-]+/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .trim(),
  )

/** All names of one game. */
export class Naming {
  readonly #catalogue: Map<string, Words>
  readonly #things: Map<string, ThingInfo>

  constructor(
    catalogue: unknown,
    readonly plain: PlainInfo | null,
    readonly names: readonly string[],
  ) {
    this.#catalogue = namesIn(catalogue)
    this.#things = new Map(Object.entries(plain?.things ?? {}).map(([key, thing]) => [wordOf(key), thing]))
  }

  thing(value: unknown): ThingInfo | undefined {
    return this.#things.get(wordOf(value))
  }

  /** The name of a thing, or nothing where nobody has given it one. */
  known(value: unknown): string {
    const named = this.thing(value)?.name ?? this.#catalogue.get(wordOf(value))
    if (named) return words(named, this.names)
    const seat = typeof value === 'string' ? seatOf(value, this.names) : null
    return seat === null ? '' : (this.names[seat] ?? '')
  }

  /** Any value that is said in a word. */
  say(value: unknown): string {
    if (isWords(value)) return words(value, this.names)
    const known = this.known(value)
    if (known) return known
    return typeof value === 'string' ? words({ en: value, de: value }, this.names) : String(value)
  }

  field(key: string): string {
    const declared = this.plain?.fields[key]?.name ?? this.#catalogue.get(wordOf(key)) ?? fieldWords(key)
    return declared ? words(declared, this.names) : spaced(key)
  }
}
