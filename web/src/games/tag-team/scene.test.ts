import { describe, expect, test } from 'vitest'

import type { Fighter } from './facts'
import { advance, sceneOf, sideWith, type Scene } from './scene'
import { catalogue, happening, recorded } from './testing/recorded'

const NOBODY = { health: 20, space: null, tokens: [], aflame: 0, special: {} }
const fighter = (key: string, power = 0): Fighter => ({ fighter: key, track: key, power, ...NOBODY })

describe('the events of whole games lead to the positions the engine saw', () => {
  test.each(recorded.map((game, index) => [index, game] as const))('game %i', (_, game) => {
    const events = game.happenings
    let scene: Scene = sceneOf({ sides: [] })
    let at = 0
    for (const [after, sides] of game.positions) {
      while (at < after) scene = advance(scene, events[at++]!, catalogue)
      for (const [seat, fighters] of sides.entries())
        expect(
          scene.sides[seat]!.fighters.map(({ tokens, ...rest }) => ({ ...rest, tokens: [...tokens].sort() })),
        ).toEqual(fighters.map(({ tokens, ...rest }) => ({ ...rest, tokens: [...tokens].sort() })))
    }
  })
})

test('a fight begins with as many cards in both decks as it has turns', () => {
  const fighters = [[fighter('joan', 2)], [fighter('wong')]]
  const start = sceneOf({ sides: [sideWith([fighter('joan')]), sideWith([fighter('wong')])] })
  const scene = advance(start, happening('fight', { round: 2, turns: 3, fighters }), catalogue)
  expect(scene.sides.map((side) => side.deck_size)).toEqual([3, 3])
  expect(scene.sides.map((side) => side.fighters)).toEqual(fighters)
})

describe('a clash', () => {
  const teams = [
    ['joan', 'golem'],
    ['wong', 'mordred'],
  ]
  const start = sceneOf({ sides: teams.map((team) => sideWith(team.map((key) => fighter(key)))) })
  const clash = happening('clash', {
    round: 1,
    turn: 1,
    turns: 2,
    cards: ['GOL-2', 'MOR-4'],
    fighters: ['golem', 'mordred'],
    back: [false, false],
    power: [3, 0],
    repeat: [false, false],
  })
  const run = (...events: Parameters<typeof advance>[1][]): Scene =>
    events.reduce((scene, event) => advance(scene, event, catalogue), start)

  test('shows both cards with the Power they were revealed with', () => {
    expect(run(clash).clash?.sides).toMatchObject([
      { card: 'GOL-2', fighter: 'golem', power: 3, deeds: [] },
      { card: 'MOR-4', fighter: 'mordred', power: 0, deeds: [] },
    ])
  })

  test('an attack flies from its card to its target and stays on the card', () => {
    const scene = run(clash, happening('attack', { fighter: 'golem', targets: ['mordred'], strengths: [3] }))
    expect(scene.flights).toEqual([{ fighter: 'mordred', from: 0, text: '3', sign: 'attack', tone: 'hurt' }])
    expect(scene.clash?.sides[0]?.deeds).toEqual([{ sign: 'attack', text: '3', tone: 'hurt' }])
  })

  test('the net movement moves the marker and tells its number', () => {
    const moved = { fighter: 'mordred', from: 19, to: 16, space: null, heal: 0, damage: 3 }
    const scene = run(clash, happening('health', { ...moved, stopped: false, ignored: false, why: 'clash' }))
    expect(scene.sides[1]!.fighters[1]).toMatchObject({ health: 16, space: null })
    expect(scene.flights[0]).toMatchObject({ fighter: 'mordred', text: '−3', tone: 'hurt' })
  })

  test('an event of a later version changes only the sentence', () => {
    const parade = { kind: 'parade', facts: {}, text: { en: '', de: '' } } as never
    expect(advance(start, parade, catalogue)).toEqual({ ...start, said: parade, beat: 1 })
  })
})
