/**
 * My running matches, wherever I am: a socket that sends them all, at once and whenever one changes.
 * From it come the list at home, the number in the title, the sign in the tab and on the app, and the notification.
 */

import { push } from './push.svelte'
import { settings } from './settings.svelte'
import type { Channel } from './host'
import { browser, type World } from './socket'
import type {
  EventInfo,
  EventUpdate,
  ListedMatch,
  Mine as MineMessage,
  OpenTable,
  OpenTables,
  WatchEvent,
  WatchTables,
} from './wire'

/** An event that a page shows: what it knows, and where to put what is new. */
interface WatchedEvent {
  id: string
  known: () => EventInfo | null
  take: (event: EventInfo) => void
}

export const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000
/** After so long out of sight the line may be dead although nobody has said so. */
export const TOO_LONG = 90_000

const COME_BACK = 1012

export class Mine {
  /** Null until something is known. */
  matches: ListedMatch[] | null = $state.raw(null)
  /** The tables that anybody may sit down at, while a page watches them. */
  tables: OpenTable[] | null = $state.raw(null)
  /** Whoever has left a running match may like to be notified: the moment to ask. */
  cameHome = $state(false)
  /** Called with a match that has begun to wait for me. */
  onTurn: (match: ListedMatch) => void = () => {}

  #channel: Channel | null = null
  #failures = 0
  #stopWaiting: (() => void) | null = null
  #received = 0
  #watching = 0
  #event: WatchedEvent | null = null

  constructor(
    private readonly world: World = browser,
    private readonly now = (): number => Date.now(),
  ) {}

  /** How many matches wait for me, not counting one that I am looking at. */
  waiting(except = ''): number {
    return (this.matches ?? []).filter((match) => match.yours && match.id !== except).length
  }

