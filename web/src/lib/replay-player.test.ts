import { describe, expect, it, vi } from 'vitest'
import { matchInfo, step, viewOf } from '../testing'
import { ApiError } from './api'
import { EVERYTHING, readMoment, readShared, replayAddress, sharedAddress, SPECTATOR } from './eyes'
import { ReplayPlayer, type Source } from './replay-player.svelte'
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
        return eyes !== EVERYTHING && unnoticed.includes(ply) ? [] : [step(ply, 0, `move ${ply}`)]
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
  const player = new ReplayPlayer('m1', source, endless())
  await player.watch(eyes, at)
  return { player, asked }
}

const shown = (player: ReplayPlayer): number => player.stage.view?.board.ply

describe('a replay', () => {
  it('makes one step for every key, even while the scene of the last one runs', async () => {
    const { player } = await watching(3)
    player.forward()
    player.forward()
    player.forward()
    expect(player.step).toBe(3)
    expect(player.stage.running).toBe(true)
    await vi.waitFor(() => expect(shown(player)).toBe(2))
    expect(player.stage.log.map(({ ply }) => ply).slice(0, 2)).toEqual([1, 2])
    player.back()
    await vi.waitFor(() => expect(shown(player)).toBe(2))
    expect(player.step).toBe(2)
    expect(player.stage.running).toBe(false)
  })

  it('stays within the match', async () => {
    const { player } = await watching(2)
    player.back()
    expect(player.step).toBe(0)
    player.go(99)
    player.forward()
    expect(player.step).toBe(2)
    expect(player.playing).toBe(false)
  })

  it('leaps by rounds and by turns, forward and back', async () => {
    const { player } = await watching(8)
    player.leap('rounds', 1)
    expect([player.step, player.round]).toEqual([3, 2])
    player.leap('turns', 1)
    expect(player.step).toBe(4)
    player.leap('rounds', -1)
    expect(player.step).toBe(3)
    player.leap('rounds', -1)
    expect(player.step).toBe(0)
    player.go(player.last)
    player.leap('rounds', 1)
    expect(player.step).toBe(8)
  })

  it('goes to the moment that another table shows, and stops at its end if it did not come so far', async () => {
    const { player } = await watching(8)
    player.showMoment({ of: 'round', number: 2 })
    expect(player.step).toBe(3)
    expect(player.moment).toEqual({ of: 'round', number: 2 })
    expect(readShared('?round=2')).toEqual(player.moment)
    expect(sharedAddress('m 2', player.moment)).toBe('/replay/m%202?round=2')
    player.showMoment({ of: 'turn', number: 3 })
    expect(player.step).toBe(4)
    player.showMoment({ of: 'round', number: 9 })
    expect(player.step).toBe(8)
    for (const query of ['', '?round=0', '?round=x', '?turn=-1', '?step=3'])
      expect(readShared(query)).toBeNull()
  })

  it('counts turns where the game has no rounds', async () => {
    const { source } = match(8, [], { rounds: [] })
    const player = new ReplayPlayer('m1', source, endless())
    await player.watch(EVERYTHING, 5)
    expect(player.moment).toEqual({ of: 'turn', number: 3 })
  })

  it('shows with other eyes the same moment, and passes over what they did not notice', async () => {
    const { player } = await watching(6, EVERYTHING, 3, [3, 4])
    expect(player.step).toBe(3)
    await player.watch(1, player.step)
    expect([player.step, player.replay?.eyes]).toEqual([2, 1])
    player.forward()
    expect(player.step).toBe(5)
    player.leap('turns', -1)
    expect(player.step).toBe(5) // turn 4 begins where these eyes next saw anything
  })

  it('fetches positions page by page, the next one before it is needed', async () => {
    const { player, asked } = await watching(20)
    expect(asked).toEqual(['eyes -2'])
    player.go(2)
    await vi.waitFor(() => expect(asked).toEqual(['eyes -2', 'views -2 4']))
    player.go(5)
    await vi.waitFor(() => expect(shown(player)).toBe(5))
    expect(asked).toHaveLength(2)
  })

  it('fetches where a finger rests, not what it passes by', async () => {
    const { player, asked } = await watching(40)
    for (let place = 0; place <= 30; place += 1) player.go(place)
    await vi.waitFor(() => expect(shown(player)).toBe(30))
    expect(asked.filter((one) => one.startsWith('views'))).toEqual([
      'views -2 4',
      'views -2 28',
      'views -2 32',
    ])
  })

  it('opens at any step of a long match', async () => {
    const { player } = await watching(40, SPECTATOR, 33)
    expect([player.step, shown(player)]).toEqual([33, 33])
    expect(player.stage.log).toHaveLength(33)
  })

  it('says what went wrong and can be asked again', async () => {
    const { source } = match(3)
    let broken = true
    const player = new ReplayPlayer(
      'm1',
      {
        ...source,
        replay: (id, eyes) => (broken ? Promise.reject(new ApiError(409, null)) : source.replay(id, eyes)),
      },
      endless(),
    )
    await player.watch(EVERYTHING, 0)
    expect(player.failure?.status).toBe(409)
    broken = false
    await player.watch(EVERYTHING, 2)
    expect([player.failure, player.step]).toEqual([null, 2])
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
