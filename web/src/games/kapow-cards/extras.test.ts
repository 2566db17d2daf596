import { expect, test } from 'vitest'

import extras from './extras'
import { recorded, viewOf } from './testing/recorded'

test('every event of the recorded games has a time of its own', () => {
  for (const game of recorded)
    for (const step of game.steps)
      for (const { kind } of step.happenings)
        expect(extras.beats?.[kind]?.milliseconds, kind).toBeGreaterThan(0)
})

test('the story counts what each seat did', () => {
  const game = recorded[0]!
  const log = game.steps.map((step, ply) => ({
    ply,
    seat: 0,
    move: null,
    label: null,
    happenings: step.happenings,
  }))
  const story = extras.story(log, viewOf(game, game.start))
  const line = (name: string) => story.find((one) => one.name.en === name)!.values as number[]
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  const clashes = log.flatMap((step) => step.happenings).filter((one) => one.kind === 'clash').length
  expect(sum(line('Attacks'))).toBe(clashes)
  expect(sum(line('of them successful')) + sum(line('Attacks fended off'))).toBe(clashes)
  expect(sum(line('Cards lost'))).toBe(sum(line('of them successful')))
})

test('the final battle decides the match, and nobody calls it a blow', () => {
  const text = { en: 'Final battle: Ann 42, Bo 40.', de: 'Endkampf: Ann 42, Bo 40.' }
  const battle = { kind: 'final_battle' as const, facts: { totals: [42, 40, null], rows: [] }, text }
  expect(extras.struck(battle)).toEqual({ by: 0, on: -1, decides: true })
})
