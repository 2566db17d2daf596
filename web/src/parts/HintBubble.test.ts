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

test('a move that the reason begins with is named once', () => {
  const why = { en: 'Barricade Omega Hammer: it holds.', de: 'Omega-Hammer in die Reihe: Das hält.' }
  show({ ...idea('Barricade Omega Hammer'), why })
  expect(screen.getAllByText(/Omega Hammer/)).toHaveLength(1)
})

test('and otherwise it stands above the reason', () => {
  show({ ...idea('Recruit: draw a card'), why: { en: 'You need a hero.', de: 'Du brauchst einen Helden.' } })
  expect(screen.getByText('Recruit: draw a card')).toBeTruthy()
})
