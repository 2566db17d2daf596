import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, test } from 'vitest'
import type { Kit } from '../lib/explain'
import RuleHelper from './RuleHelper.svelte'

const said = (en: string) => ({ en, de: `${en} (de)` })

const kit: Kit = {
  game: 'fifth-game',
  goal: said('Win.'),
  guide: {
    how: [{ id: 'turn', title: said('A turn'), text: said('Hit or pass.'), draw: [] }],
    terms: [
      { key: 'gem', name: said('Gem'), needs: null, text: said('It shines.'), rule: '', also: ['jewel'] },
    ],
    topics: [
      {
        id: 'goal',
        title: said('How to win'),
        words: ['win', 'Ziel'],
        lines: [{ text: said('Most *gems* win.'), rules: ['FG-1'] }],
      },
      {
        id: 'pass',
        title: said('Passing'),
        words: ['pass'],
        lines: [
          { text: said('You may pass.'), rules: ['FG-2'] },
          { text: said('Not twice, though.'), rules: ['FG-3'] },
        ],
      },
    ],
  },
  rules: ['FG-1', 'FG-2', 'FG-3', 'FG-4'].map((number) => ({
    number,
    section: null,
    text: said(`The wording of ${number}.`),
  })),
  draw: undefined,
  catalogue: {},
}

const topics = (): HTMLDetailsElement[] => [...document.querySelectorAll<HTMLDetailsElement>('[data-topic]')]
const opened = (): string[] => topics().flatMap((topic) => (topic.open ? [topic.dataset.topic!] : []))
const numbers = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-rule]')].map((entry) => entry.dataset.rule!)

async function search(text: string): Promise<void> {
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: text } })
}

describe('the rules for players', () => {
  test('what was found begins at the top, wherever the list stood before', async () => {
    render(RuleHelper, { kit })
    const list = screen.getByRole('region')
    list.scrollTop = 300
    await search('pass')
    await tick()
    expect(list.scrollTop).toBe(0)
  })

  test('open with folded topics and no numbers', () => {
    render(RuleHelper, { kit })
    expect(topics().map((topic) => topic.dataset.topic)).toEqual(['goal', 'pass'])
    expect(opened()).toEqual([])
    expect(numbers()).toEqual([])
  })

  test('mark the topic that says what is to be done now', () => {
    render(RuleHelper, { kit, now: 'FG-3' })
    expect(topics().map((topic) => topic.getAttribute('aria-current'))).toEqual([null, 'true'])
    expect(topics()[1]!.textContent).toContain('now')
  })

  test('open the line that a refusal rests on, with its exact wording', () => {
    render(RuleHelper, { kit, rule: 'FG-3', asked: 1 })
    expect(opened()).toEqual(['pass'])
    expect(document.querySelector('[data-asked]')?.textContent).toContain('Not twice, though.')
    expect(numbers()).toEqual(['FG-3'])
  })

  test('leave to the reference what no line rests on', async () => {
    render(RuleHelper, { kit, rule: 'FG-4', asked: 1 })
    const entry = await screen.findByText('The wording of FG-4.')
    expect(entry.parentElement?.classList.contains('asked')).toBe(true)
    expect(topics()).toEqual([])
  })

  test('show the wording of a line where somebody wants it', async () => {
    render(RuleHelper, { kit })
    await fireEvent.click(screen.getByRole('button', { name: 'Exact wording: FG-2', hidden: true }))
    expect(numbers()).toEqual(['FG-2'])
    await fireEvent.click(screen.getByRole('button', { name: 'Exact wording: FG-2', hidden: true }))
    expect(numbers()).toEqual([])
  })

  test('answer a question with the best topic, open, and with words of the glossary', async () => {
    render(RuleHelper, { kit })
    await search('was ist das Ziel?')
    expect(opened()).toEqual(['goal'])
    await search('jewels')
    expect(screen.getByText('It shines.')).toBeTruthy()
    await search('qwzx')
    expect(screen.getAllByText('No rule mentions “qwzx”.').length).toBeGreaterThan(0)
  })
})

describe('the exact wording', () => {
  test('has every number, is searched itself, and leads back', async () => {
    render(RuleHelper, { kit })
    await fireEvent.click(screen.getByRole('button', { name: 'Exact wording' }))
    expect(numbers()).toEqual(['FG-1', 'FG-2', 'FG-3', 'FG-4'])
    await search('fg-4')
    expect(numbers()).toEqual(['FG-4'])
    await search('')
    await fireEvent.click(screen.getByRole('button', { name: 'In short' }))
    expect(topics().length).toBe(2)
  })

  test('is all there is where a game has no guide', () => {
    render(RuleHelper, { kit: { ...kit, guide: null } })
    expect(numbers()).toEqual(['FG-1', 'FG-2', 'FG-3', 'FG-4'])
    expect(screen.queryByRole('button', { name: 'Exact wording' })).toBeNull()
  })
})

test('how to play is one tap away', async () => {
  render(RuleHelper, { kit })
  await fireEvent.click(screen.getByRole('button', { name: 'How to play' }))
  const dialog = await screen.findByRole('dialog', { hidden: true })
  expect(within(dialog).getByText('Hit or pass.')).toBeTruthy()
})
