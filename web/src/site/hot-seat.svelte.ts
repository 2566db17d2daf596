/**
 * A device on its way from hand to hand. The server says in whose hands it belongs (`/ws/device/…`, which says nothing that
 * anybody knows); whoever says that they have it now gets a line of their own, and only while they do. So nothing of the
 * others is ever in this page.
 */

import type { Channel } from '../lib/host'
import { browser, type World } from '../lib/socket'
import type { DevicePerson, DeviceState } from '../lib/wire'
import { device } from './device.svelte'

const AGAIN = 300
const GONE = [4404, 4410]

type Open = (path: string, guest?: string) => Channel

export class Hands {
  /** Null until the server has said who plays. */
  state: DeviceState | null = $state.raw(null)
  /** Who has said that the device is theirs now; null: it lies face down. */
  holder: DevicePerson | null = $state.raw(null)
  /** There is no such match, or none that can be opened. */
  gone = $state(false)

  #channel: Channel | null = null
  #later: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly match: string,
    private readonly open: Open = (path, guest) => device.open(path, guest),
  ) {}

  /** Several people share this device. */
  get shared(): boolean {
    return (this.state?.people.length ?? 0) > 1
  }

  /** Whom the match waits for; null: nobody here. */
  get next(): DevicePerson | null {
    return this.state?.people.find(({ guest }) => guest === this.state?.next) ?? null
  }

  /** It is somebody else's turn: whoever has the device may look at what came of their move, and hands it on. */
  get handOver(): DevicePerson | null {
    return this.holder && this.next && this.next.guest !== this.holder.guest ? this.next : null
  }

  begin(): void {
    const channel = this.open(`/ws/device/${encodeURIComponent(this.match)}`)
    this.#channel = channel
    channel.onmessage = ({ data }) => {
      const message = JSON.parse(data) as DeviceState | { type: 'waiting' | 'refused' }
      if (message.type === 'device') this.state = message
    }
    channel.onclose = ({ code }) => {
      this.#channel = null
      if (GONE.includes(code)) this.gone = true
      else this.#later = setTimeout(() => this.begin(), AGAIN)
    }
  }

  end(): void {
    clearTimeout(this.#later)
    const channel = this.#channel
    this.#channel = null
    if (!channel) return
    channel.onmessage = channel.onclose = null
    channel.close()
  }

  take(person: DevicePerson): void {
    this.holder = person
  }

  /** Face down: nothing is shown until somebody says who they are. */
  put(): void {
    this.holder = null
  }

  /** Face down, unless whoever has it is still to decide. */
  putUnlessDeciding(): void {
    if (this.handOver) this.put()
  }

  /** The world as one person has it: their lines are theirs. */
  worldOf(person: DevicePerson): World {
    return { ...browser, open: (path) => this.open(path, person.guest) }
  }
}
