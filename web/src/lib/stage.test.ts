import { beforeEach, describe, expect, test } from 'vitest'

import { step, viewOf } from '../testing'
import { settings } from './settings.svelte'
import { Stage, USUAL_BEAT, type Wait } from './stage.svelte'

/** A clock that moves when the test says so. */
class Clock {
  waits: { milliseconds: number; end: () => void }[] = []
  wait: Wait = (milliseconds) => {
    let end = (): void => {}
    const over = new Promise<void>((resolve) => (end = resolve))
    this.waits.push({ milliseconds, end })
    return { over, cut: end }
  }
  async tick(): Promise<void> {
    this.waits.shift()?.end()
    await settled()
  }
}

const settled = async (): Promise<void> => {
  for (let count = 0; count < 60; count += 1) await Promise.resolve()
}

const before = viewOf({ board: { at: 0 } })
const after = viewOf({ board: { at: 1 } })
const later = viewOf({ board: { at: 2 } })

let clock: Clock
let stage: Stage
const said = (): string[] => stage.log.flatMap((entry) => entry.happenings.map((happening) => happening.kind))

beforeEach(() => {
  settings.speed = 'normal'
  clock = new Clock()
  stage = new Stage(clock.wait)
  stage.jump(before, [])
})

describe('a scene', () => {
  test('shows its events one after another and then the position', async () => {
    stage.add({ steps: [step(1, 0, 'attack', 'clash')], view: after })
    expect(stage.happening?.kind).toBe('attack')
    expect(stage.view).toBe(before)
    await clock.tick()
    expect(stage.happening?.kind).toBe('clash')
    expect(stage.view).toBe(before)
    await clock.tick()
    expect(stage.happening).toBeNull()
    expect(stage.view).toBe(after)
    expect(stage.running).toBe(false)
  })

  test('writes each sentence into the log when its event is shown', async () => {
    stage.add({ steps: [step(1, 0, 'attack', 'clash')], view: after })
    expect(said()).toEqual(['attack'])
    await clock.tick()
    expect(said()).toEqual(['attack', 'clash'])
  })

  test('waits for the one before it', async () => {
    stage.add({ steps: [step(1, 0, 'attack')], view: after })
    stage.add({ steps: [step(2, 1, 'pass')], view: later })
    await clock.tick()
    expect(stage.view).toBe(after)
    expect(stage.happening?.kind).toBe('pass')
    await clock.tick()
    expect(stage.view).toBe(later)
  })

  test('can be skipped, and nothing of it is missing from the log', async () => {
    stage.add({ steps: [step(1, 0, 'attack', 'clash', 'fallen')], view: after })
    stage.add({ steps: [step(2, 1, 'pass')], view: later })
    stage.skip()
    await settled()
    expect(stage.view).toBe(later)
    expect(said()).toEqual(['attack', 'clash', 'fallen', 'pass'])
  })

  test('that follows a skipped one is shown again', async () => {
    stage.add({ steps: [step(1, 0, 'attack')], view: after })
    stage.skip()
    await settled()
    stage.add({ steps: [step(2, 1, 'pass')], view: later })
    expect(stage.happening?.kind).toBe('pass')
  })

  test('is over at once where nothing should move', async () => {
    settings.speed = 'off'
    stage.add({ steps: [step(1, 0, 'attack', 'clash')], view: after })
    await settled()
    expect(clock.waits).toEqual([])
    expect(stage.view).toBe(after)
    expect(said()).toEqual(['attack', 'clash'])
  })

  test('takes as long as the game and the reader want', async () => {
    settings.speed = 'slow'
    stage.beats = { clash: { milliseconds: 100 } }
    stage.add({ steps: [step(1, 0, 'attack', 'clash')], view: after })
    expect(clock.waits[0]?.milliseconds).toBeCloseTo(USUAL_BEAT * 1.8)
    await clock.tick()
    expect(clock.waits[0]?.milliseconds).toBeCloseTo(180)
  })

  test('without events shows its position at once', () => {
    let arrived = false
    stage.add({ steps: [], view: after, then: () => (arrived = true) })
    expect(stage.view).toBe(after)
    expect(arrived).toBe(true)
  })
})

test('a jump ends what is running, and the old scene never comes back', async () => {
  stage.add({ steps: [step(1, 0, 'attack', 'clash')], view: after })
  stage.jump(later, [step(1, 0, 'undone')])
  await settled()
  expect(stage.view).toBe(later)
  expect(said()).toEqual(['undone'])
  expect(stage.running).toBe(false)
  expect(stage.happening).toBeNull()
})

test('after a jump new scenes are shown as ever', async () => {
  stage.add({ steps: [step(1, 0, 'attack')], view: after })
  stage.jump(before, [])
  stage.add({ steps: [step(1, 0, 'pass')], view: later })
  await settled()
  expect(stage.happening?.kind).toBe('pass')
  stage.skip()
  await settled()
  expect(stage.view).toBe(later)
})
