import { describe, expect, test } from 'vitest'

import type { Fighter, Side } from './facts'
import { advance, freshSide, sceneOf, type Scene } from './scene'
import { catalogue, happening, recorded, toldIn } from './testing/recorded'
import { startOf } from './turns'

const sidesOf = (teams: Fighter[][]): Side[] =>
  teams.map((fighters) => ({ ...freshSide([], catalogue), fighters }))

describe('the events of whole games lead to the positions the engine saw', () => {
  test.each(recorded.map((game, index) => [index, game] as const))('game %i', (_, game) => {
    const told = toldIn(game)
    const first = game.positions[0]!
    let scene: Scene = sceneOf({ sides: startOf(sidesOf(first[1]), told, catalogue) })
    let at = 0
    for (const [after, sides] of game.positions) {
      while (at < after) scene = advance(scene, told[at++]!, catalogue)
      for (const [seat, fighters] of sides.entries())
        expect(
          scene.sides[seat]!.fighters.map(({ tokens, ...rest }) => ({ ...rest, tokens: [...tokens].sort() })),
        ).toEqual(fighters.map(({ tokens, ...rest }) => ({ ...rest, tokens: [...tokens].sort() })))
    }
  })
})

test('a fight begins with as many cards in both decks as it has turns', () => {
  const start = sceneOf({ sides: [freshSide(['joan'], catalogue), freshSide(['wong'], catalogue)] })
  const scene = advance(start, happening('fight', { round: 2, turns: 3 }), catalogue)
  expect(scene.sides.map((side) => side.deck_size)).toEqual([3, 3])
})

describe('a clash', () => {
  const teams = [
    ['joan', 'golem'],
    ['wong', 'mordred'],
  ]
  const start = sceneOf({ sides: teams.map((team) => freshSide(team, catalogue)) })
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
  const run = (...events: ReturnType<typeof happening>[]): Scene =>
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
    const parade = happening('parade', {})
    expect(advance(start, parade, catalogue)).toEqual({ ...start, said: parade, beat: 1 })
  })
})
