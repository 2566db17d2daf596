/**
 * How the plain board reads a position it has never seen: what is mine, what lies on the table, what each of the others
 * has; and what has changed since another position. A game may say all of it (`PlainInfo`); these are the defaults.
 */

import type { PlainInfo, PlainKind, ShownInfo } from '../lib/wire'
import { isRecord, isScalar, isWords } from './naming'

/** One field of the board, or one seat's part of it. */
export interface Entry {
  key: string
  /** Where in the board it stands, for what has changed: `points.1`. */
  path: string
  value: unknown
  kind: Exclude<PlainKind, '' | 'none'> | 'fields' | 'flag'
  shown: ShownInfo
  /** Nothing means face down here. */
  hides: boolean
}

export interface Layout {
  mine: Entry[]
  table: Entry[]
  /** By seat, without what is mine; whoever only watches sees all of them here. */
  seats: Entry[][]
}

const UNSAID: ShownInfo = {
  name: null,
  whose: '',
  kind: '',
  icon: '',
  colour: '',
  most: 0,
  face: '',
  hides: false,
}

const MINE = /^(your|my|own)(_|$)/

export function layoutOf(
  board: Record<string, unknown>,
  plain: PlainInfo | null,
  seats: number,
  seat: number,
): Layout {
  const layout: Layout = { mine: [], table: [], seats: Array.from({ length: seats }, () => []) }
  for (const key of inOrder(board, plain)) {
    const value = board[key]
    const shown = plain?.fields[key] ?? UNSAID
    const whose = shown.whose || guessWhose(key, value, seats)
    if (whose !== 'seats' || !Array.isArray(value)) {
      const zone = whose === 'mine' && seat >= 0 ? layout.mine : layout.table
      zone.push(...entriesOf(key, key, value, shown, false, plain))
      continue
    }
    value.forEach((part: unknown, index) => {
      const zone = index === seat ? layout.mine : layout.seats[index]
      if (!isRecord(part) || isWords(part))
        zone?.push(...entriesOf(key, `${key}.${index}`, part, shown, true, plain))
      else
        for (const inner of inOrder(part, plain))
          zone?.push(
            ...entriesOf(
              inner,
              `${key}.${index}.${inner}`,
              part[inner],
              plain?.fields[inner] ?? UNSAID,
              true,
              plain,
            ),
          )
    })
  }
  return layout
}

/** Declared fields first, in the order of declaration; the rest in the order of the board. */
function inOrder(board: Record<string, unknown>, plain: PlainInfo | null): string[] {
  const declared = Object.keys(plain?.fields ?? {}).filter((key) => key in board)
  return [...declared, ...Object.keys(board).filter((key) => !declared.includes(key))]
}

/** One of everything for each seat: a list as long as the table, of objects, lists, numbers, or yes and no. */
function guessWhose(key: string, value: unknown, seats: number): 'seats' | 'mine' | 'table' {
  if (MINE.test(key)) return 'mine'
  if (!Array.isArray(value) || value.length !== seats) return 'table'
  const each = (is: (one: unknown) => boolean): boolean => value.every(is)
  const perSeat =
    each((one) => isRecord(one) && !isWords(one)) ||
    each(Array.isArray) ||
    each((one) => typeof one === 'number') ||
    each((one) => typeof one === 'boolean')
  return perSeat ? 'seats' : 'table'
}

function entriesOf(
  key: string,
  path: string,
  value: unknown,
  shown: ShownInfo,
  inSeat: boolean,
  plain: PlainInfo | null,
): Entry[] {
  if (shown.kind === 'none' || value === undefined) return []
  const hides = shown === UNSAID ? inSeat && value === null : shown.hides && value === null
  if (value === null && !hides) return []
  if (isRecord(value) && !isWords(value) && !shown.kind) {
    const inside = inOrder(value, plain).flatMap((inner) =>
      entriesOf(inner, `${path}.${inner}`, value[inner], plain?.fields[inner] ?? UNSAID, inSeat, plain),
    )
    return inside.length > 0 ? [{ key, path, value: inside, kind: 'fields', shown, hides }] : []
  }
  return [{ key, path, value, kind: shown.kind || guessKind(value), shown, hides }]
}

function guessKind(value: unknown): Entry['kind'] {
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => one === null) ? 'pile' : 'cards'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'flag'
  return 'text'
}

// ---- the cards of a field ------------------------------------------------------------------------------------------

export interface Piece {
  /** What it is; null: a back. */
  face: unknown
  /** Its other fields, where it is an object. */
  notes: [key: string, value: unknown][]
  /** How many of the same lie here: backs are counted, not laid out. */
  count: number
  path: string
}

const FACES = ['card', 'thing', 'id', 'key', 'name', 'kind', 'hero', 'die', 'value']

/** The cards of a list: backs beside each other are one back with a number. */
export function piecesOf({ value, shown, path }: Entry): Piece[] {
  const list: unknown[] = Array.isArray(value) ? value : value === null ? [null] : [value]
  const pieces: Piece[] = []
  list.forEach((one, index) => {
    const piece = pieceOf(one, shown.face, `${path}.${index}`)
    const last = pieces.at(-1)
    if (
      last &&
      last.face === null &&
      piece.face === null &&
      piece.notes.length === 0 &&
      last.notes.length === 0
    )
      last.count += 1
    else pieces.push(piece)
  })
  return pieces
}

function pieceOf(one: unknown, declared: string, path: string): Piece {
  if (isScalar(one)) return { face: one, notes: [], count: 1, path }
  if (!isRecord(one)) return { face: one, notes: [], count: 1, path }
  const keys = Object.keys(one)
  const face = declared || FACES.find((key) => key in one && isScalar(one[key])) || ''
  const shown = face || (keys.find((key) => typeof one[key] === 'string') ?? keys[0] ?? '')
  const notes = keys
    .filter((key) => key !== shown && isWorthSaying(one[key]))
    .map((key): [string, unknown] => [key, one[key]])
  return { face: one[shown] ?? null, notes, count: 1, path }
}

const isWorthSaying = (value: unknown): boolean =>
  value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)

// ---- what has changed ----------------------------------------------------------------------------------------------

/** By path: what was there before, for everything on the board that is not as it was. */
export function changesBetween(before: unknown, after: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>()
  compare(before, after, '', found)
  return found
}

function compare(before: unknown, after: unknown, path: string, found: Map<string, unknown>): void {
  if (Object.is(before, after) || JSON.stringify(before) === JSON.stringify(after)) return
  if (path) found.set(path, before)
  const at = (key: string | number): string => (path ? `${path}.${key}` : `${key}`)
  if (Array.isArray(after)) {
    const old: unknown[] = Array.isArray(before) ? before : []
    const bySeat = old.length === after.length && old.some((one) => typeof one !== 'string')
    const left = old.map((one) => JSON.stringify(one))
    after.forEach((one, index) => {
      if (bySeat) return compare(old[index], one, at(index), found)
      const place = left.indexOf(JSON.stringify(one))
      if (place < 0) found.set(at(index), undefined)
      else left.splice(place, 1)
    })
  } else if (isRecord(after)) {
    const old = isRecord(before) ? before : {}
    for (const key of Object.keys(after)) compare(old[key], after[key], at(key), found)
  }
}
