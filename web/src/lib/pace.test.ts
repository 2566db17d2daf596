import { beforeEach, expect, test } from 'vitest'
import { LIVE, NO_CLOCK, paceOf, sayPace, sayTerms } from './pace'
import { settings } from './settings.svelte'

beforeEach(() => {
  settings.language = 'en'
})

test('a pace is described in words', () => {
  expect(sayPace(NO_CLOCK)).toBe('no clock')
  expect(sayPace(paceOf('live'))).toBe('1 minute per decision + 3 minutes reserve')
  expect(sayPace(paceOf('days'))).toBe('2 days per decision')
  settings.language = 'de'
  expect(sayPace({ ...paceOf('live'), ...LIVE[0] })).toBe('20 Sekunden je Entscheidung + 1 Minute Reserve')
})

test('what happens when time runs out is said before the match, as it will be with so many seats', () => {
  const strict = { ...paceOf('days'), then: 'give_up' as const }
  expect(sayTerms(strict, 2)).toEqual(['If your time runs out, you lose the match.'])
  expect(sayTerms(strict, 4)[0]).toContain('lose your seat for good')
  expect(sayTerms(paceOf('live'), 2)).toEqual([
    'Each decision adds 5 seconds to the reserve.',
    'If your time runs out, a bot (medium) plays for you until you take your seat back.',
    'While a fight is shown the clock waits, for the same time for everyone.',
  ])
})

test('another kind of pace keeps what was chosen for the end of time', () => {
  const chosen = { ...paceOf('live'), then: 'move' as const }
  expect(paceOf('days', chosen)).toMatchObject({
    kind: 'days',
    decision: 2,
    reserve: 0,
    gain: 0,
    then: 'move',
  })
  expect(paceOf('none', chosen)).toEqual(NO_CLOCK)
})
