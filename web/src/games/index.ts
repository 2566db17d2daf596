/**
 * The boards. A game brings its own by having a folder here named like its id, with a `Board.svelte` that takes
 * `BoardProps` and, if it likes, a `Cover.svelte` for the home page and an `extras.ts` with the beats of its events and
 * its story in numbers. Nothing else is needed. A game by plugin ships its board with its package instead.
 */

import type { Component } from 'svelte'
import type { Board, Extras } from '../lib/board'
import { fileAt } from '../lib/address'
import { api } from '../lib/api'
import { plainId } from '../lib/variants'

type Loader<T> = () => Promise<{ default: T }>

const boards = import.meta.glob<{ default: Board }>('./*/Board.svelte')
const covers = import.meta.glob<{ default: Component }>('./*/Cover.svelte')
const extras = import.meta.glob<{ default: Extras }>('./*/extras.ts')

/** The file of one game's folder, by id; a variant of a game ("kapow-dice@house.1f0c…") has the game's own. */
export function fileOf<T>(
  files: Record<string, Loader<T>>,
  game: string,
  name: string,
): Loader<T> | undefined {
  return files[`./${plainId(game)}/${name}`]
}

const plugin = () => import('../plugin/PluginBoard.svelte')

/** The board of a built-in game, or what shows the module that a plugin brings, or else the plain board. */
export async function boardOf(game: string): Promise<Board> {
  const own = fileOf(boards, game, 'Board.svelte')
  return (await (own ?? plugin)()).default
}

/** The picture on a game's cover, if it has drawn one. */
export async function coverOf(game: string): Promise<Component | null> {
  const own = fileOf(covers, game, 'Cover.svelte')
  return own ? (await own()).default : null
}

/** How a game's events beat and how its log reads. */
export async function extrasOf(game: string): Promise<Extras> {
  const own = fileOf(extras, game, 'extras.ts')
  return own ? (await own()).default : extrasOfModule(game)
}

/** A module that cannot be loaded says nothing: the board reports the fault. */
async function extrasOfModule(game: string): Promise<Extras> {
  try {
    const { board } = await api.game(game)
    if (!board) return {}
    return ((await import(/* @vite-ignore */ fileAt(board))) as { extras?: Extras }).extras ?? {}
  } catch {
    return {}
  }
}
