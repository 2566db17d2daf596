import { describe, expect, test } from 'vitest'

import type { HappeningOf, KindOf } from '../../lib/board'
import type { Events, Facts } from './facts'
import { advance, sceneOf, zone, type Scene } from './scene'
import { stateOf } from './standing'
import { card, catalogue, player, table, you } from './testing/tables'
import { settings } from '../../lib/settings.svelte'

const silent = { en: '', de: '' }
const event = <Kind extends KindOf<Facts>>(kind: Kind, facts: Events[Kind]) => ({ kind, facts, text: silent })
const follow = (scene: Scene, ...events: HappeningOf<Facts>[]): Scene =>
  events.reduce((before, happening) => advance(before, happening, catalogue), scene)
const played = (seat: number, hand: number, ...cards: string[]) =>
  event('play', {
    seat,
    cards: cards.map((text) => ({ ...card(text), active: false })),
    set: 'normal',
    value: card(cards[0]!).value,
    count: cards.length,
    cost: 0,
    equal: false,
    lead: true,
    hand,
  })

describe('a set', () => {
  test('leaves the hand, and what was attached leaves the stock', () => {
    const start = sceneOf(table({ you: you('3a 7a', { stock: ['RP1-1', 'KO-1'] }) }))
    const { table: after, from } = follow(start, played(0, 1, '3a+RP1'))
    expect(after.you?.hand.map((one) => one.card)).toEqual(['C07a'])
    expect(after.you?.stock).toEqual(['KO-1'])
    expect(after.players[0]?.hand).toBe(1)
    expect(after.top).toEqual({ seat: 0, kind: 'normal', value: 4, count: 1 })
    expect(from).toBe(zone.hand)
  })

  test('of somebody else comes from their seat and touches nothing of mine', () => {
    const start = sceneOf(table())
    const { table: after, from } = follow(start, played(1, 8, '5a', '5b'))
    expect(after.you).toEqual(start.table.you)
    expect(after.players[1]?.hand).toBe(8)
    expect(from).toBe(zone.seat(1))
  })

  test('is followed by passes and skips, and won', () => {
    const { table: after } = follow(
      sceneOf(table()),
      played(1, 9, '5a'),
      event('skip', { seat: 2, by: 1, passes: 1 }),
      event('pass', { seat: 0, passes: 2 }),
      event('trick', { seat: 1, vp: 1, total: 4, leader: 1 }),
    )
    expect(after.tricks[0]).toMatchObject({ leader: 1, winner: 1 })
    expect(after.tricks[0]?.steps.map((step) => step.do)).toEqual(['play', 'skip', 'pass'])
    expect(after.top).toBeNull()
    expect(after.players[1]?.vp).toBe(4)
  })
})

test('my power follows costs, gains and exchanges; nobody else’s is shown', () => {
  const { table: after } = follow(
    sceneOf(table({ you: you('3a', { power: 4 }), players: [player({ power: 4 }), player(), player()] })),
    event('power', { seat: 0, gain: 2, power_now: 6 }),
    event('exchange', { seat: 0, vp: 4, power_now: 2 }),
    event('power', { seat: 1, gain: 1 }),
  )
  expect(after.you?.power).toBe(2)
  expect(after.players[0]?.vp).toBe(4)
  expect(after.players[1]?.power).toBeNull()
})

test('wagers leave the hand when they are revealed', () => {
  const { table: after } = follow(
    sceneOf(table({ phase: 'wagers', you: you('3a 7a') })),
    event('wager', { seat: 0, cards: [card('3a+KO')], staked: 2, hand: 1 }),
  )
  expect(after.you?.hand.map((one) => one.card)).toEqual(['C07a'])
  expect(after.you?.stock).not.toContain('KO-1')
  expect(after.players[0]).toMatchObject({ staked: 2, hand: 1 })
})

test('who is skipped and who passed is shown until the next set', () => {
  settings.language = 'en'
  const skipped = follow(
    sceneOf(table()),
    played(1, 9, '5a'),
    event('skip', { seat: 2, by: 1, passes: 1 }),
  ).table
  expect(stateOf(skipped, 2, []).text).toBe('skipped')
  expect(stateOf(skipped, 1, []).text).toBe('on top')
})

test('an event nobody knows changes nothing', () => {
  const start = sceneOf(table())
  const fireworks = { kind: 'fireworks', facts: {}, text: silent } as never
  expect(follow(start, fireworks).table).toEqual(start.table)
})
