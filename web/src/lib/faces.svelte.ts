/**
 * The face of whoever sits at a table: a bot's is its persona's, a person's is a masked hero's, another one for each seat.
 *
 * `provideFaces` is called by the screen that knows the seats; every mark of a seat below it then shows the face.
 */

import { getContext, setContext } from 'svelte'
import { api } from './api'
import type { PersonaInfo, PortraitInfo, SeatKind } from './wire'

export const HEROES = 6

export type Face = { robot: PortraitInfo } | { hero: number }

/** What a face needs to know of a seat. */
export interface Sitter {
  kind: SeatKind
  name: string
}

class Personas {
  /** Empty until they have arrived. */
  all: PersonaInfo[] = $state.raw([])
  #asked = false

  /** Ask for them, once; a page without them draws robots of its own. */
  load(): void {
    if (this.#asked) return
    this.#asked = true
    api.personas().then(
      (found) => (this.all = found),
      () => (this.#asked = false),
    )
  }

  /** The persona of a bot at the table; `Rita 2` is another Robo Rita, as `Robo Rita 2` was in older matches. */
  of(sitter: Sitter | undefined): PersonaInfo | undefined {
    if (sitter?.kind !== 'bot') return undefined
    const name = sitter.name.replace(/ \d+$/, '')
    const further = name !== sitter.name
    return this.all.find((one) => one.name === name || (further && one.name.endsWith(` ${name}`)))
  }
}

export const personas = new Personas()

const PARTS = {
  head: ['box', 'dome', 'round', 'can', 'shield', 'bolt'],
  eyes: ['visor', 'round', 'square', 'one', 'goggles', 'slits'],
  mouth: ['grille', 'smile', 'line', 'teeth', 'speaker', 'moustache'],
  top: ['antenna', 'fin', 'spring', 'bulb', 'ears', 'hat'],
  colour: ['red', 'blue', 'green', 'yellow', 'purple', 'orange'],
} as const satisfies Record<keyof PortraitInfo, readonly string[]>

/** A robot for a bot without a persona: always the same for a name. */
export function robotOf(name: string): PortraitInfo {
  let number = 0
  for (const letter of name) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  const part = (words: readonly string[], step: number): string =>
    words[Math.floor(number / step) % words.length] ?? ''
  return {
    head: part(PARTS.head, 1),
    eyes: part(PARTS.eyes, 6),
    mouth: part(PARTS.mouth, 36),
    top: part(PARTS.top, 216),
    colour: part(PARTS.colour, 1296),
  }
}

/** The face of a seat; none where nobody sits. */
export function faceOf(sitter: Sitter | undefined, seat: number): Face | null {
  if (!sitter || sitter.kind === 'open') return null
  if (sitter.kind === 'person') return { hero: seat % HEROES }
  return { robot: personas.of(sitter)?.portrait ?? robotOf(sitter.name) }
}

const KEY = Symbol('faces')
type Sitters = () => readonly Sitter[]

/** From here on down, marks of seats show the faces of those who sit there. */
export function provideFaces(sitters: Sitters): void {
  personas.load()
  setContext(KEY, sitters)
}

/** For a mark: the face of a seat, if the screen has said who sits there. */
export function facesHere(): (seat: number) => Face | null {
  const sitters = getContext<Sitters | undefined>(KEY)
  return (seat) => (sitters ? faceOf(sitters()[seat], seat) : null)
}
