import { expect, test } from 'vitest'

import type { HappeningOf } from '../../lib/board'
import type { RevealedFighter, RivalRow, Facts } from './facts'
import { advance, sceneOf } from './scene'
import { catalogue, happening, recorded } from './testing/recorded'

const table = recorded[0]!.start.board
const show = (...events: HappeningOf<Facts>[]) =>
  events.reduce((scene, event) => advance(scene, event, catalogue), sceneOf(table))

test('rolled dice land on the faces that were rolled', () => {
  const scene = show(happening('roll', { fighter: 0, who: 'P1', faces: ['X', 'B'] }))
  expect(scene.table.fighters[0]!.dice.slice(0, 2).map(({ face }) => face)).toEqual(['X', 'B'])
  expect(scene.landed['0:1']).toBe(1)
})

test('when all have picked, the Health and the dice are there before the first roll', () => {
  const scene = show(
    happening('health', { health: [30, 23], teams_who: [], dice: [['red', 'action'], ['blue']] }),
    happening('roll', { fighter: 0, who: 'P1', faces: ['M', 'B'] }),
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
  const scene = show(happening('roll', { fighter: 1, who: 'P2' }))
  expect(scene.table.fighters[1]!.dice.every(({ face }) => face === null)).toBe(true)
  expect(scene.landed).toEqual({})
})

test('the reveal opens what was hidden, for one moment with a burst', () => {
  const revealed: RevealedFighter = {
    fighter: 1,
    who: 'P2',
    dice: [{ die: 1, face: 'M', at: 'pummel' }],
    selected: ['pummel'],
    modes: {},
    target: null,
  }
  const scene = show(happening('reveal', { fighters: [revealed], screens: true }))
  expect(scene.revealing).toBe(true)
  expect(scene.table.fighters[1]).toMatchObject({ hidden: false, selected: ['pummel'] })
  expect(advance(scene, happening('decline', { fighter: 0, who: 'P1' }), catalogue).revealing).toBe(false)
})

test('a blow is shown, then the Health it costs', () => {
  const hit = { fighter: 0, who: 'P1', target: 1, target_who: 'P2', attack: 5, defence: 2, damage: 3 }
  expect(show(happening('hit', hit)).hit).toEqual(hit)
  const lost = { fighter: 1, who: 'P2', team: 1, amount: 3, health: 17, box: null }
  const scene = show(happening('hit', hit), happening('lose', { ...lost, cause: 'attack' }))
  expect(scene.hit).toBeNull()
  expect(scene.blow).toEqual({ team: 1, by: -3 })
  expect(scene.table.teams[1]!.health).toBe(17)
})

test('the automated opponent is remembered row by row', () => {
  const row: RivalRow = {
    fighter: 1,
    who: 'victor_kane',
    row: 4,
    ability: 'vk4',
    result: 'selected',
    dice: [1, 2],
    sections: [{ box: 'vk4', dice: [1, 2], faces: ['M', 'M'], line: null }],
    plans: 1,
    wilds: 0,
    action_dice: 0,
    refused: null,
  }
  const scene = show(happening('rival_row', row))
  expect(scene.reasons).toMatchObject([{ ability: 'vk4', result: 'selected' }])
  expect(scene.table.fighters[1]!.dice[0]!.at).toBe('vk4')
  expect(advance(scene, happening('round', { round: 2 }), catalogue).reasons).toEqual([])
})
