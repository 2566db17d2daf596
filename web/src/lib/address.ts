/**
 * The addresses of pages. On a server each has a path of its own. On the page that needs none the path comes after a #, as
 * a static host knows one page only, in whatever folder it lies.
 */

import { STATIC } from './static'

export interface Place {
  path: string
  /** With its question mark, or empty. */
  search: string
}

/** What a link to one of our pages says: `/new/tag-team`, or `#/new/tag-team`. */
export const at = (path: string, hashed = STATIC): string => (hashed ? `#${path}` : path)

/** The whole address of a page, to be given away. */
export const addressOf = (path: string): string => new URL(at(path), location.href).href

/** The address of a file that the server names from its root: `/games/…/board.js`. */
export const fileAt = (path: string, hashed = STATIC): string =>
  hashed && path ? new URL(path.slice(1), document.baseURI).href : path

/** The page that an address means. A # that leads to a part of the page is no address of a page. */
export function placeOf(url: { pathname: string; search: string; hash: string }, hashed = STATIC): Place {
  if (!hashed) return { path: url.pathname, search: url.search }
  if (!url.hash.startsWith('#/')) return { path: '/', search: '' }
  const asked = url.hash.indexOf('?')
  if (asked < 0) return { path: url.hash.slice(1), search: '' }
  return { path: url.hash.slice(1, asked), search: url.hash.slice(asked) }
}
