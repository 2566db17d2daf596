/** Every guide can be drawn: each thing that it names is drawn by the game's own parts, and the rules know where we are. */

import { cleanup, render } from '@testing-library/svelte'
import { afterEach, describe, expect, test } from 'vitest'
import { piecesOf } from '../lib/explain'
import type { Words } from '../lib/wire'
import { fixture, GAMES, printedGuide } from '../testing'
import { extrasOf } from '.'

const extras = import.meta.glob<string>('./*/extras.ts', { eager: true, query: '?raw', import: 'default' })

const games = GAMES.map((game) => ({ game, ...printedGuide(game) }))

const things = (text: Words | null): string[] =>
  text === null
    ? []
    : [text.en, text.de].flatMap((said) =>
        piecesOf(said).flatMap(({ kind, text }) => (kind === 'thing' ? [text] : [])),
      )

afterEach(cleanup)

describe.each(games)('$game', ({ game, goal, guide }) => {
  test('draws everything that its guide names', async () => {
    const { draw } = await extrasOf(game)
    expect(draw, 'extras.ts has no draw').toBeDefined()
    const catalogue = fixture<object>(game, 'catalogue')
    const inline = new Set([
      ...things(goal),
      ...guide.how.flatMap(({ text }) => things(text)),
      ...guide.terms.flatMap(({ text, needs }) => [...things(text), ...things(needs)]),
      ...guide.topics.flatMap(({ lines }) => lines.flatMap(({ text }) => things(text))),
    ])
    const alone = new Set(guide.how.flatMap(({ draw }) => draw))
    const drawn = (thing: string, inline: boolean): boolean => {
      const { container, unmount } = render(draw!, { thing, catalogue, inline })
      const seen = container.querySelector('*') !== null
      expect(container.querySelector('button, a, input'), `${thing} can be tapped`).toBeNull()
      unmount()
      return seen
    }
    expect([...inline].filter((thing) => !drawn(thing, true))).toEqual([])
    expect([...alone].filter((thing) => !drawn(thing, false))).toEqual([])
  })

  test('has a topic for whatever is to be done now', () => {
    const cited = new Set(guide.topics.flatMap(({ lines }) => lines.flatMap(({ rules }) => rules)))
    const body = extras[`./${game}/extras.ts`]!
    const numbers = body.match(/'[A-Z]{2}-R?\d+'/g)!.map((quoted) => quoted.slice(1, -1))
    expect(numbers.filter((number) => !cited.has(number))).toEqual([])
  })
})
