/**
 * The table is in a worker of this page. What is the same for everybody (games, rules, courses) was asked once when the page
 * was built, and lies beside it: it is there before Python is.
 */

import { device } from '../site/device.svelte'
import { saveFile } from './files'
import type { Host } from './host'
import type { GameInfo } from './wire'

const PREPARED = /^\/api\/games(?:\/([\w-]+)(\/course)?)?$/

/** A game with older numbers, or a variant of one: the worker knows it. */
const OF_A_GAME = /^\/api\/games\/([\w-]+)(?:%40[\w.-]+)?(?:\?rules=\d+)?$/

/** The file that has the answer, if it was prepared. */
export function preparedAt(path: string): string | null {
  const found = PREPARED.exec(path)
  if (!found) return null
  const [, game, course] = found
  return `answers/${game === undefined ? 'games' : `${game}${course ? '.course' : ''}`}.json`
}

const fileName = (path: string): string =>
  `slugfest-${/^\/api\/matches\/([^/]+)\//.exec(path)?.[1] ?? 'matches'}.txt`

async function prepared(path: string): Promise<string | null> {
  const file = preparedAt(path)
  const response = file ? await fetch(new URL(file, document.baseURI)).catch(() => null) : null
  return response?.ok ? response.text() : null
}

/** The table in the worker knows the numbers of older rules, but not what a game brings for the browser. */
async function withFiles(path: string, answer: string): Promise<string> {
  const today = await prepared(path)
  if (!today) return answer
  const { board, cover } = JSON.parse(today) as GameInfo
  return JSON.stringify({ ...(JSON.parse(answer) as GameInfo), board, cover })
}

export const host: Host = {
  async request(method, path, body) {
    const found = method === 'GET' ? await prepared(path) : null
    if (found) return { status: 200, body: found }
    const response = await device.request(method, path, body)
    const game = OF_A_GAME.exec(path)?.[1]
    return game && response.status === 200
      ? { ...response, body: await withFiles(`/api/games/${game}`, response.body) }
      : response
  },
  open: (path) => device.open(path),
  shares: false,
  async save(path) {
    const { status, body } = await device.request('GET', path)
    if (status === 200) saveFile(fileName(path), body)
  },
}
