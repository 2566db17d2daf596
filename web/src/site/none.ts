/** Where there is a server: nothing more is needed. */

import type { Site } from './site'

export const site: Site = {
  /** Opens this page without a network. Not while it is being worked on, and not on plain http, where there is none. */
  begin() {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
  },
}
