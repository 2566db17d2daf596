/** Whether other devices can open a link to this server. */

import { api } from './api'

/** Whether a host name leads to the computer itself and nowhere else. */
export const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d+){3}$/.test(name)

export interface Shared {
  link: string
  /** Only this computer can open it. */
  onlyHere: boolean
  /** The address by which other devices could, were the server started for them; empty if there is none. */
  lan: string
}

/** A link as other devices can open it: where the page was opened by a loopback address, with the network's instead. */
export async function shared(link: string): Promise<Shared> {
  const address = new URL(link)
  if (!isLoopback(address.hostname)) return { link, onlyHere: false, lan: '' }
  const { network, lan } = await api.reach()
  if (!network) return { link, onlyHere: true, lan }
  return { link: link.replace(address.origin, network), onlyHere: false, lan: '' }
}
