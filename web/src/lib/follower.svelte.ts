/** What a board shows now: the position, or the scene that runs from the last position to the next. */

import { untrack } from 'svelte'
import type { GameFacts, HappeningOf, ViewOf } from './board'

/** What a board is given, as far as its picture depends on it. */
interface Given<Game extends GameFacts> {
  view: ViewOf<Game>
  happening: HappeningOf<Game> | null
}

/**
 * Follow what a board is given: a new position makes a new scene (which may keep something of the one before), an event
 * moves the scene on. To be called while a component is being set up.
 */
export function followed<Game extends GameFacts, Scene>(
  given: () => Given<Game>,
  sceneAt: (view: ViewOf<Game>, before: Scene | null) => Scene,
  advance: (scene: Scene, happening: HappeningOf<Game>) => Scene,
): { readonly scene: Scene } {
  let shown = untrack(given)
  let scene: Scene = $state.raw(sceneAt(shown.view, null))

  $effect.pre(() => {
    const next = given()
    untrack(() => {
      if (next.view !== shown.view) scene = sceneAt(next.view, scene)
      if (next.happening && next.happening !== shown.happening) scene = advance(scene, next.happening)
      shown = next
    })
  })

  return {
    get scene() {
      return scene
    },
  }
}
