import { beforeEach, describe, expect, test } from 'vitest'
import { Coach, startCoach } from './coach.svelte'
import type { CoachResult } from './wire'

const says = (key: string, agreed: boolean | null = null): CoachResult => ({
  type: 'coach_result',
  id: '1',
  counsel: { key, text: { en: key, de: key }, rule: '', points: [] },
  agreed,
})

describe('the coach', () => {
  beforeEach(() => localStorage.clear())

  test('is off until it is asked for, and stays on in this browser', () => {
    expect(new Coach('kapow-cards').on).toBe(false)
    startCoach('kapow-cards')
    expect(new Coach('kapow-cards').on).toBe(true)
    expect(new Coach('tag-team').on).toBe(false)
  })

  test('says the same thing three times, and another one still', () => {
    startCoach('kapow-cards')
    for (const expected of ['hand', 'hand', 'hand', null]) {
      const coach = new Coach('kapow-cards')
      coach.receive(says('hand'))
      expect(coach.counsel?.key ?? null).toBe(expected)
    }
    const coach = new Coach('kapow-cards')
    coach.receive(says('deck'))
    expect(coach.counsel?.key).toBe('deck')
  })

  test('steps back after three moves as good as the bot’s, and comes back after one that is not', () => {
    const coach = new Coach('kapow-cards')
    coach.switch(true)
    const counselAfter = (agreed: boolean | null, key: string): string | null => {
      coach.hush()
      coach.receive(says(key, agreed))
      return coach.counsel?.key ?? null
    }
    expect([counselAfter(true, 'a'), counselAfter(true, 'b'), counselAfter(true, 'c')]).toEqual([
      'a',
      'b',
      null,
    ])
    expect(counselAfter(null, 'd')).toBe(null)
    expect(counselAfter(false, 'e')).toBe('e')
  })

  test('begins anew when it is switched on again', () => {
    const coach = new Coach('kapow-cards')
    coach.switch(true)
    for (let i = 0; i < 4; i++) coach.receive(says('hand', true))
    coach.switch(true)
    coach.receive(says('hand'))
    expect(coach.counsel?.key).toBe('hand')
  })
})
