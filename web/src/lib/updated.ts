/**
 * A page that was open while its server was updated asks for files that are gone. Then it is loaded again, once: where
 * that does not help, or where nothing answers, the error stays on the screen.
 */

const KEY = 'slugfest.reloaded'
const SOON = 60_000

/** Reload the page when a part of it cannot be loaded any more; returns what ends that. */
export function reloadAfterUpdate(reload = (): void => location.reload()): () => void {
  const failed = (): void => void reloadOnce(reload)
  window.addEventListener('vite:preloadError', failed)
  return () => window.removeEventListener('vite:preloadError', failed)
}

async function reloadOnce(reload: () => void): Promise<void> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < SOON) return
    const page = await fetch(location.href, { cache: 'no-store' })
    if (!page.ok) return
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    return // nothing answers, or nothing can be kept that would prevent reloading for ever
  }
  reload()
}
