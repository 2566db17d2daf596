import { beforeEach, describe, expect, test } from 'vitest'
import { Coach, regret, startCoach, withoutLead } from './coach.svelte'
import type { Match } from './match.svelte'
import type { CoachResult, MistakeInfo } from './wire'

const COSTLY: MistakeInfo = {
  better: { en: 'Recruit', de: 'Rekrutieren' },
  why: { en: 'You need a hero.', de: 'Du brauchst einen Helden.' },
  loss: 0.2,
}

const says = (
  key: string,
  agreed: boolean | null = null,
  { theme = '', mistake = null }: { theme?: string; mistake?: MistakeInfo | null } = {},
): CoachResult => ({
  type: 'coach_result',
  id: '1',
  counsel: { key, text: { en: key, de: key }, rule: '', points: [], theme },
  agreed,
  mistake,
})

describe('the coach', () => {
  beforeEach(() => localStorage.clear())

  test('is off until it is asked for, and stays on in this browser', () => {
    expect(new Coach('kapow-cards').on).toBe(false)
    startCoach('kapow-cards')
    expect(new Coach('kapow-cards').on).toBe(true)
    expect(new Coach('tag-team').on).toBe(false)
  })

  test('says the same thing as often as it matters', () => {
    startCoach('kapow-cards')
    for (let i = 0; i < 9; i++) {
      const coach = new Coach('kapow-cards')
      coach.receive(says('hand'))
      expect(coach.said?.counsel?.key).toBe('hand')
    }
  })

  test('says that it steps back after three good decisions, then speaks of danger only', () => {
    const coach = new Coach('kapow-cards')
    coach.switch(true)
    const heard = (): [string | undefined, boolean | undefined] => [
      coach.said?.counsel?.key,
      coach.said?.stepsBack,
    ]
    coach.receive(says('a', true))
    coach.receive(says('b', true))
    expect(heard()).toEqual(['b', false])
    coach.receive(says('c', true))
    expect(heard()).toEqual([undefined, true])
    coach.receive(says('d', true))
    expect(coach.said).toBeNull()
    coach.receive(says('e', false)) // a small one is no reason to come back
    expect(coach.said).toBeNull()
    coach.receive(says('f', true, { theme: 'danger' }))
    expect(heard()).toEqual(['f', false])
  })

  test('comes back after a costly mistake, and says what would have been better', () => {
    const coach = new Coach('kapow-cards')
    coach.switch(true)
    for (let i = 0; i < 4; i++) coach.receive(says('hand', true))
    expect(coach.said).toBeNull()
    coach.receive(says('hand', false, { mistake: COSTLY }))
    expect(coach.said?.mistake).toBe(COSTLY)
    expect(coach.said?.counsel?.key).toBe('hand')
    expect(regret(COSTLY, [])).toBe('That was costly. Better: Recruit. You need a hero.')
    expect(withoutLead('Recruit: without a hand card you have no turns.', 'Recruit: draw a card')).toBe(
      'Without a hand card you have no turns.',
    )
    expect(withoutLead('“Bribe” last: it pays off.', 'Slip “Bribe” in as card 5')).toBe(
      '“Bribe” last: it pays off.',
    )
    coach.receive(says('row', null))
    expect(coach.said?.counsel?.key).toBe('row')
  })

  test('says it until I decide, also after somebody else has moved', async () => {
    const coach = new Coach('kapow-dice')
    coach.switch(true)
    let asked = 0
    const at = (decision: string): Match => {
      const answer = (): Promise<CoachResult> => Promise.resolve(says(`${++asked}`))
      return { decision, coach: answer } as Partial<Match> as Match
    }
    await coach.look(at('mine'))
    expect(coach.about('mine')?.counsel?.key).toBe('1')
    await coach.look(at('mine')) // the table looks again when the other one's move has been shown
    expect(coach.about('mine')?.counsel?.key).toBe('1')
    expect(coach.about('next')).toBeNull()
    await coach.look(at('next'))
    expect(coach.about('next')?.counsel?.key).toBe('2')
    coach.hush()
    await coach.look(at('next'))
    expect(coach.about('next')).toBeNull()
  })

  test('begins anew when it is switched on again', () => {
    const coach = new Coach('kapow-cards')
    coach.switch(true)
    for (let i = 0; i < 4; i++) coach.receive(says('hand', true))
    coach.switch(true)
    coach.receive(says('hand'))
    expect(coach.said?.counsel?.key).toBe('hand')
  })
})
