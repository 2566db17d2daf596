/*
 * Opens the book without a network: the page and the files it begins with, as they were last. The table needs a network,
 * and the page says so. Whenever the server answers, its page counts, so nobody is shown an old one after an update. What
 * is played (/api, /ws) is never kept.
 */

const SHELL = 'shell'
const ASSETS = 'assets'
const PAGE = '/'

/** The files that a page names: its scripts, styles and icons. */
function filesOf(html) {
  return [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|png|webmanifest))"/g)].map(
    ([, path]) => path,
  )
}

/** Keep a page with all it begins with; what an older one was made of goes. */
async function keep(response) {
  const html = await response.clone().text()
  const shell = await caches.open(SHELL)
  const before = await (await shell.match(PAGE))?.text()
  if (before === html) return
  const assets = await caches.open(ASSETS)
  const files = filesOf(html)
  await assets.addAll(files)
  await shell.put(PAGE, response)
  if (before === undefined) return
  for (const request of await assets.keys()) {
    if (!files.includes(new URL(request.url).pathname)) await assets.delete(request)
  }
}

/** The home page stands for all of them: it reads the address itself. */
async function refresh() {
  const response = await fetch(PAGE, { cache: 'no-cache' })
  if (response.ok) await keep(response)
}

async function page(request, event) {
  try {
    const response = await fetch(request)
    event.waitUntil(refresh().catch(() => {}))
    return response
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: SHELL })
    if (kept) return kept
    throw error
  }
}

/** A built file has another name as soon as it has another content: one that is kept is the right one. */
async function asset(request) {
  const kept = await caches.match(request, { cacheName: ASSETS })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await (await caches.open(ASSETS)).put(request, response.clone())
  return response
}

/** Icons keep their names: the server's counts, the kept one is for when it does not answer. */
async function icon(request) {
  try {
    return await fetch(request)
  } catch {
    const kept = await caches.match(request, { cacheName: ASSETS })
    return kept ?? new Response(null, { status: 504 }) // a page that is left needs no icon: no error
  }
}

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(refresh())
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(page(request, event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (/^\/[\w-]+\.(svg|png|webmanifest)$/.test(pathname)) event.respondWith(icon(request))
})

/** What a push message means. It carries no match: which one waits, this browser asks the server. */
const WAITS = {
  en: { title: 'Your turn!', body: 'A match is waiting for you.' },
  de: { title: 'Du bist dran!', body: 'Eine Partie wartet auf dich.' },
}

/** Where the match is that waits; home for several, and where nobody answers; nowhere if none waits any more. */
async function waiting() {
  try {
    const { matches } = await (await fetch('/api/me')).json()
    const mine = matches.filter((match) => match.yours)
    return mine.length > 1 ? '/' : mine.length === 1 ? `/match/${mine[0].id}` : null
  } catch {
    return '/'
  }
}

/** A page that somebody looks at shows it by itself; a notification about the same match replaces an older one. */
async function showWaiting(message) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some((page) => page.focused)) return
  const path = await waiting()
  if (path === null) return
  const lang = message.language === 'de' ? 'de' : 'en'
  const { title, body } = WAITS[lang]
  await self.registration.showNotification(title, {
    body,
    lang,
    tag: path,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: path,
  })
}

self.addEventListener('push', (event) => {
  let message = {}
  try {
    message = event.data.json()
  } catch {
    // The same notification, in English.
  }
  event.waitUntil(showWaiting(message))
})

/** A tap on "Your turn!" leads to the match, in a page that is open if there is one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data
  const go = async () => {
    const [open] = await self.clients.matchAll({ type: 'window' })
    if (!open) return self.clients.openWindow(path)
    await open.focus()
    open.postMessage(path)
  }
  event.waitUntil(go())
})
