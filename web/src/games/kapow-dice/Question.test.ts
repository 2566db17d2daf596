/** One tap where the engine says that nothing is left to decide: bundles of moves, and the sum on the button. */

import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, expect, test, vi } from 'vitest'

import { settings } from '../../lib/settings.svelte'
import type { Ahead, QuestionFacts, Sum } from './facts'
import Question from './Question.svelte'
import { catalogue, option, recorded } from './testing/recorded'

const { board } = recorded[0]!.start
const sum = (base: string, value: number, kicker: number): Sum => ({
  base,
  base_value: value,
  kickers: [{ box: 'smash', value: kicker }],
  multiplier: null,
  plus: value + kicker,
  flat: 0,
  total: value + kicker,
})
const attacking: QuestionFacts = {
  kind: 'attack',
  fighters: [0],
  box: null,
  for: 0,
  totals: { biff: 10, zap: 22 },
  sums: { biff: sum('biff', 1, 9), zap: sum('zap', 3, 19) },
  damage: { biff: 7, zap: 19 },
  costs: 0,
  goal: { fighter: 1, defence: null, open: 3 },
}
const ATTACKS = [
  option(['attack', 'biff']),
  option(['attack', 'zap']),
  option(['skip', 'smash']),
  option(['decline']),
]

function ask(question: QuestionFacts, moves: ReturnType<typeof option>[], ahead: Ahead | null = null) {
  const play = vi.fn()
  const rest = { names: ['Ada', 'Bruno'], supply: null, ideas: [], busy: false, low: false }
  const props = { question, ahead, moves, me: 0, fighters: board.fighters, catalogue, play, ...rest }
  return { play, ...render(Question, props) }
}

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
})

test('an attack is one button with the defence that lies open, in the engine’s numbers', async () => {
  const { play, container } = ask(attacking, ATTACKS)
  const answers = [...container.querySelectorAll('[data-answer]')]
  expect(answers.map((one) => one.textContent.trim())).toEqual(['Attack 22 − defence 3 = 19'])
  await fireEvent.click(answers[0]!)
  expect(play).toHaveBeenCalledExactlyOnceWith([['attack', 'zap']])
})

test('whatever else there is to an attack is behind “change”, and no total is called by its base', async () => {
  const { play, container } = ask(attacking, ATTACKS)
  await fireEvent.click(screen.getByRole('button', { name: 'change …' }))
  const texts = [...container.querySelectorAll('[data-answer]')].map((one) =>
    one.textContent.replace(/\s+/g, ' ').trim(),
  )
  expect(texts).toHaveLength(4)
  expect(texts).toContain('1 + 9 = 10 base: Biff')
  expect(texts).toContain('without Smash')
  expect(texts.join()).not.toMatch(/with Biff/)
  await fireEvent.click(container.querySelector('[data-answer="skip smash"], [data-answer*="skip"]')!)
  expect(play).toHaveBeenCalledExactlyOnceWith([['skip', 'smash']])
})

const order: QuestionFacts = { kind: 'order', fighters: [0], box: null, for: 0 }
const BOXES = [option(['trigger', 'grow']), option(['trigger', 'heads_up'])]

test('boxes whose order cannot matter are done at once', async () => {
  const { play, container } = ask(order, BOXES, {
    moves: [['trigger', 'grow']],
    question: null,
    answers: [],
    by_itself: false,
  })
  const buttons = container.querySelectorAll('[data-answer]')
  expect(buttons).toHaveLength(1)
  await fireEvent.click(buttons[0]!)
  expect(play).toHaveBeenCalledExactlyOnceWith([['trigger', 'grow']])
})

test('the question after moves that decide nothing is answered together with them', async () => {
  const face = option(['face', 'M'])
  const { play, container } = ask(order, BOXES, {
    moves: [['trigger', 'heads_up']],
    question: { kind: 'face', fighters: [0], box: 'heads_up', for: 0, types: ['M', 'E'] },
    answers: [{ move: face.move, label: face.label, parts: ['face', 'M'] }],
    by_itself: false,
  })
  expect(container.textContent).toContain('which face do you take?')
  await fireEvent.click(container.querySelector('[data-answer]')!)
  expect(play).toHaveBeenCalledExactlyOnceWith([
    ['trigger', 'heads_up'],
    ['face', 'M'],
  ])
})

test('what a face is gained by says how one defends, against one blow and without any', () => {
  const defending: QuestionFacts = {
    kind: 'defend',
    fighters: [0],
    box: null,
    for: 0,
    totals: { flip: 3 },
    damage: {},
    incoming: [],
  }
  const face = option(['face', 'M'])
  const ahead: Ahead = {
    moves: [['defend', 'flip']],
    question: { kind: 'face', fighters: [0], box: 'flip', for: 0, types: ['M', 'E'] },
    answers: [{ move: face.move, label: face.label, parts: ['face', 'M'] }],
    by_itself: false,
  }
  const moves = [option(['defend', 'flip'])]
  expect(ask(defending, moves, ahead).container.textContent).toContain('You defend with 3.')
  const struck = { ...defending, damage: { flip: 2 }, incoming: [{ fighter: 1, attack: 5, sure: true }] }
  const { container } = ask(struck, moves, ahead)
  expect(container.textContent).toContain('You defend: Attack 5 − defence 3 = 2')
})
