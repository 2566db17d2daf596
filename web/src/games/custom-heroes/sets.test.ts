import { describe, expect, test } from 'vitest'

import { craftedHand, fits, sumOf } from './craft'
import type { Top } from './facts'
import { gather, judge, offered, tap, whyNot, type Chosen, type Situation } from './sets'
import { card, catalogue, hand } from './testing/tables'

const top = (count: number, value: number): Top => ({ seat: 1, kind: 'normal', value, count })
const ASCENDED: Top = { seat: 1, kind: 'ascended', value: null, count: null }

const at = (cards: string, rest: Partial<Situation> = {}): Situation => ({
  catalogue,
  hand: hand(cards),
  power: 2,
  top: null,
  descending: false,
  seats: 3,
  ...rest,
})

/** "7a 8a*": the star activates. */
const set = (text: string): Chosen[] =>
  text.split(' ').map((one) => ({ card: card(one.replace('*', '')).card, active: one.endsWith('*') }))

const ids = (chosen: readonly Chosen[] | null): string[] =>
  (chosen ?? [])
    .map((one) => `${Number(one.card.slice(1, 3))}${one.card.slice(3)}${one.active ? '*' : ''}`)
    .sort()

describe('values (CH-13, CH-E7, CH-E8)', () => {
  test('the aura replaces the base, the hands add', () => {
    expect(card('2a+G07+RM4').value).toBe(3)
    expect(card('1a+RM4').value).toBe(-3)
    expect(sumOf(catalogue, card('4a+RP1+BP2'))).toEqual({ base: 4, aura: null, red: 1, blue: 2, value: 7 })
  })

  test('one piece a colour (CH-12)', () => {
    expect(fits(catalogue, 'RM4-1', card('4a+RP1'))).toBe(false)
    expect(fits(catalogue, 'BP2-1', card('4a+RP1'))).toBe(true)
  })

  test('a crafted hand is sorted anew, so that sets stand together', () => {
    const crafted = craftedHand(catalogue, hand('3a 5a 4a'), [{ piece: 'BP2-1', card: 'C03a' }])
    expect(crafted.map(({ value }) => value)).toEqual([4, 5, 5])
  })
})

describe('judging a set', () => {
  test.each([
    ['3a 7a', '3a 7a', {}, 'mixedValues'],
    ['3a 3b', '3a 3b', {}, null],
    ['7a+SPK 3a', '7a* 3a', {}, null],
    ['7a+SPK 8a+SPK', '7a* 8a*', {}, 'onlyWild'],
    ['7a+BRA 7b', '7a* 7b', { top: top(3, 7) }, null],
    ['7a+BRA', '7a*', { top: top(1, 3) }, 'wrongCount'],
    ['7a+BRA', '7a*', { power: 0 }, 'noPower'],
    ['9a+KO', '9a*', {}, 'noAbility'],
    ['1a+AF', '1a*', { top: top(4, 8) }, null],
    ['1a+AF 1b', '1a* 1b', {}, 'ascendedAlone'],
    ['9a', '9a', { top: ASCENDED }, 'onlyAscended'],
    ['1a+AF', '1a*', { top: ASCENDED }, null],
    ['5a', '5a', { top: top(1, 5) }, null],
    ['5a', '5a', { top: top(1, 5), seats: 2 }, 'tooWeak'],
    ['4a', '4a', { top: top(1, 5) }, 'tooWeak'],
    ['4a', '4a', { top: top(1, 5), descending: true }, null],
    ['6a', '6a', { top: top(1, 5), descending: true }, 'tooWeak'],
  ] as const)('%s: playing %s', (held, chosen, rest, refusal) => {
    const pure = chosen.split(' ').map((one) => {
      const found = hand(held).find((held_) => held_.card === card(one.replace('*', '')).card)!
      return { card: found.card, active: one.endsWith('*') }
    })
    expect(judge(at(held, rest), pure).refusal).toBe(refusal)
  })

  test('a Brando counts twice and costs its power', () => {
    expect(judge(at('7a+BRA 7b'), set('7a* 7b'))).toMatchObject({ count: 3, value: 7, cost: 1 })
  })
})

describe('sets gather by themselves', () => {
  test('a lead takes all cards of the value', () => {
    expect(ids(gather(at('3a 3b 3c 7a'), ['C03b']))).toEqual(['3a', '3b', '3c'])
  })

  test('as many as must be beaten, abilities kept where there is a choice', () => {
    expect(ids(gather(at('7a+SPK 7b 7c', { top: top(2, 5) }), ['C07b']))).toEqual(['7b', '7c'])
  })

  test('a Brando counts twice before a Spike is called', () => {
    expect(ids(gather(at('7a+BRA 7b 2a+SPK', { top: top(3, 5) }), ['C07b']))).toEqual(['7a*', '7b'])
    expect(ids(gather(at('7a 7b 2a+SPK', { top: top(3, 5) }), ['C07b']))).toEqual(['2a*', '7a', '7b'])
  })

  test('not beyond the power there is', () => {
    expect(gather(at('7a 7b 2a+SPK', { top: top(3, 5), power: 0 }), ['C07b'])).toBeNull()
  })

  test('an Ascended Form rises where nothing else will do', () => {
    expect(ids(gather(at('2a+AF', { top: top(2, 9) }), ['C02a']))).toEqual(['2a*'])
  })

  test('only what can be part of a legal set is offered', () => {
    expect(offered(at('2a 7a 7b 9a', { top: top(2, 5) }), [])).toEqual(['C07a', 'C07b'])
  })

  test('a tap lays a chosen card back, adds one of the value, or starts anew', () => {
    const here = at('3a 3b 7a')
    expect(ids(tap(here, set('3a 3b'), 'C03a'))).toEqual(['3b'])
    expect(ids(tap(here, set('3b'), 'C03a'))).toEqual(['3a', '3b'])
    expect(ids(tap(here, set('3a 3b'), 'C07a'))).toEqual(['7a'])
  })

  test('a card that cannot be played says why', () => {
    expect(whyNot(at('2a', { top: top(1, 5) }), 'C02a')).toBe('tooWeak')
    expect(whyNot(at('7a', { top: top(2, 5) }), 'C07a')).toBe('wrongCount')
  })
})
