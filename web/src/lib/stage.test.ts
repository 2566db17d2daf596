import { beforeEach, describe, expect, test, vi } from 'vitest'

import { step, viewOf } from '../testing'
import { hurry, pace, settings } from './settings.svelte'
import { sound } from './sound'
import { Stage, USUAL_BEAT, type Wait } from './stage.svelte'

vi.mock('./sound', () => ({ sound: vi.fn() }))

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
  settings.stills = 'wait'
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

  test('says nothing of a move before its first event is revealed', async () => {
    stage.beats = { attack: { revealAt: 100, milliseconds: 300 } }
    stage.add({ steps: [step(1, 0, 'attack')], view: after })
    expect(stage.log).toEqual([])
  })

  test('of a move without events says the move', () => {
    stage.add({ steps: [step(1, 0)], view: after })
    expect(stage.log).toEqual([step(1, 0)])
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

  test('is over at once where nothing should move and only the end is wanted', async () => {
    settings.speed = 'off'
    settings.stills = 'end'
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

describe('words never run ahead of the picture', () => {
  const sounds: string[] = []

  beforeEach(() => {
    sounds.length = 0
    vi.mocked(sound).mockImplementation(async (name) => void sounds.push(name))
    stage.beats = { clash: { milliseconds: 1000, revealAt: 600, cue: 'swish', sound: 'hit' } }
  })

  test('sentence and sound come when the picture has come to its point', async () => {
    stage.add({ steps: [step(1, 0, 'clash')], view: after })
    expect(stage.happening?.kind).toBe('clash')
    expect(stage.revealed).toBe(false)
    expect([said(), stage.page, sounds]).toEqual([[], [], ['swish']])
    expect(clock.waits[0]?.milliseconds).toBe(600)
    await clock.tick()
    expect(stage.revealed).toBe(true)
    expect([said(), stage.page.length, sounds]).toEqual([['clash'], 1, ['swish', 'hit']])
    expect(clock.waits[0]?.milliseconds).toBe(400)
    expect(stage.view).toBe(before)
  })

  test('what is skipped before its point is logged with the position, without a sound', async () => {
    stage.add({ steps: [step(1, 0, 'clash', 'fallen')], view: after })
    stage.skip()
    await settled()
    expect(stage.view).toBe(after)
    expect(said()).toEqual(['clash', 'fallen'])
    expect(sounds).toEqual(['swish'])
  })

  test('boards can follow what was not shown', async () => {
    stage.add({ steps: [step(1, 0, 'attack', 'clash', 'fallen')], view: after })
    stage.skip()
    await settled()
    expect(stage.passed.map(({ kind }) => kind)).toEqual(['clash', 'fallen'])
    stage.add({ steps: [step(2, 0, 'pass')], view: later })
    await settled()
    expect(stage.passed).toEqual([])
    expect(stage.happening?.kind).toBe('pass')
  })

  test('everything that moves hurries with a stage that lags behind', async () => {
    for (let ply = 1; ply <= 5; ply += 1) stage.add({ steps: [step(ply, 0, 'pass')], view: after })
    expect(clock.waits[0]?.milliseconds).toBe(USUAL_BEAT)
    await clock.tick()
    expect(hurry.factor).toBe(0.5)
    expect(clock.waits[0]?.milliseconds).toBe(USUAL_BEAT / 2)
    for (let beat = 0; beat < 5; beat += 1) await clock.tick()
    expect(stage.running).toBe(false)
    expect(hurry.factor).toBe(1)
  })
})

describe('where nothing moves, still pictures show the same events', () => {
  const next = async (): Promise<void> => {
    stage.next()
    await settled()
  }

  beforeEach(() => {
    settings.speed = 'off'
    stage.beats = { clash: { still: 'lasting' }, fallen: { still: 'along' }, draw: { still: 'along' } }
  })

  test('each stays until the reader asks for the next', async () => {
    stage.add({ steps: [step(1, 0, 'attack', 'block')], view: after })
    await settled()
    expect([stage.happening?.kind, stage.waiting, said()]).toEqual(['attack', true, ['attack']])
    await next()
    expect([stage.happening?.kind, stage.waiting, said()]).toEqual(['block', true, ['attack', 'block']])
    expect(stage.view).toBe(before)
    await next()
    expect([stage.view, stage.waiting, stage.running]).toEqual([after, false, false])
    expect(clock.waits).toEqual([])
  })

  test('what belongs to a picture comes along with it and is logged with it', async () => {
    stage.add({ steps: [step(1, 0, 'attack', 'clash', 'fallen', 'draw')], view: after })
    await settled()
    await next()
    expect(stage.view).toBe(after)
    expect(stage.page.map(({ kind }) => kind)).toEqual(['clash', 'fallen', 'draw'])
  })

  test('what comes along after a page makes one more picture together, as long as it can be read at once', async () => {
    stage.beats = { lines: { still: 'along' } }
    const long = { ...step(1, 0, 'attack', 'lines', 'lines', 'lines', 'lines') }
    for (const { text } of long.happenings.slice(1))
      text.en = 'Sixty letters or so tell what came of it all, in one sentence.'
    stage.add({ steps: [long], view: after })
    await settled()
    expect(stage.page).toHaveLength(1)
    await next()
    expect(stage.page).toHaveLength(2)
    await next()
    expect(stage.page).toHaveLength(2)
    expect(stage.view).toBe(before)
    await next()
    expect(stage.view).toBe(after)
  })

  test('what is logged after a picture waits for it, and has none of its own', async () => {
    stage.beats = { lose: { still: 'after' } }
    stage.add({ steps: [step(1, 0, 'attack', 'lose')], view: after })
    await settled()
    expect(said()).toEqual(['attack'])
    await next()
    expect([said(), stage.view]).toEqual([['attack', 'lose'], after])
  })

  test('what the position shows as well can be played on, and is not overrun by what comes next', async () => {
    stage.add({ steps: [step(1, 0, 'clash')], view: after })
    await settled()
    expect([stage.view, stage.running]).toEqual([after, false])
    stage.add({ steps: [step(2, 1, 'pass')], view: later })
    await settled()
    expect([stage.view, stage.happening, stage.waiting]).toEqual([after, null, true])
    expect(said()).toEqual(['clash'])
    await next()
    expect(stage.happening?.kind).toBe('pass')
  })

  test('whoever acts has seen what was on show', async () => {
    stage.add({ steps: [step(1, 0, 'clash')], view: after })
    await settled()
    stage.seen()
    stage.add({ steps: [step(2, 0, 'pass')], view: later })
    await settled()
    expect(stage.happening?.kind).toBe('pass')
  })

  test('a long backlog can be skipped', async () => {
    for (let ply = 1; ply <= 9; ply += 1) stage.add({ steps: [step(ply, 0, 'attack', 'block')], view: later })
    await settled()
    stage.skip()
    await settled()
    expect([stage.view, stage.running, stage.waiting]).toEqual([later, false, false])
    expect(said()).toHaveLength(18)
  })

  test('they change by themselves where the reader wants it, after as long as it takes to read', async () => {
    settings.stills = 'timed'
    stage.add({ steps: [step(1, 0, 'attack', 'a much longer sentence than the first')], view: after })
    await settled()
    const [first] = clock.waits
    await clock.tick()
    expect(stage.happening?.kind).toBe('a much longer sentence than the first')
    expect(clock.waits[0]!.milliseconds).toBeGreaterThan(first!.milliseconds)
    await clock.tick()
    expect(stage.view).toBe(after)
  })

  test('a jump leaves no picture waiting', async () => {
    stage.add({ steps: [step(1, 0, 'attack', 'block')], view: after })
    await settled()
    stage.jump(later, [])
    await settled()
    expect([stage.view, stage.waiting, stage.running]).toEqual([later, false, false])
  })
})

describe('a match that has just begun', () => {
  const [roll] = step(0, -1, 'roll').happenings
  beforeEach(() => {
    stage.beats = { roll: { milliseconds: 800, revealAt: 650 } }
  })

  test('says nothing of its first dice before they lie', async () => {
    stage.jump(after, [step(0, -1, 'roll')], [roll!])
    void stage.begin()
    expect([stage.view, stage.revealed, said()]).toEqual([after, false, []])
    await clock.tick()
    expect([stage.revealed, said(), stage.running]).toEqual([true, ['roll'], false])
  })

  test('waits as long for a plugin that calls the point by its former name', async () => {
    stage.beats = { roll: { milliseconds: 800, told: 650 } }
    stage.jump(after, [step(0, -1, 'roll')], [roll!])
    void stage.begin()
    expect(stage.revealed).toBe(false)
    await clock.tick()
    expect(stage.revealed).toBe(true)
  })

  test('does the same when it begins before our eyes', async () => {
    stage.jump(null, [])
    stage.add({ steps: [step(0, -1, 'roll')], view: after })
    await settled()
    expect([stage.view, stage.revealed, said(), stage.passed.length]).toEqual([after, false, [], 1])
    await clock.tick()
    expect([stage.revealed, said(), stage.running]).toEqual([true, ['roll'], false])
  })

  test('lets moves wait for its dice', async () => {
    stage.jump(after, [step(0, -1, 'roll')], [roll!])
    void stage.begin()
    stage.add({ steps: [step(1, 1, 'pass')], view: later })
    expect(stage.happening).toBeNull()
    await clock.tick()
    expect(stage.happening?.kind).toBe('pass')
    expect(said()).toEqual(['roll', 'pass'])
  })

  test('shows a match that goes on as it stands', async () => {
    stage.jump(after, [step(0, -1, 'roll'), step(1, 0, 'pass')])
    void stage.begin()
    await settled()
    expect([clock.waits, stage.running, said()]).toEqual([[], false, ['roll', 'pass']])
  })
})

describe('a blow', () => {
  const blow = (facts: { amount?: number }) => ({ amount: facts.amount ?? 0, of: 20 })
  const hits = (...amounts: number[]) => ({
    ...step(1, 0),
    happenings: amounts.map((amount) => ({ kind: 'hit', facts: { amount }, text: { en: 'x', de: 'x' } })),
  })

  beforeEach(() => {
    vi.mocked(sound).mockClear()
    stage.beats = { hit: { sound: 'hit', milliseconds: 300, blow } }
  })

  test('is as strong as what it takes, and sounds higher with each that lands', async () => {
    stage.add({ steps: [hits(1, 5, 19)], view: after })
    const seen = []
    for (let count = 0; count < 3; count += 1) {
      seen.push(stage.blow)
      await clock.tick()
    }
    expect(seen.map((one) => one?.intensity)).toEqual([1, 2, 3])
    const [low, middle, high] = vi
      .mocked(sound)
      .mock.calls.map(([, loudness, pitch]) => ({ loudness, pitch }))
    expect(middle!.pitch!).toBeGreaterThan(low!.pitch!)
    expect(high!.pitch!).toBeGreaterThan(middle!.pitch!)
    expect(high!.loudness!).toBeGreaterThan(low!.loudness!)
    expect(stage.blow).toBeNull()
  })

  test('that takes nothing is none', () => {
    stage.add({ steps: [hits(0)], view: after })
    expect(stage.blow).toBeNull()
  })

  test('vibrates, harder for a harder one, unless somebody does not want it', async () => {
    const vibrated = vi.fn()
    vi.stubGlobal('navigator', { ...navigator, vibrate: vibrated })
    stage.add({ steps: [hits(1, 19)], view: after })
    await clock.tick()
    await clock.tick()
    const length = (call: number[][]) => call[0]!.reduce((sum, part) => sum + part, 0)
    expect(vibrated.mock.calls.map(length).toSorted((a, b) => a - b)).toEqual(vibrated.mock.calls.map(length))
    expect(vibrated).toHaveBeenCalledTimes(2)
    settings.vibration = false
    stage.add({ steps: [hits(19)], view: later })
    await clock.tick()
    expect(vibrated).toHaveBeenCalledTimes(2)
    settings.vibration = true
    vi.unstubAllGlobals()
  })

  test('under reduced motion is shown, but neither shakes nor vibrates', async () => {
    const vibrated = vi.fn()
    vi.stubGlobal('navigator', { ...navigator, vibrate: vibrated })
    settings.speed = 'off'
    stage.add({ steps: [hits(19)], view: after })
    await settled()
    expect(stage.happening?.kind).toBe('hit')
    expect(stage.blow).toBeNull()
    expect(vibrated).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  test('that lingers keeps nobody waiting if it is the last', async () => {
    stage.beats = { hit: { milliseconds: 900, blow, lingers: true }, draw: { milliseconds: 1 } }
    stage.add({ steps: [hits(3, 4), step(2, 0, 'draw')], view: after })
    expect(clock.waits[0]?.milliseconds).toBe(900)
    await clock.tick()
    expect(clock.waits[0]?.milliseconds).toBeLessThan(900)
    await clock.tick()
    await clock.tick()
    expect(stage.view).toBe(after)
    expect(stage.running).toBe(false)
  })
})

describe('the automatic pace', () => {
  test('quickens after ten matches, and a choice of the reader stays', () => {
    settings.speed = 'auto'
    settings.finished = 9
    expect(pace()).toBe(1)
    settings.finished = 10
    expect(pace()).toBeLessThan(1)
    settings.speed = 'normal'
    expect(pace()).toBe(1)
    settings.finished = 0
  })
})
