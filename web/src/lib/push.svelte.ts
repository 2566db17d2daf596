/**
 * Messages that reach this browser when no page is open, through its own push service. The server is asked for them
 * only after the reader has said yes; where there is no such service, pages that are open notify as before.
 */

import { api } from './api'
import { host } from './host'
import { settings } from './settings.svelte'
import type { PushSettings, SetPush } from './wire'

const KEY = 'slugfest.push'
const EVENING = 22 * 60
const MORNING = 8 * 60

/** The bytes of a text in base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

function remembered(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function remember(sent: string): void {
  try {
    localStorage.setItem(KEY, sent)
  } catch {
    // Then it is sent again next time.
  }
}

/** Whether this browser has a push service, and there is a server to use it. */
export const canPush = (): boolean =>
  host.shares && typeof PushManager !== 'undefined' && 'serviceWorker' in navigator

class Push {
  /** What the server has noted of me; null until it is asked, and where there is nobody to ask. */
  noted: PushSettings | null = $state.raw(null)
  /** This browser is sent messages. */
  on = $state(false)
  failed = $state(false)

  async #registration(): Promise<ServiceWorkerRegistration | null> {
    return canPush() ? ((await navigator.serviceWorker.getRegistration()) ?? null) : null
  }

  /** Look what there is, and bring it up to date: the reader may be somebody else now, or speak another language. */
  async refresh(): Promise<void> {
    const registration = await this.#registration()
    const subscription = await registration?.pushManager.getSubscription()
    if (!subscription || settings.notify !== 'on') return
    this.noted = await api.push()
    const now = JSON.stringify([
      subscription.endpoint,
      settings.language,
      this.noted.devices.map(({ key }) => key),
    ])
    if (remembered() === now && this.noted.devices.length > 0) this.on = true
    else await this.#send(subscription)
  }

  /** The reader wants messages, and the browser allows it. */
  async begin(): Promise<void> {
    const registration = await this.#registration()
    if (!registration) return
    this.failed = false
    try {
      const { public_key: key } = await api.push()
      if (key === '') return
      const known = await registration.pushManager.getSubscription()
      await this.#send(
        known ??
          (await registration.pushManager.subscribe({
            userVisibleOnly: true,
            applicationServerKey: bytesOf(key),
          })),
      )
    } catch {
      this.failed = true // pages that are open still notify
    }
  }

  async #send(subscription: PushSubscription): Promise<void> {
    const { endpoint, keys } = subscription.toJSON()
    if (!endpoint || !keys?.p256dh || !keys.auth) return
    const language = settings.language
    this.noted = await api.subscribePush({ endpoint, p256dh: keys.p256dh, auth: keys.auth, language })
    remember(JSON.stringify([endpoint, language, this.noted.devices.map(({ key }) => key)]))
    this.on = true
  }

  /** No more messages to this browser. */
  async end(): Promise<void> {
    this.on = false
    const subscription = await (await this.#registration())?.pushManager.getSubscription()
    if (!subscription) return
    await api.unsubscribePush(subscription.endpoint).catch(() => {}) // the browser will refuse them
    await subscription.unsubscribe()
    remember('')
  }

  // ---- when, and about what ------------------------------------------------------------------------------------

  /** Quiet hours in minutes after midnight; null: none. */
  get quiet(): { from: number; to: number } | null {
    const noted = this.noted
    if (!noted || noted.quiet_from === noted.quiet_to) return null
    return { from: noted.quiet_from, to: noted.quiet_to }
  }

  setQuiet(quiet: { from: number; to: number } | null): Promise<void> {
    return this.#change({ quiet_from: quiet?.from ?? 0, quiet_to: quiet?.to ?? 0 })
  }

  usualQuiet = { from: EVENING, to: MORNING }

  silent = (match: string): boolean => this.noted?.muted.includes(match) ?? false

  silence(match: string, on: boolean): Promise<void> {
    const others = (this.noted?.muted ?? []).filter((one) => one !== match)
    return this.#change({ muted: on ? [...others, match].slice(-200) : others })
  }

  async #change(changes: Partial<SetPush>): Promise<void> {
    const noted = this.noted
    if (!noted) return
    const { quiet_from, quiet_to, muted } = noted
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
    this.noted = await api.setPush({ quiet_from, quiet_to, muted, zone, ...changes })
  }
}

export const push = new Push()

const twoDigits = (number: number): string => `${number}`.padStart(2, '0')

/** "22:00" for 1320 minutes, and back; null for what is no time. */
export const asTime = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`

export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  if (hours === undefined || minutes === undefined) return null
  const all = Number(hours) * 60 + Number(minutes)
  return all < 24 * 60 ? all : null
}
