/** Without a network, and with a new version: the page's side of `sw.js`. A new version is offered, never forced. */

import { device } from './device.svelte'

class Offline {
  /** Everything is here: the page opens without a network. */
  kept = $state(false)
  /** A newer version waits to be used. */
  newer = $state(false)

  /** The browser would install it as an app. */
  installable = $state(false)

  #prompt: (Event & { prompt(): Promise<unknown> }) | null = null
  #waiting: ServiceWorker | null = null
  #wanted = false

  async register(): Promise<void> {
    const workers = navigator.serviceWorker
    workers.addEventListener('controllerchange', () => {
      this.kept = true
      if (this.#wanted || (this.newer && device.stage === 'elsewhere')) location.reload()
    })
    const known = await workers.register('sw.js', { updateViaCache: 'none' })
    this.kept = known.active !== null
    const look = (): void => {
      if (known.waiting && known.active) {
        this.#waiting = known.waiting
        this.newer = true
      }
    }
    look()
    known.addEventListener('updatefound', () => known.installing?.addEventListener('statechange', look))
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void known.update().catch(() => {})
    })
  }

  hearOfInstalling(): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      this.#prompt = event as Event & { prompt(): Promise<unknown> }
      this.installable = true
    })
    addEventListener('appinstalled', () => (this.installable = false))
  }

  async install(): Promise<void> {
    this.installable = false
    await this.#prompt?.prompt()
  }

  /** Keep what was played, and go on with the new version. */
  async use(): Promise<void> {
    this.#wanted = true
    await device.end()
    this.#waiting?.postMessage('use')
  }
}

export const offline = new Offline()

/** Once the table stands: whoever visits for the first time loads nothing twice. */
export function keepOffline(): void {
  offline.hearOfInstalling()
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const stop = $effect.root(() => {
    $effect(() => {
      if (device.stage === 'loading') return
      void offline.register().catch(() => {})
      queueMicrotask(() => stop())
    })
  })
}
