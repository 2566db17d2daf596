import { beforeEach, expect, test } from 'vitest'
import { LIVE, NO_CLOCK, paceOf, sayPace, sayTerms } from './pace'
import { settings } from './settings.svelte'

beforeEach(() => {
  settings.language = 'en'
})

test('a pace is described in words', () => {
  expect(sayPace(NO_CLOCK)).toBe('no clock')
  expect(sayPace(paceOf('live'))).toBe('1 minute a decision + 3 minutes reserve')
  expect(sayPace(paceOf('days'))).toBe('2 days a decision')
  settings.language = 'de'
  expect(sayPace({ ...paceOf('live'), ...LIVE[0] })).toBe('20 Sekunden je Entscheidung + 1 Minute Reserve')
})

test('what happens when time runs out is said before the match, as it will be with so many seats', () => {
  const strict = { ...paceOf('days'), then: 'give_up' as const }
  expect(sayTerms(strict, 2)).toEqual(['If time runs out, the match is lost.'])
  expect(sayTerms(strict, 4)[0]).toContain('given up for good')
  expect(sayTerms(paceOf('live'), 2)).toEqual([
    'The reserve grows by 5 seconds with each decision.',
    'If time runs out, a bot (medium) plays until the person takes the seat back.',
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
