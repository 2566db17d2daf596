import { createHash, createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { matchInfo, seat } from '../testing'
import { check, fits, forgetPins, freshNonce, nonceFor, note, pinOf, verdictOf } from './fairness'
import type { MatchInfo } from './wire'

const SECRET = 'a secret of the server'
const HASH = createHash('sha256').update(SECRET).digest('hex')

const lobby = (more: Partial<MatchInfo> = {}): MatchInfo =>
  matchInfo({ status: 'lobby', commitment: HASH, nonce_wanted: true, ...more })
const termsWith = (nonce: string): string =>
  [
    'slugfest chance 2',
    'match: m1',
    'game: kapow-cards',
    'rules: 1',
    `seat 1: person ${nonce}`,
    'seat 2: bot',
  ].join('\n')

/** A match from its lobby to its end, as an honest server sends it, and then perhaps a lie. */
async function played(lie: Partial<MatchInfo> = {}) {
  const pin = note(lobby())
  const terms = termsWith(pin?.nonce ?? '')
  note(lobby({ status: 'playing', terms }))
  const over = lobby({ status: 'finished', terms, secret: SECRET, ...lie })
  note(over)
  const findings = await check(over, pinOf('m1'))
  return { findings, verdict: verdictOf(over, pinOf('m1'), findings), terms }
}

beforeEach(() => {
  localStorage.clear()
  forgetPins()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('what the browser notes', () => {
  test('the fingerprint and its own nonce before the start, the terms at the start, and never anew', () => {
    const pin = note(lobby())
    expect(pin).toMatchObject({ commitment: HASH, terms: null, early: true })
    expect(pin?.nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(note(lobby({ commitment: 'another' }))).toEqual(pin)
    note(lobby({ status: 'playing', terms: 'as agreed' }))
    note(lobby({ status: 'playing', terms: 'something else' }))
    expect(pinOf('m1')).toEqual({ ...pin, terms: 'as agreed' })
  })

  test('follows the terms while bots make room for people, and not after my first move', () => {
    const advert = { strength: 'any' as const, bots: true, club: '' }
    const begun = (terms: string, free: number[]): MatchInfo =>
      lobby({ status: 'playing', terms, ...(free.length > 0 && { advert, free }) })
    const pin = note(lobby())
    const alone = termsWith(pin?.nonce ?? '')
    note(begun(alone, [1]))
    expect(pinOf('m1')).toEqual({ ...pin, terms: alone, open: true })
    note(begun(alone.replace('rules: 1', 'rules: 2'), [1]))
    expect(pinOf('m1')?.terms, 'only bots may make room').toBe(alone)
    const together = alone.replace('seat 2: bot', `seat 2: person ${'b'.repeat(32)}`)
    note(begun(together, []), true)
    expect(pinOf('m1')?.terms, 'I have decided by these terms').toBe(alone)
    note(begun(together, []))
    expect(pinOf('m1')).toEqual({ ...pin, terms: together })
    note(begun(alone, [1]))
    expect(pinOf('m1')?.terms, 'for good').toBe(together)
  })

  test('has a nonce for whoever takes the seat of a bot that makes room', () => {
    const free = lobby({
      status: 'playing',
      terms: termsWith('x'),
      free: [1],
      seats: [seat('Ann')],
    })
    expect(nonceFor(free)).toMatch(/^[0-9a-f]{32}$/)
    expect(pinOf('m1')?.early).toBe(true)
    expect(nonceFor({ ...free, id: 'm2', free: [] })).toBeNull()
  })

  test('survives a reload', () => {
    const pin = note(lobby())
    forgetPins()
    expect(note(lobby())).toEqual(pin)
    expect(nonceFor(lobby())).toBe(pin?.nonce)
  })

  test('is kept for as long as the page lives where nothing can be stored', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('forbidden')
      },
    })
    const pin = note(lobby())
    expect(pinOf('m1')).toEqual(pin)
  })

  test('is not more than the newest sixty matches', () => {
    for (let number = 0; number < 70; number += 1) note(lobby({ id: `m${number}` }))
    expect(pinOf('m9')).toBeNull()
    expect(pinOf('m10')).not.toBeNull()
    expect(pinOf('m69')).not.toBeNull()
  })

  test('is nothing for a match that was over before it was seen', () => {
    expect(note(lobby({ status: 'finished' }))).toBeNull()
    expect(note(lobby({ status: 'abandoned' }))).toBeNull()
  })

  test('is no nonce for a match that has begun, nor for one of old', () => {
    expect(nonceFor(lobby({ status: 'playing' }))).toBeNull()
    expect(nonceFor(lobby({ chance: 1 }))).toBeNull()
  })

  test('two nonces are never the same', () => {
    expect(new Set(Array.from({ length: 50 }, freshNonce)).size).toBe(50)
  })
})

