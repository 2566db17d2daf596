/** Portraits of pieces that a variant adds: sent with its game, put together from the same parts as the bots' faces. */

import type { GameInfo, PortraitInfo } from './wire'

class Portraits {
  #known: Record<string, PortraitInfo> = $state.raw({})

  /** Take over what a game brings; called whenever one is loaded whole. */
  learn(game: Pick<GameInfo, 'portraits'>): void {
    if (Object.keys(game.portraits).length > 0) this.#known = { ...this.#known, ...game.portraits }
  }

  /** The portrait of a piece that its author has given one. */
  of(piece: string): PortraitInfo | undefined {
    return this.#known[piece]
  }
}

export const portraits = new Portraits()
