/** The table is on the server that this page came from. */

import type { Channel, Host } from './host'

export function socketAddress(path: string, place: { protocol: string; host: string } = location): string {
  return `${place.protocol === 'https:' ? 'wss' : 'ws'}://${place.host}${path}`
}

export const host: Host = {
  async request(method, path, body) {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body,
    })
    return { status: response.status, body: await response.text() }
  },
  open: (path) => new WebSocket(socketAddress(path)) as unknown as Channel,
  shares: true,
}
