/** Variants: a game with other numbers. Its id is the game's own, an @, and what it is a variant by. */

import type { GameInfo, Words } from './wire'

/** The id of the game itself. */
export const plainId = (id: string): string => id.split('@')[0] ?? id

/** What a game is called; of a variant that this server does not offer any more, at least which game it is. */
export function nameIn(games: readonly GameInfo[], id: string): Words | undefined {
  return (games.find((game) => game.id === id) ?? games.find((game) => game.id === plainId(id)))?.name
}
