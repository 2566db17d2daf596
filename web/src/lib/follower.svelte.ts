/** What a board shows now: the position, or the scene that runs from the last position to the next. */

import { untrack } from 'svelte'
import type { GameFacts, HappeningOf, ViewOf } from './board'

/** What a board is given, as far as its picture depends on it. */
interface Given<Game extends GameFacts> {
  view: ViewOf<Game>
  happening: HappeningOf<Game> | null
}

/** What was on show before: the position, the scene that followed it, and whether events have moved that scene. */
export interface Before<Game extends GameFacts, Scene> {
  view: ViewOf<Game>
  scene: Scene
  moved: boolean
}

/**
 * Follow what a board is given: a new position makes a new scene (which may keep something of the one before), an event
 * moves the scene on. To be called while a component is being set up.
 */
export function followed<Game extends GameFacts, Scene>(
  given: () => Given<Game>,
  sceneAt: (view: ViewOf<Game>, before: Before<Game, Scene> | null) => Scene,
  advance: (scene: Scene, happening: HappeningOf<Game>) => Scene,
): { readonly scene: Scene } {
  let shown = untrack(given)
  let moved = false
  let scene: Scene = $state.raw(sceneAt(shown.view, null))

  $effect.pre(() => {
    const next = given()
    untrack(() => {
      if (next.view !== shown.view) {
        scene = sceneAt(next.view, { view: shown.view, scene, moved })
        moved = false
      }
      if (next.happening && next.happening !== shown.happening) {
        scene = advance(scene, next.happening)
        moved = true
      }
      shown = next
    })
  })

  return {
    get scene() {
      return scene
    },
  }
}
