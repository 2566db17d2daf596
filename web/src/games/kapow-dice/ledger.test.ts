import { expect, test } from 'vitest'

import type { HappeningOf, StepOf } from '../../lib/board'
import type { Facts } from './facts'
import { aimedAt, broughtBy } from './ledger'
import { happening, recorded } from './testing/recorded'

const step = (...happenings: HappeningOf<Facts>[]): StepOf<Facts> => ({
  ply: 1,
  seat: 0,
  move: null,
  label: null,
  happenings,
})
const who = (fighter: number) => ({ fighter, who: `P${fighter + 1}` })

test('a face gained by defending is a new face, and only this round counts', () => {
  const log = [
    step(happening('gain_face', { ...who(1), face: 'M', box: 'block' })),
    step(happening('round', { round: 2 })),
    step(
      happening('gain_face', { ...who(0), face: 'T', box: 'block' }),
      happening('lose', { ...who(0), team: 0, amount: 3, health: 17, box: null, cause: 'attack' }),
    ),
    step(happening('gain_die', { ...who(1), kind_of_die: 'red', box: 'grow' })),
  ]
  expect(broughtBy(log, 2)).toEqual([
    { lost: 3, dealt: 0, dice: 0, faces: 1 },
    { lost: 0, dealt: 0, dice: 1, faces: 0 },
  ])
})

test('what was dealt is what the others lost in attacks', () => {
  for (const game of recorded) {
    const log = game.steps.map(({ happenings }) => step(...happenings))
    for (const [at, { happenings }] of game.steps.entries())
      if (happenings.some(({ kind }) => kind === 'clean_up'))
        for (const [fighter, one] of broughtBy(
          log.slice(0, at + 1),
          game.start.board.fighters.length,
        ).entries()) {
          const facts = game.steps[at]!.after.board.fighters[fighter]!
          expect(one.dealt).toBe(facts.dealt)
          expect(one.dice).toBeGreaterThanOrEqual(facts.gained.dice)
          expect(one.faces).toBeGreaterThanOrEqual(facts.gained.faces)
        }
  }
})

test('the arrow of the round before is the one of the last reveal', () => {
  const seen = recorded.flatMap((game) => {
    const log = game.steps.map(({ happenings }) => step(...happenings))
    expect(aimedAt([], 0)).toBeNull()
    const reveals = log.flatMap(({ happenings }) => happenings).filter(({ kind }) => kind === 'reveal')
    const last = reveals.at(-1)
    return last?.kind === 'reveal' ? [[aimedAt(log, 0), last.facts.fighters[0]?.target ?? null]] : []
  })
  expect(seen.length).toBeGreaterThan(0)
  for (const [found, wanted] of seen) expect(found).toBe(wanted)
})
