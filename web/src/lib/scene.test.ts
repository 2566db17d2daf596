import { describe, expect, expectTypeOf, test } from 'vitest'

import type { HappeningOf } from './board'
import { follow } from './scene'

/** A game in which somebody draws cards and shouts. */
interface Facts {
  board: { hands: number[] }
  events: { draw: { seat: number; left: number }; shout: { word: string }; pause: Record<string, never> }
  catalogue: { loudest: string }
  move: null
  forecast: object
}

interface Scene {
  hands: number[]
  left: number
  shouted: string | null
}

const advance = follow<Facts, Scene>(
  {
    draw: ({ hands }, { seat, left }) => ({
      hands: hands.map((cards, index) => (index === seat ? cards + 1 : cards)),
      left,
    }),
    shout: (_, { word }, { catalogue, text }) => ({
      shouted: word === catalogue.loudest ? text.en : word,
    }),
  },
  { shouted: null },
)

const catalogue = { loudest: 'KAPOW' }
const text = { en: 'A shout.', de: 'Ein Ruf.' }
const start: Scene = { hands: [0, 0], left: 9, shouted: null }

describe('a scene that follows events', () => {
  test('takes what each event says, from its facts, the catalogue and its sentence', () => {
    let scene = advance(start, { kind: 'draw', facts: { seat: 1, left: 8 }, text }, catalogue)
    expect(scene).toEqual({ hands: [0, 1], left: 8, shouted: null })
    scene = advance(scene, { kind: 'shout', facts: { word: 'KAPOW' }, text }, catalogue)
    expect(scene).toEqual({ hands: [0, 1], left: 8, shouted: 'A shout.' })
  })

  test('drops what lasts for one event with the next, also where that one changes nothing', () => {
    const shouted = advance(start, { kind: 'shout', facts: { word: 'hey' }, text }, catalogue)
    expect(shouted.shouted).toBe('hey')
    expect(advance(shouted, { kind: 'pause', facts: {}, text }, catalogue)).toEqual(start)
  })

  test('leaves the scene before it as it was', () => {
    advance(start, { kind: 'draw', facts: { seat: 0, left: 8 }, text }, catalogue)
    expect(start).toEqual({ hands: [0, 0], left: 9, shouted: null })
  })
})

test('the kind of an event says which facts it has', () => {
  const seen = (event: HappeningOf<Facts>): void => {
    if (event.kind === 'draw') expectTypeOf(event.facts).toEqualTypeOf<{ seat: number; left: number }>()
    if (event.kind === 'shout') expectTypeOf(event.facts).toEqualTypeOf<{ word: string }>()
  }
  seen({ kind: 'draw', facts: { seat: 0, left: 1 }, text })
  // @ts-expect-error: a shout has a word, and no seat
  seen({ kind: 'shout', facts: { seat: 0 }, text })
})