  /** The server knows me, and answered this; from now on it sends by itself. */
  begin(matches: ListedMatch[]): void {
    this.matches = matches
    if (!this.#channel && !this.#stopWaiting) this.#open()
  }

  /** Show open tables from now on; returns how to stop. */
  watchTables(): () => void {
    this.#watching += 1
    if (this.#watching === 1) this.#watch()
    return () => {
      this.#watching -= 1
      if (this.#watching > 0) return
      this.#watch()
      this.tables = null
    }
  }

  #watch(): void {
    this.#send({ type: 'watch_tables', id: 'tables', tables: this.#watching > 0 })
  }

  #send(request: WatchTables | WatchEvent): void {
    try {
      this.#channel?.send(JSON.stringify(request))
    } catch {
      // It is not open yet, and asks as soon as it is.
    }
  }

  /** Follow an event from now on; returns how to stop. */
  watchEvent(event: WatchedEvent): () => void {
    this.#event = event
    this.#askEvent()
    return () => {
      if (this.#event !== event) return
      this.#event = null
      this.#askEvent()
    }
  }

  /** Ask for what changed since the version that the page has. */
  #askEvent(known = this.#event?.known()?.version ?? 0): void {
    this.#send({ type: 'watch_event', id: 'event', event: this.#event?.id ?? '', known })
  }

  #takeEvent({ since, event }: EventUpdate): void {
    if (event.id !== this.#event?.id) return
    const before = this.#event.known()
    if (since === 0) return this.#event.take(event)
    if (before?.version !== since) return this.#askEvent(0) // something is missing: all of it, then
    const changed = new Map(event.rounds.map((round) => [round.number, round]))
    const kept = before.rounds.filter(({ number }) => !changed.has(number))
    const rounds = [...kept, ...event.rounds].sort((a, b) => a.number - b.number)
    this.#event.take({ ...event, rounds })
  }

  get begun(): boolean {
    return this.matches !== null
  }

  /** The page woke up, or the network is back: nobody waits for the next try, or for a line that may be dead. */
  check(): void {
    if (!this.begun) return
    if (this.#channel && this.now() - this.#received < TOO_LONG) return
    this.end()
    this.#open()
  }

  /** Until it begins again. */
  end(): void {
    this.#stopWaiting?.()
    this.#stopWaiting = null
    const channel = this.#channel
    this.#channel = null
    if (!channel) return
    channel.onopen = channel.onmessage = channel.onclose = null
    channel.close()
  }

  /** I am somebody else now, or nobody. */
  forget(): void {
    this.end()
    this.matches = null
  }

  #open(): void {
    this.#stopWaiting = null
    let channel: Channel
    try {
      channel = this.world.open('/ws/mine')
    } catch {
      return this.#lost(0) // whatever else the page does goes on without it
    }
    this.#channel = channel
    this.#received = this.now()
    channel.onopen = () => {
      if (this.#watching > 0) this.#watch()
      if (this.#event) this.#askEvent()
    }
    channel.onmessage = (event) => this.#receive(JSON.parse(event.data) as { type: string })
    channel.onclose = (event) => this.#lost(event.code)
  }

  #lost(code: number): void {
    this.#channel = null
    this.#failures += code === COME_BACK && this.#failures === 0 ? 0 : 1
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, this.#failures - 1))
    this.#stopWaiting = this.world.later(() => this.#open(), wait * (0.5 + this.world.random() / 2))
  }

  #receive(message: { type: string }): void {
    if (message.type !== 'mine' && message.type !== 'open_tables' && message.type !== 'event') return
    this.#received = this.now()
    this.#failures = 0
    if (message.type === 'event') return this.#takeEvent(message as EventUpdate)
    if (message.type === 'open_tables') {
      if (this.#watching > 0) this.tables = (message as OpenTables).tables
      return
    }
    const before = new Map((this.matches ?? []).map((match) => [match.id, match]))
    const { matches } = message as MineMessage
    this.matches = matches
    for (const match of matches) {
      const known = before.get(match.id)
      if (match.yours && !known?.yours) this.onTurn(match)
    }
  }
}

export const mine = new Mine()

/** The title of a page, with the number of matches that wait for me before it. */
export function titled(title: string, except = ''): string {
  const count = mine.waiting(except)
  return count > 0 ? `(${count}) ${title}` : title
}

// ---- notifying whoever is not looking --------------------------------------------------------------------------------

type Badges = Navigator & {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** The sign in the tab and on the app's icon. */
export function showSigns(count: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const wanted = `${import.meta.env.BASE_URL}${count > 0 ? 'favicon-turn.svg' : 'favicon.svg'}`
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted)
  const badges = navigator as Badges
  void (count > 0 ? badges.setAppBadge?.(count) : badges.clearAppBadge?.())?.catch(() => {})
}

/** Whether this browser can notify, and may: `default` is a question that nobody has asked yet. */
export function permission(): NotificationPermission | 'unable' {
  return typeof Notification === 'undefined' ? 'unable' : Notification.permission
}

/** Nobody has been asked yet, and the browser would let them be. */
export const notAsked = (): boolean => settings.notify === 'unasked' && permission() === 'default'

/** Ask the browser's own question; only ever after the reader has said yes to ours. */
export async function askToNotify(): Promise<boolean> {
  const granted = permission() !== 'unable' && (await Notification.requestPermission()) === 'granted'
  settings.notify = granted ? 'on' : 'off'
  if (granted) void push.begin()
  return granted
}

const inFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** A notification, where it is wanted and nobody is looking. The same match never has two, however many tabs notify. */
export async function notify(
  match: ListedMatch,
  title: string,
  body: string,
  go: (path: string) => void,
): Promise<void> {
  if (settings.notify !== 'on' || permission() !== 'granted' || inFront()) return
  const path = `/match/${match.id}`
  const options = {
    body,
    tag: path,
    icon: `${import.meta.env.BASE_URL}icon-192.png`,
    badge: `${import.meta.env.BASE_URL}icon-192.png`,
    lang: settings.language,
    data: path,
  }
  try {
    const worker = await navigator.serviceWorker?.getRegistration()
    if (worker) {
      await worker.showNotification(title, options)
      return
    }
    const shown = new Notification(title, options)
    shown.onclick = () => {
      window.focus()
      go(path)
      shown.close()
    }
  } catch {
    // Phones show them only by a service worker, which plain http does not have.
  }
}
