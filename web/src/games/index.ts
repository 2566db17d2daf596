/**
 * The boards. A game brings its own by having a folder here named like its id, with a `Board.svelte` that takes
 * `BoardProps` and, if it likes, a `Cover.svelte` for the home page. Nothing else has to be told about it.
 */

import type { Component } from 'svelte'
import type { Board } from '../lib/board'
import PlainBoard from './PlainBoard.svelte'

type Loader<T> = () => Promise<{ default: T }>

const boards = import.meta.glob<{ default: Board }>('./*/Board.svelte')
const covers = import.meta.glob<{ default: Component }>('./*/Cover.svelte')

/** The file of one game's folder, by id. */
export function fileOf<T>(
  files: Record<string, Loader<T>>,
  game: string,
  name: string,
): Loader<T> | undefined {
  return files[`./${game}/${name}.svelte`]
}

/** The board of a game, or the plain one that plays any game from its view and its legal moves. */
export async function boardOf(game: string): Promise<Board> {
  const own = fileOf(boards, game, 'Board')
  return own ? (await own()).default : PlainBoard
}

/** The picture on a game's cover, if it has drawn one. */
export async function coverOf(game: string): Promise<Component | null> {
  const own = fileOf(covers, game, 'Cover')
  return own ? (await own()).default : null
}
