import { describe, expect, test } from 'vitest'

import { afterFailure, attackValue, beaten, decide, forecast, unseen } from './battle'
import { catalogue, recorded } from './testing/recorded'
import { player, slot, table } from './testing/tables'

describe('the comparison of KC-28', () => {
  test.each([
    [['S12'], 'T07', true, true, 'higher'],
    [['M11'], 'R11', true, true, 'tie'],
    [['T08'], 'S13', true, false, 'lower'],
    [['R13'], 'V1', true, false, 'hidden-villain'],
    [['S13', 'W14a'], 'V1', true, false, 'hidden-villain'],
    [['S11'], 'V1', false, false, 'villain-tie'],
    [['S12'], 'V1', false, true, 'higher'],
    [['V2'], 'V1', true, true, 'villain-duel'],
    [['V2'], 'V1', false, false, 'villain-tie'],
    [['V2'], 'W14a', true, false, 'lower'],
    [['V2'], 'S11', true, true, 'tie'],
    [['M08', 'M06'], 'S13', false, true, 'higher'],
  ] as const)('%j against %s (hidden: %s)', (attack, card, hidden, success, why) => {
    expect(decide(catalogue, attack, card, hidden)).toEqual({ success, why })
  })

  test('agrees with every fight of the recorded games', () => {
    let fights = 0
    for (const game of recorded)
      for (const step of game.steps) {
        let cards: string[] = []
        for (const [kind, facts] of step.happenings) {
          if (kind === 'attack') {
            cards = facts.cards
            expect(attackValue(catalogue, cards)).toBe(facts.value)
          }
          if (kind !== 'clash') continue
          fights += 1
          const { success, why } = facts
          expect(decide(catalogue, cards, facts.card, facts.hidden)).toEqual({ success, why })
        }
      }
    expect(fights).toBeGreaterThan(80)
  })
})

describe('the preview', () => {
  const two = table([player('S12 T06 W03a', '(?) - [V3]'), player('? ?', '(?) R09^ V1^')], {
    discard: ['S06'],
  })

  test('what is out of sight is everything this seat cannot see', () => {
    const hidden = unseen(catalogue, two)
    expect(hidden).toHaveLength(58 - 7)
    expect(hidden).not.toContain('V3')
    expect(hidden).toContain('V2')
  })

  test('a hidden card could be anything unseen', () => {
    const seen = forecast(catalogue, two, 0, ['S12'], slot('(?)'))
    expect(seen.result).toBeNull()
    expect(seen.odds!.of).toBe(51)
    expect(seen.odds!.beats).toBe(beaten(catalogue, ['S12'], unseen(catalogue, two)))
  })

  test('a villain also beats hidden villains, and nothing above 11', () => {
    expect(beaten(catalogue, ['V2'], ['V1', 'S11', 'S12', 'W14a', 'W05a'])).toBe(3)
  })

  test('a revealed card is decided before the attack', () => {
    expect(forecast(catalogue, two, 0, ['S12'], slot('R09^')).result).toEqual({
      success: true,
      why: 'higher',
      defence: 9,
    })
    expect(forecast(catalogue, two, 0, ['T06'], slot('V1^')).result?.success).toBe(false)
  })

  test('the last cards are counted before they are thrown in (KC-129)', () => {
    expect(afterFailure(player('S12', ''), ['S12'])).toBe('knocked-out')
    expect(afterFailure(player('S12 W03a', ''), ['S12', 'W03a'])).toBe('knocked-out')
    expect(afterFailure(player('S12', '(?)'), ['S12'])).toBe('passive')
    expect(afterFailure(player('S12 T06', ''), ['S12'])).toBe('active')
  })
})
