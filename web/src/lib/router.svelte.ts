/** Which page is shown: read from the address, changed without a reload. */

import { tick } from 'svelte'
import { at, placeOf } from './address'
import { host } from './host'
import { STATIC } from './static'

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'how'; game: string }
  | { page: 'change'; game: string }
  | { page: 'learn'; game: string; lesson: number | null }
  | { page: 'puzzle'; game: string; number: number }
  | { page: 'match'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'review'; id: string }
  | { page: 'about' }
  | { page: 'me' }
  | { page: 'carry' }
  | { page: 'sign-in' }
  | { page: 'player'; name: string }
  | { page: 'events' }
  | { page: 'event'; id: string }
  | { page: 'deal'; id: string; round: number }
  | { page: 'clubs' }
  | { page: 'club'; id: string }
  | { page: 'admin' }
  /** Of the page that needs no server. */
  | { page: 'device' }
  | { page: 'analysis' }
  | { page: 'missing' }

export function readRoute(path: string): Route {
  let parts: string[]
  try {
    parts = path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return { page: 'missing' }
  }
  const [page, argument, ...rest] = parts
  if (page === undefined) return { page: 'home' }
  if (argument === undefined && STATIC && (page === 'device' || page === 'analysis')) return { page }
  if (argument === undefined && (page === 'about' || page === 'me' || page === 'carry')) return { page }
  if (page === 'event' && argument !== undefined && !STATIC) {
    const [what, round = ''] = rest
    if (what === undefined) return { page, id: argument }
    if (what === 'deal' && rest.length === 2 && /^[1-9][0-9]?$/.test(round))
      return { page: 'deal', id: argument, round: Number(round) }
  }
  if (
    argument === undefined &&
    (page === 'sign-in' || page === 'events' || page === 'clubs' || page === 'admin') &&
    !STATIC
  )
    return { page }
  if (page === 'club' && argument !== undefined && rest.length === 0 && !STATIC) return { page, id: argument }
  if (page === 'player' && argument !== undefined && rest.length === 0 && !STATIC)
    return { page, name: argument }
  if (page === 'learn' && argument !== undefined && rest.length <= 1) {
    const [lesson] = rest
    if (lesson === undefined) return { page, game: argument, lesson: null }
    if (/^[1-9][0-9]?$/.test(lesson)) return { page, game: argument, lesson: Number(lesson) }
  }
  if (page === 'puzzle' && argument !== undefined && rest.length === 1 && /^[1-9][0-9]{0,3}$/.test(rest[0]!))
    return { page, game: argument, number: Number(rest[0]) }
  if (argument === undefined || rest.length > 0) return { page: 'missing' }
  if (page === 'new' || page === 'how' || page === 'change') return { page, game: argument }
  if (page === 'match' || page === 'replay' || page === 'review') return { page, id: argument }
  return { page: 'missing' }
}

/** The match that a pasted link or a typed code means. */
export function matchOf(typed: string): string | null {
  const text = typed.trim()
  const linked = /\/(?:match|replay|review)\/([^/?#\s]+)/.exec(text)
  const code = linked?.[1] ?? text
  return /^[\w-]{2,64}$/.test(code) ? code : null
}

/** The event that a pasted link or a typed code means. */
export function eventOf(typed: string): string | null {
  const text = typed.trim()
  const code = /\/event\/([^/?#\s]+)/.exec(text)?.[1] ?? text
  return /^[\w-]{2,64}$/.test(code) ? code : null
}

/** A new page: screen readers and the Tab key go on from its content. */
function focusContent(): void {
  const content = document.getElementById('content')
  if (!content) return
  content.tabIndex = -1
  content.focus({ preventScroll: true })
}

class Router {
  #place = $state.raw(placeOf(location))
  route: Route = $derived(readRoute(this.#place.path))
  /** From one page to another, not just opened. */
  #moved = false

  constructor() {
    addEventListener('popstate', () => this.#read())
  }

  /** To a page; what stands behind a question mark belongs to it. */
  go(address: string): void {
    const here = placeOf(location)
    if (address === here.path || address === here.path + here.search) return
    history.pushState(null, '', at(address))
    this.#read()
    this.#moved = true
    scrollTo(0, 0)
    void tick().then(focusContent)
  }

  /** The page that somebody went to had to be fetched, and is there now. */
  arrived = (): void => {
    if (this.#moved) void tick().then(focusContent)
  }

  #read(): void {
    const place = placeOf(location)
    if (place.path !== this.#place.path) this.#place = place
  }
}

export const router = new Router()

/** A link to a part of the page: the browser follows it, unless the address of the page itself would be lost by that. */
function followPart(event: MouseEvent, link: HTMLAnchorElement): void {
  if (!STATIC) return
  event.preventDefault()
  const part = document.getElementById(link.hash.slice(1))
  if (!part) return
  if (part.tabIndex < 0) part.tabIndex = -1
  part.focus()
  part.scrollIntoView()
}

/** Follow a plain click on a link of ours without loading the page anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element | null)?.closest?.('a')
  if (host.save && link?.pathname.startsWith('/api/')) {
    event.preventDefault()
    return void host.save(link.pathname)
  }
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  if (link.hash && !link.hash.startsWith('#/') && link.pathname === location.pathname)
    return followPart(event, link)
  const { path, search } = placeOf(link)
  if (path.includes('.')) return
  event.preventDefault()
  router.go(path + search + (STATIC ? '' : link.hash))
}
