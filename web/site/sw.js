/*
 * Opens the page that needs no server without a network: one whole version of it is kept, and nothing else is shown. A new
 * version is fetched beside it and waits until somebody wants it. `web/scripts/site.py` writes the version and its files.
 */

const VERSION = '%VERSION%'
/** Files that keep their names. */
const NAMED = ['%NAMED%']
/** Files whose name changes with their content: what is here already is the right one. */
const HASHED = ['%HASHED%']

const PAGE = `page-${VERSION}`
const FILES = 'files'
const HOME = './'

const at = (path) => new URL(path, self.registration.scope).href

async function install() {
  const [page, files] = await Promise.all([caches.open(PAGE), caches.open(FILES)])
  const known = new Set((await files.keys()).map((request) => request.url))
  const missing = HASHED.map(at).filter((url) => !known.has(url))
  await files.addAll(missing)
  await page.addAll(NAMED.map((path) => new Request(at(path), { cache: 'reload' })))
}

async function tidyUp() {
  const old = (await caches.keys()).filter((name) => name.startsWith('page-') && name !== PAGE)
  await Promise.all(old.map((name) => caches.delete(name)))
  const files = await caches.open(FILES)
  const wanted = new Set(HASHED.map(at))
  for (const request of await files.keys()) {
    if (!wanted.has(request.url)) await files.delete(request)
  }
  await self.clients.claim()
}

async function answer(request) {
  const url = new URL(request.url)
  url.hash = url.search = ''
  if (url.href === at('index.html')) url.pathname = new URL(at(HOME)).pathname
  for (const cacheName of [PAGE, FILES]) {
    const kept = await caches.match(url.href, { cacheName })
    if (kept) return kept
  }
  return fetch(request)
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(tidyUp()))
self.addEventListener('message', (event) => {
  if (event.data === 'use') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method === 'GET' && request.url.startsWith(self.registration.scope))
    event.respondWith(answer(request))
})

/** A tap on "Your turn!" leads to the match, in a page that is open if there is one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data
  const go = async () => {
    const [open] = await self.clients.matchAll({ type: 'window' })
    if (!open) return self.clients.openWindow(at(`#${path}`))
    await open.focus()
    open.postMessage(path)
  }
  event.waitUntil(go())
})
