/**
 * The contract between the shell and a game's board.
 *
 * A board is a Svelte component `web/src/games/<game id>/Board.svelte` that takes these props. It draws `view`, shows
 * `happening` (one event at a time: the shell runs the queue and swaps the new view in when the queue is empty), and
 * calls `play` with the text of one of `view.moves`. It keeps no state of the match itself.
 */

import type { Component } from 'svelte'
import type { Happening, Idea, View, Words } from './wire'

export interface BoardProps {
  /** What this seat may know. While events are being shown this is still the position before them. */
  view: View
  /** Names of the seats, seat 0 first. */
  names: string[]
  /** The game's catalogue (GET /api/games/{id}): names and numbers of its components. */
  catalogue: Record<string, any>
  /** The event being shown right now, or null. */
  happening: Happening | null
  /** True while nothing can be played: events are running, or an answer is awaited. */
  busy: boolean
  /** Make these moves, all of them or none. */
  play: (moves: string[]) => void
  /** Speech bubble of the shell: why something is not possible, with the rule it rests on. */
  say: (text: Words, rule?: string) => void
  /** What the bot would do here, best first; empty until a hint was asked for. */
  ideas: Idea[]
}

export type Board = Component<BoardProps>
