import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { Idea } from '../lib/wire'
import { ideaOf } from '../testing'
import HintBubble from './HintBubble.svelte'

const idea = (...moves: string[]): Idea => ({
  ...ideaOf(moves[0]!),
  line: moves.map((move) => ({ move, label: { en: move, de: move }, parts: null })),
})

const show = (...ideas: [Idea, ...Idea[]]): void => {
  const nothing = (): void => {}
  const [first] = ideas
  render(HintBubble, {
    idea: first,
    ideas,
    step: 3,
    names: ['Ann', 'Robo Rita'],
    mine: 0,
    more: nothing,
    play: nothing,
    close: nothing,
  })
}

test('what is as good is named beside the best move', () => {
  show(idea('pass'), idea('play'))
  expect(screen.getByText(/Just as good: play/)).toBeTruthy()
})

test('the same with more before it is no other way', () => {
  show(idea('pass'), idea('craft', 'pass'))
  expect(screen.queryByText(/Just as good/)).toBeNull()
})
