/**
 * Where the table is: on a server, or in a worker of this page. The shell and the boards talk to it through this and
 * nothing else, and nobody but the two hosts knows which it is. The messages are the same (`lib/wire.ts`).
 */

import { host as built } from '#host'

/** A line that carries messages both ways: the part of a WebSocket that is used here. */
export interface Channel {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

export interface Host {
  /** Ask once. Rejects if there is no answer at all. */
  request(method: 'GET' | 'POST', path: string, body?: string): Promise<{ status: number; body: string }>
  /** A line to a match (`/ws/{match}`), to a lesson or to the list of my matches. */
  open(path: string): Channel
  /** Others can come to a table here from their own devices. */
  readonly shares: boolean
  /** Save what is at an address as a file, where a browser cannot do that by itself. */
  save?(path: string): Promise<void>
}

/** `./dev site` builds with `local-host.ts`, all else with `server-host.ts`: see vite.config.ts. */
export const host: Host = built
