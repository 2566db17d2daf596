/** What a board shows now: the position, or the scene that runs from the last position to the next. */

import { untrack } from 'svelte'
import type { GameFacts, HappeningOf, ViewOf } from './board'

/** What a board is given, as far as its picture depends on it. */
interface Given<Game extends GameFacts> {
  view: ViewOf<Game>
  happening: HappeningOf<Game> | null
  passed: readonly HappeningOf<Game>[]
}

/** What was on show before: the position, the scene that followed it, and whether events have moved that scene. */
export interface Before<Game extends GameFacts, Scene> {
  view: ViewOf<Game>
  scene: Scene
  moved: boolean
}

/** The events of a list that grows which were not in it before. */
function added<Event>(before: readonly Event[], now: readonly Event[]): readonly Event[] {
  return now.slice(now[0] === before[0] ? before.length : 0)
}

/**
 * Follow what a board is given: a new position makes a new scene (which may keep something of the one before), an event
 * moves the scene on, whether it is shown or only passed. To be called while a component is being set up.
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
      for (const event of added(shown.passed, next.passed)) {
        scene = advance(scene, event)
        moved = true
      }
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
