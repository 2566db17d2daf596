import { describe, expect, it, vi } from 'vitest'
import { matchInfo, step, viewOf } from '../testing'
import { ApiError } from './api'
import { EVERYTHING, readMoment, replayAddress, SPECTATOR } from './eyes'
import { Retelling, type Source } from './retelling.svelte'
import { Stage } from './stage.svelte'
import type { Replay, View } from './wire'

const PAGE = 4

/** A match of so many moves; these eyes did not notice some of them. */
function match(last: number, unnoticed: number[] = [], more: Partial<Replay> = {}) {
  const positions = Array.from({ length: last + 1 }, (_, ply) => viewOf({ board: { ply } }))
  const page = (first: number): View[] => positions.slice(first, first + PAGE)
  const asked: string[] = []
  const source: Source = {
    async replay(_, eyes) {
      asked.push(`eyes ${eyes}`)
      const steps = positions.slice(1).flatMap((_, index) => {
        const ply = index + 1
        return eyes !== EVERYTHING && unnoticed.includes(ply) ? [] : [step(ply, 0, `told ${ply}`)]
      })
      const rounds = [0, 3, 6].filter((one) => one <= last).map((one) => ({ step: one, round: one / 3 + 1 }))
      const turns = positions.map((_, ply) => ply).filter((ply) => ply % 2 === 0)
      return { match: matchInfo(), eyes, last, steps, rounds, turns, views: page(0), ...more }
    },
    async replayViews(_, eyes, at) {
      const first = Math.floor(at / PAGE) * PAGE
      asked.push(`views ${eyes} ${first}`)
      return { first, views: page(first) }
    },
  }
  return { source, asked }
}

/** Scenes that never end by themselves: a key must not wait for them. */
const endless = () => new Stage(() => ({ over: new Promise(() => {}), cut: () => {} }))

async function watching(last: number, eyes = EVERYTHING, at = 0, unnoticed: number[] = []) {
  const { source, asked } = match(last, unnoticed)
  const told = new Retelling('m1', source, endless())
  await told.watch(eyes, at)
  return { told, asked }
}

const shown = (told: Retelling): number => told.stage.view?.board.ply

describe('a match told again', () => {
  it('makes one step for every key, even while the scene of the last one runs', async () => {
    const { told } = await watching(3)
    told.forward()
    told.forward()
    told.forward()
    expect(told.step).toBe(3)
    expect(told.stage.running).toBe(true)
    await vi.waitFor(() => expect(shown(told)).toBe(2))
    expect(told.stage.log.map(({ ply }) => ply).slice(0, 2)).toEqual([1, 2])
    told.back()
    await vi.waitFor(() => expect(shown(told)).toBe(2))
    expect(told.step).toBe(2)
    expect(told.stage.running).toBe(false)
  })

  it('stays within the match', async () => {
    const { told } = await watching(2)
    told.back()
    expect(told.step).toBe(0)
    told.go(99)
    told.forward()
    expect(told.step).toBe(2)
    expect(told.playing).toBe(false)
  })

  it('leaps by rounds and by turns, forward and back', async () => {
    const { told } = await watching(8)
    told.leap('rounds', 1)
    expect([told.step, told.round]).toEqual([3, 2])
    told.leap('turns', 1)
    expect(told.step).toBe(4)
    told.leap('rounds', -1)
    expect(told.step).toBe(3)
    told.leap('rounds', -1)
    expect(told.step).toBe(0)
    told.go(told.last)
    told.leap('rounds', 1)
    expect(told.step).toBe(8)
  })

  it('shows with other eyes the same moment, and passes over what they did not notice', async () => {
    const { told } = await watching(6, EVERYTHING, 3, [3, 4])
    expect(told.step).toBe(3)
    await told.watch(1, told.step)
    expect([told.step, told.replay?.eyes]).toEqual([2, 1])
    told.forward()
    expect(told.step).toBe(5)
    told.leap('turns', -1)
    expect(told.step).toBe(5) // turn 4 begins where these eyes next saw anything
  })

  it('fetches positions page by page, the next one before it is needed', async () => {
    const { told, asked } = await watching(20)
    expect(asked).toEqual(['eyes -2'])
    told.go(2)
    await vi.waitFor(() => expect(asked).toEqual(['eyes -2', 'views -2 4']))
    told.go(5)
    await vi.waitFor(() => expect(shown(told)).toBe(5))
    expect(asked).toHaveLength(2)
  })

  it('fetches where a finger rests, not what it passes by', async () => {
    const { told, asked } = await watching(40)
    for (let place = 0; place <= 30; place += 1) told.go(place)
    await vi.waitFor(() => expect(shown(told)).toBe(30))
    expect(asked.filter((one) => one.startsWith('views'))).toEqual([
      'views -2 4',
      'views -2 28',
      'views -2 32',
    ])
  })

  it('opens at any step of a long match', async () => {
    const { told } = await watching(40, SPECTATOR, 33)
    expect([told.step, shown(told)]).toEqual([33, 33])
    expect(told.stage.log).toHaveLength(33)
  })

  it('says what went wrong and can be asked again', async () => {
    const { source } = match(3)
    let broken = true
    const told = new Retelling(
      'm1',
      {
        ...source,
        replay: (id, eyes) => (broken ? Promise.reject(new ApiError(409, null)) : source.replay(id, eyes)),
      },
      endless(),
    )
    await told.watch(EVERYTHING, 0)
    expect(told.failure?.status).toBe(409)
    broken = false
    await told.watch(EVERYTHING, 2)
    expect([told.failure, told.step]).toEqual([null, 2])
  })
})

describe('the address of a moment', () => {
  it.each([
    [0, EVERYTHING, '/replay/m1'],
    [17, EVERYTHING, '/replay/m1?step=17'],
    [17, 0, '/replay/m1?step=17&eyes=1'],
    [0, SPECTATOR, '/replay/m1?eyes=spectator'],
  ])('step %i with eyes %i is %s, and is read back', (at, eyes, address) => {
    expect(replayAddress('m1', at, eyes)).toBe(address)
    expect(readMoment(address.split('?')[1] ?? '')).toEqual({ step: at, eyes })
  })

  it('that makes no sense opens at the start with everything shown', () => {
    for (const query of ['?step=-1&eyes=0', '?step=x&eyes=everything', '?eyes=100', '?step=123456789'])
      expect(readMoment(query)).toEqual({ step: 0, eyes: EVERYTHING })
  })
})
