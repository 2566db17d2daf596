import { flushSync } from 'svelte'
import { describe, expect, test, vi } from 'vitest'
import type { Channel } from '../lib/host'
import type { DeviceState } from '../lib/wire'
import { Hands } from './hot-seat.svelte'

const ann = { seat: 0, guest: 'me', name: 'Ann', owes: true }
const bob = { seat: 1, guest: 'at-1', name: 'Bob', owes: false }

interface Opened {
  path: string
  guest: string | undefined
  channel: Channel
}

/** Lines as the page opens them. */
class Lines {
  opened: Opened[] = []
  open = (path: string, guest?: string): Channel => {
    const channel: Channel = {
      send: () => {},
      close: () => {},
      onopen: null,
      onmessage: null,
      onclose: null,
    }
    this.opened.push({ path, guest, channel })
    return channel
  }
  send(state: Partial<DeviceState>): void {
    const whole = {
      type: 'device',
      match: 'M',
      game: 'hush',
      status: 'playing',
      people: [ann, bob],
      next: 'me',
    }
    this.opened.at(-1)!.channel.onmessage!({ data: JSON.stringify({ ...whole, ...state }) })
    flushSync()
  }
}

function began(): { hands: Hands; lines: Lines } {
  const lines = new Lines()
  const hands = new Hands('M', lines.open)
  hands.begin()
  return { hands, lines }
}

describe('a device that several people share', () => {
  test('opens nobody’s side before somebody says that they have it', () => {
    const { hands, lines } = began()
    lines.send({})
    expect(lines.opened.map(({ path, guest }) => [path, guest])).toEqual([['/ws/device/M', undefined]])
    expect(hands.holder).toBeNull()
    expect(hands.next?.name).toBe('Ann')
  })

  test('whoever has it keeps it while they decide, and hands it on when it is another’s turn', () => {
    const { hands, lines } = began()
    lines.send({})
    hands.take(ann)
    lines.send({ next: 'me' })
    expect(hands.handOver).toBeNull()
    lines.send({ next: null }) // bots think
    expect(hands.handOver).toBeNull()
    lines.send({ next: 'at-1' })
    expect(hands.handOver?.name).toBe('Bob')
    expect(hands.holder?.name).toBe('Ann') // who may look at what came of it
    hands.put()
    expect(hands.holder).toBeNull()
  })

  test('each person’s line is theirs', () => {
    const { hands, lines } = began()
    lines.send({})
    hands.worldOf(bob).open('/ws/M')
    expect(lines.opened.at(-1)).toMatchObject({ path: '/ws/M', guest: 'at-1' })
  })

  test('a device that is put away lies face down, unless whoever has it is to decide', () => {
    const { hands, lines } = began()
    lines.send({})
    hands.take(ann)
    hands.putUnlessDeciding()
    expect(hands.holder?.name).toBe('Ann')
    lines.send({ next: 'at-1' })
    hands.putUnlessDeciding()
    expect(hands.holder).toBeNull()
  })

  test('one person alone shares it with nobody', () => {
    const { hands, lines } = began()
    lines.send({ people: [ann] })
    expect(hands.shared).toBe(false)
  })

  test('a line that breaks is opened again, one to nothing is not', () => {
    vi.useFakeTimers()
    const { hands, lines } = began()
    lines.opened[0]!.channel.onclose!({ code: 1012 })
    vi.runAllTimers()
    expect(lines.opened).toHaveLength(2)
    lines.opened[1]!.channel.onclose!({ code: 4404 })
    vi.runAllTimers()
    expect(lines.opened).toHaveLength(2)
    expect(hands.gone).toBe(true)
    hands.end()
    vi.useRealTimers()
  })
})
