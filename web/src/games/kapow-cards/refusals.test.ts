import { describe, expect, test } from 'vitest'

import { whyNotAction, whyNothing, whyNotTarget, whyNotTogether, type Position } from './refusals'
import { catalogue } from './testing/recorded'
import { player, table } from './testing/tables'
import type { Table } from './facts'

const seated = (rest: Partial<Table> = {}, me = player('S12 T06 W03a', '(?)')): Position => ({
  table: table([me, player('? ?', '(?)'), player('? ?', ''), player('', '')], rest),
  catalogue,
  seat: 0,
})
const key = (refusal: { key: string; rule: string } | null) => refusal && `${refusal.key} ${refusal.rule}`

describe('nothing at all', () => {
  test('on the own turn there is no reason', () => expect(whyNothing(seated())).toBeNull())
  test('another turn', () => expect(key(whyNothing(seated({ turn: 1 })))).toBe('whyNotYourTurn KC-22'))
  test('a finished game', () => expect(key(whyNothing(seated({ turn: null })))).toBe('whyOver KC-52'))
  test('a spectator', () => expect(key(whyNothing({ ...seated(), seat: -1 }))).toBe('whyWatching KC-80'))
  test('a passive player', () =>
    expect(key(whyNothing(seated({ turn: 1 }, player('', '(?)'))))).toBe('whyPassive KC-46'))
  test('one who is out', () =>
    expect(key(whyNothing(seated({ turn: 1 }, player('', ''))))).toBe('whyKnockedOut KC-15'))
})

describe('cards that do not attack together (KC-24)', () => {
  test.each([
    [['W03a'], 'whyWeaponAlone'],
    [['W03a', 'W05a'], 'whyTwoWeapons'],
    [['S12', 'T06'], 'whyTypes'],
    [['V1', 'S12'], 'whyVillainAlone'],
    [['V1', 'W03a'], 'whyVillainAlone'],
    [['S12', 'S06', 'W03a'], 'whyThree'],
  ])('%j', (cards, why) => expect(key(whyNotTogether(seated(), cards))).toBe(`${why} KC-24`))

  test.each([[['S12']], [['V1']], [['S12', 'S06']], [['T06', 'W14a']]])('%j do', (cards) =>
    expect(whyNotTogether(seated(), cards)).toBeNull(),
  )
})

describe('cards that cannot be attacked (KC-25)', () => {
  const why = (seat: number, zone: 'row' | 'hand', index: number) =>
    key(whyNotTarget(seated(), { seat, zone, index }))
  test('a protected headquarters', () => expect(why(1, 'hand', 0)).toBe('whyProtected KC-25'))
  test('an open one', () => expect(why(2, 'hand', 1)).toBeNull())
  test('an empty slot', () => expect(why(1, 'row', 3)).toBe('whyNoCardThere KC-25'))
  test('the own row', () => expect(why(0, 'row', 0)).toBe('whyOwnCard KC-25'))
  test('somebody who is out', () => expect(why(3, 'row', 0)).toBe('whyTargetOut KC-25'))
})

describe('buttons that do not work (KC-83)', () => {
  const full = player('S12', '(?) (?) (?) (?) (?)')
  test('barricade with a full row', () =>
    expect(key(whyNotAction(seated({}, full), 'barricade'))).toBe('whyRowFull KC-35'))
  test('recruit from an empty deck', () =>
    expect(key(whyNotAction(seated({ deck: 0 }), 'recruit'))).toBe('whyDeckEmpty KC-37'))
  test('recruit and pass in a solo run', () => {
    expect(key(whyNotAction(seated({ solo: true, deck: 0 }), 'recruit'))).toBe('whySolo KC-49')
    expect(key(whyNotAction(seated({ solo: true }), 'pass'))).toBe('whySolo KC-49')
    expect(whyNotAction(seated({ solo: true }), 'barricade')).toBeNull()
  })
  test('pass twice in a row', () =>
    expect(key(whyNotAction(seated({}, player('S12', '(?)', true)), 'pass'))).toBe('whyPassed KC-39'))
  test('anything on another turn', () =>
    expect(key(whyNotAction(seated({ turn: 2 }), 'pass'))).toBe('whyNotYourTurn KC-22'))
})
