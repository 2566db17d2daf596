/**
 * What bots say: a short line of their persona when a match begins and when a heavy blow has landed. The lines are fixed,
 * and the moments are events that have just been shown to this reader: nothing else can be learned from them.
 */

import type { Calls } from './calls.svelte'
import { personas, type Sitter } from './faces.svelte'
import type { Happening, LinesInfo, Step, Words } from './wire'

/** An event in which somebody hits somebody; -1 where it is nobody with a seat. */
export interface Struck {
  by: number
  on: number
  /** Worth a line, but no blow: the end of a match does not name it. */
  aside?: boolean
  /** It decided the match, and its sentence says what it is: nobody is told that it was a blow. */
  decides?: boolean
}

type Moment = keyof LinesInfo

/** So many moves pass between two lines: a table where robots chatter is no fun. */
const PAUSE = 6

/** One of a persona's lines; the same every time for the same word. */
export function lineOf(lines: LinesInfo, moment: Moment, word: string): Words | undefined {
  const said = lines[moment]
  let number = 0
  for (const letter of word) number = (number * 31 + letter.charCodeAt(0)) % 1_000_003
  return said[number % said.length]
}

export class Speech {
  /** Events that were seen so far; none until the first look. */
  #seen: number | null = null

  constructor(
    private readonly match: string,
    private readonly calls: Calls,
    private readonly sitters: () => readonly Sitter[],
  ) {}

  /** Look at the log as it is shown: whatever was there at the first look is not spoken about any more. */
  watch(
    log: readonly Step[],
    struck: (event: Happening) => Struck | null,
    heavy: (event: Happening) => boolean,
  ): void {
    const events = log.flatMap((step) => step.happenings)
    const before = this.#seen
    this.#seen = events.length
    if (before === null) {
      if (!log.some((step) => step.seat >= 0)) this.#greet()
      return
    }
    const blow = events
      .slice(before)
      .map((event) => (heavy(event) ? struck(event) : null))
      .findLast((one) => one !== null)
    if (!blow) return
    if (!this.#speak(blow.on, 'hurt', log.length)) this.#speak(blow.by, 'hit', log.length)
  }

  #greet(): void {
    if (this.calls.kept.length > 0) return
    this.#speak(
      this.sitters().findIndex(({ kind }) => kind === 'bot'),
      'greeting',
      0,
    )
  }

  #speak(seat: number, moment: Moment, after: number): boolean {
    const persona = personas.of(this.sitters()[seat])
    const last = this.calls.kept.findLast(({ said }) => said.phrase.startsWith('persona-'))
    if (!persona || (last && after - last.after < PAUSE)) return false
    const text = lineOf(persona.lines, moment, `${this.match} ${after}`)
    if (!text) return false
    return this.calls.receive({ type: 'said', seat, to: 'table', phrase: `persona-${moment}`, text }, after)
  }
}