describe('what the browser checks', () => {
  test('an honest match fits, and its seed is the one anybody can compute', async () => {
    const { findings, verdict, terms } = await played()
    expect(verdict).toBe('good')
    const seed = createHmac('sha256', SECRET).update(terms).digest('hex')
    expect(findings).toEqual({ secret: true, nonce: true, terms: true, seed })
  })

  test('a table of a duplicate round is checked by its round and its place there', async () => {
    const deal = { event: 'E', round: 2, table: 3, sealed: false }
    const pin = note(lobby({ chance: 3, deal }))
    expect(nonceFor(lobby({ chance: 3, deal }))).toBe(pin?.nonce)
    const terms = [
      'slugfest chance 3',
      'round: E 2',
      'game: kapow-cards',
      `table 3 seat 1: person ${pin?.nonce}`,
    ].join('\n')
    note(lobby({ status: 'playing', chance: 3, deal, terms }))
    const over = (more: Partial<MatchInfo> = {}): MatchInfo =>
      lobby({ status: 'finished', chance: 3, deal, terms, secret: SECRET, ...more })
    const found = await check(over(), pinOf('m1'))
    expect(found).toMatchObject({ secret: true, nonce: true, terms: true })
    expect(verdictOf(over(), pinOf('m1'), found)).toBe('good')
    const elsewhere = over({ deal: { ...deal, table: 2 } })
    expect(verdictOf(elsewhere, pinOf('m1'), await check(elsewhere, pinOf('m1')))).toBe('bad')
    const another = over({ deal: { ...deal, round: 1 } })
    expect((await check(another, pinOf('m1'))).terms).toBe(false)
  })

  test('another secret is noticed, also when its fingerprint is sent along', async () => {
    const other = createHash('sha256').update('chosen later').digest('hex')
    const { findings, verdict } = await played({ secret: 'chosen later', commitment: other })
    expect([findings.secret, verdict]).toEqual([false, 'bad'])
  })

  test('terms without my nonce are noticed', async () => {
    note(lobby())
    const terms = termsWith('f'.repeat(32))
    note(lobby({ status: 'playing', terms }))
    const over = lobby({ status: 'finished', terms, secret: SECRET })
    const findings = await check(over, pinOf('m1'))
    expect([findings.nonce, verdictOf(over, pinOf('m1'), findings)]).toEqual([false, 'bad'])
  })

  test('terms that are others at the end are noticed', async () => {
    const { findings, verdict } = await played({ terms: `${termsWith('0'.repeat(32))}` })
    expect([findings.terms, verdict]).toEqual([false, 'bad'])
  })

  test('terms of another match are noticed', async () => {
    const pin = note(lobby())
    const terms = termsWith(pin?.nonce ?? '').replace('match: m1', 'match: m2')
    note(lobby({ status: 'playing', terms }))
    const over = lobby({ status: 'finished', terms, secret: SECRET })
    expect((await check(over, pinOf('m1'))).terms).toBe(false)
  })

  test('whoever comes after the start checks a part, and sees so', async () => {
    const playing = lobby({ status: 'playing', terms: termsWith('a'.repeat(32)) })
    note(playing)
    const over = { ...playing, status: 'finished' as const, secret: SECRET }
    const findings = await check(over, pinOf('m1'))
    expect(findings).toMatchObject({ secret: true, nonce: null, terms: true })
    expect(verdictOf(over, pinOf('m1'), findings)).toBe('late')
    expect(verdictOf(over, null, await check(over, null))).toBe('late')
  })

  test('a spectator from the start needs no nonce', async () => {
    const seats = [seat('Bo'), seat('Cy')]
    note(lobby({ seats }))
    const terms = termsWith('a'.repeat(32))
    note(lobby({ seats, status: 'playing', terms }))
    const over = lobby({ seats, status: 'finished', terms, secret: SECRET })
    expect(verdictOf(over, pinOf('m1'), await check(over, pinOf('m1')))).toBe('good')
  })

  test('a match of old has only its secret to check', async () => {
    note(lobby({ chance: 1 }))
    const over = lobby({ chance: 1, status: 'finished', secret: SECRET })
    const findings = await check(over, pinOf('m1'))
    expect(findings).toEqual({ secret: true, nonce: null, terms: null, seed: '' })
    expect(verdictOf(over, pinOf('m1'), findings)).toBe('good')
  })

  test('without tools it says that it cannot check', async () => {
    const random = crypto.getRandomValues.bind(crypto)
    vi.stubGlobal('crypto', { getRandomValues: random })
    expect((await played()).verdict).toBe('unable')
    expect(await fits(SECRET, HASH)).toBeNull()
  })
})
