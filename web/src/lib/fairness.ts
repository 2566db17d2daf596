/**
 * Was the chance of a match fixed before it began, and is my own part in it?
 *
 * This browser notes what it got before it adds its nonce: the fingerprint of the server's secret. When the match
 * begins it notes the terms, all that chance is bound to. At the end it compares what is shown then with these notes,
 * never with another value of the same message. docs/fairness.md says what that proves and what it does not.
 */

import type { MatchInfo } from './wire'

/** What was noted about a match, kept in this browser. */
export interface Pin {
  commitment: string
  /** What this browser adds to the chance of the match. */
  nonce: string
  /** What chance is bound to, from the start on. */
  terms: string | null
  /** Noted before the match began: only then can the nonce be part of its chance. */
  early: boolean
  /** Bots still make room for people, and whoever comes changes the terms. */
  open?: boolean
}

/** true and false as found; null where there is nothing to compare, or this browser cannot compute it. */
export interface Findings {
  /** The secret has the fingerprint that was noted. */
  secret: boolean | null
  /** My nonce is among the terms, at my seat. */
  nonce: boolean | null
  /** The terms are those noted at the start, and speak of this match. */
  terms: boolean | null
  /** What all chance followed from: the same that `slugfest verify` prints. */
  seed: string
}

export type Verdict = 'good' | 'bad' | 'late' | 'unable'

const KEY = 'slugfest.pins'
const MOST_PINS = 60
/** From here on everybody's number is part of the chance. */
const LIVE = 2

const hex = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** 32 digits that nobody can foretell. (crypto.getRandomValues is there on plain http, too.) */
export const freshNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(16)))

// ---- notes -----------------------------------------------------------------------------------------------------

/** The notes of this page, also where the browser keeps none. */
let pins: Record<string, Pin> | null = null

function load(): Record<string, Pin> {
  if (pins) return pins
  try {
    pins = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Pin>
  } catch {
    pins = {}
  }
  return pins
}

function save(id: string, pin: Pin): void {
  // Read again: another tab may have noted another match meanwhile.
  pins = null
  const rest = Object.entries(load()).filter(([other]) => other !== id)
  pins = Object.fromEntries([...rest, [id, pin]].slice(-MOST_PINS))
  try {
    localStorage.setItem(KEY, JSON.stringify(pins))
  } catch {
    // Private windows may forbid it; the notes then last as long as the page.
  }
}

export const pinOf = (id: string): Pin | null => load()[id] ?? null

/** Forget what this page remembers beside the browser's storage: for tests. */
export const forgetPins = (): void => {
  pins = null
}

/** Bots make room: until the first decision of a person somebody may come, and all is dealt again. */
const isOpen = (info: MatchInfo): boolean => info.status === 'playing' && (info.free?.length ?? 0) > 0

/** Whether terms differ only in people who came for bots. */
function botsMadeRoom(before: string, after: string): boolean {
  const [old, now] = [before.split('\n'), after.split('\n')]
  return (
    old.length === now.length &&
    old.every((line, index) => {
      const other = now[index] ?? ''
      const seat = /^(seat \d+: )bot$/.exec(line)?.[1]
      return line === other || (seat !== undefined && other.startsWith(`${seat}person`))
    })
  )
}

/** Whether a note says all there is to note. Terms change only while bots make room, and before I have decided. */
function isWhole(pin: Pin, info: MatchInfo, decided: boolean): boolean {
  if (info.terms === null) return true
  if (pin.terms === null) return false
  if (pin.terms === info.terms) return (pin.open ?? false) === isOpen(info)
  return !pin.open || decided || !botsMadeRoom(pin.terms, info.terms)
}

/**
 * Note what there is to note; what was noted before stays. A match that is over before it was seen gets no note.
 * `decided`: I have made a move in it.
 */
export function note(info: MatchInfo, decided = false): Pin | null {
  const remembered = pinOf(info.id)
  if (remembered && isWhole(remembered, info, decided)) return remembered
  pins = null // another tab may have noted it first
  const known = pinOf(info.id)
  if (known) {
    if (isWhole(known, info, decided)) return known
    const noted: Pin = { ...known, terms: info.terms }
    if (isOpen(info)) noted.open = true
    else delete noted.open
    save(info.id, noted)
    return noted
  }
  if (info.status !== 'lobby' && info.status !== 'playing') return null
  const pin: Pin = {
    commitment: info.commitment,
    nonce: freshNonce(),
    terms: info.terms,
    early: info.status === 'lobby' || (isOpen(info) && !info.seats.some(({ you }) => you)),
  }
  if (isOpen(info)) pin.open = true
  save(info.id, pin)
  return pin
}

/** What to add to a match when sitting down there. */
export const nonceFor = (info: MatchInfo): string | null =>
  info.chance >= LIVE && (info.status === 'lobby' || isOpen(info)) ? (note(info)?.nonce ?? null) : null

// ---- the check -------------------------------------------------------------------------------------------------

/** Hashing is only offered on secure pages. */
const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export async function fits(secret: string, commitment: string): Promise<boolean | null> {
  const tools = subtle()
  return tools ? hex(await tools.digest('SHA-256', bytes(secret))) === commitment : null
}

async function seedOf(secret: string, terms: string): Promise<string> {
  const tools = subtle()
  if (!tools) return ''
  const key = await tools.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return hex(await tools.sign('HMAC', key, bytes(terms)))
}

/** Compare what a match that is over shows with what was noted. */
export async function check(info: MatchInfo, pin: Pin | null): Promise<Findings> {
  const seat = info.seats.findIndex(({ you }) => you)
  const lines = info.terms?.split('\n') ?? []
  // All tables of a duplicate night have the same terms: these name the round, and every seat with its table.
  const { deal } = info
  const whole = deal ? `round: ${deal.event} ${deal.round}` : `match: ${info.id}`
  const place = deal ? `table ${deal.table} seat ${seat + 1}` : `seat ${seat + 1}`
  const about = lines.includes(whole) && lines.includes(`game: ${info.game}`)
  return {
    secret: info.secret === null ? null : await fits(info.secret, pin?.commitment ?? info.commitment),
    nonce: pin?.early && seat >= 0 && info.terms ? lines.includes(`${place}: person ${pin.nonce}`) : null,
    terms: pin?.terms ? pin.terms === info.terms && about : null,
    seed: info.secret !== null && info.terms !== null ? await seedOf(info.secret, info.terms) : '',
  }
}

/** What the findings come to for whoever reads only one line. */
export function verdictOf(info: MatchInfo, pin: Pin | null, findings: Findings): Verdict {
  const { secret, nonce, terms } = findings
  if ([secret, nonce, terms].includes(false)) return 'bad'
  if (secret === null) return 'unable'
  // An old match, and one that was only looked at, has no nonce of mine.
  const seated = info.seats.some(({ you }) => you)
  const whole = info.chance < LIVE || (terms === true && (nonce === true || !seated))
  return pin?.early && whole ? 'good' : 'late'
}
