import { expect, test } from 'vitest'

import type { Table } from './facts'
import { advance, sceneOf } from './scene'
import { happening, recorded } from './testing/recorded'

const table = recorded[0]!.start.board as Table
const show = (...events: [string, Record<string, any>][]) =>
  events.reduce((scene, [kind, facts]) => advance(scene, happening(kind, facts)), sceneOf(table))

test('rolled dice land on the faces that were rolled', () => {
  const scene = show(['roll', { fighter: 0, faces: ['X', 'B'] }])
  expect(scene.table.fighters[0]!.dice.slice(0, 2).map(({ face }) => face)).toEqual(['X', 'B'])
  expect(scene.landed['0:1']).toBe(1)
})

test('when all have picked, the Health and the dice are there before the first roll', () => {
  const scene = show(
    ['health', { health: [30, 23], dice: [['red', 'action'], ['blue']] }],
    ['roll', { fighter: 0, faces: ['M', 'B'] }],
  )
  expect(scene.table.teams.map(({ health, full }) => [health, full])).toEqual([
    [30, 30],
    [23, 23],
  ])
  expect(scene.table.fighters[0]!.dice.map(({ kind, face }) => [kind, face])).toEqual([
    ['red', 'M'],
    ['action', 'B'],
  ])
})

test('a roll behind the screen shows nothing', () => {
  const scene = show(['roll', { fighter: 1 }])
  expect(scene.table.fighters[1]!.dice.every(({ face }) => face === null)).toBe(true)
  expect(scene.landed).toEqual({})
})

test('the reveal opens what was hidden, for one moment with a burst', () => {
  const revealed = {
    fighter: 1,
    who: 'P2',
    dice: [{ die: 1, face: 'M', at: 'pummel' }],
    selected: ['pummel'],
    modes: {},
    target: null,
  }
  const scene = show(['reveal', { fighters: [revealed] }])
  expect(scene.revealing).toBe(true)
  expect(scene.table.fighters[1]).toMatchObject({ hidden: false, selected: ['pummel'] })
  expect(advance(scene, happening('decline', { fighter: 0 })).revealing).toBe(false)
})

test('a blow is shown, then the Health it costs', () => {
  const hit = { fighter: 0, target: 1, attack: 5, defence: 2, damage: 3 }
  expect(show(['hit', hit]).hit).toEqual(hit)
  const scene = show(['hit', hit], ['lose', { fighter: 1, team: 1, amount: 3, health: 17 }])
  expect(scene.hit).toBeNull()
  expect(scene.blow).toEqual({ team: 1, by: -3 })
  expect(scene.table.teams[1]!.health).toBe(17)
})

test('the automated opponent is remembered row by row', () => {
  const row = {
    fighter: 1,
    row: 4,
    ability: 'vk4',
    result: 'selected',
    dice: [1, 2],
    sections: [{ box: 'vk4', dice: [1, 2] }],
  }
  const scene = show(['rival_row', row])
  expect(scene.reasons).toMatchObject([{ ability: 'vk4', result: 'selected' }])
  expect(scene.table.fighters[1]!.dice[0]!.at).toBe('vk4')
  expect(advance(scene, happening('round', { round: 2 })).reasons).toEqual([])
})
