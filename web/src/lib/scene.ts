/**
 * The picture of a board while events run: one event after the other is written into it.
 *
 * The shell shows the events and swaps the new position in when all were shown. In between a board shows its own picture,
 * a scene, and moves it along. A game says what each kind of event changes in it; nothing else about following is said
 * anywhere but here. A scene knows no rules: it moves what the event says has moved, and takes numbers from it.
 */

import type { GameFacts, HappeningOf, KindOf } from './board'
import type { Words } from './wire'

/** What may be asked beside the facts of an event: the game's catalogue, and the sentence that describes the event. */
interface About<Game extends GameFacts> {
  catalogue: Game['catalogue']
  text: Words
}

/** What one kind of event changes in the scene. */
export type EventHandler<Game extends GameFacts, Scene, Kind extends KindOf<Game>> = (
  scene: Scene,
  facts: Game['events'][Kind],
  about: About<Game>,
) => Partial<Scene>

/** What the kinds of events change; a kind that is left out changes nothing but what lasts for one event. */
export type EventHandlers<Game extends GameFacts, Scene> = {
  [Kind in KindOf<Game>]?: EventHandler<Game, Scene, Kind>
}

/** Gives the scene after one event. */
export type Advance<Game extends GameFacts, Scene> = (
  scene: Scene,
  happening: HappeningOf<Game>,
  catalogue: Game['catalogue'],
) => Scene

/** How scenes of a game follow its events. `passing` is what the parts of a scene are that last for one event only. */
export function follow<Game extends GameFacts, Scene extends object>(
  handlers: EventHandlers<Game, Scene>,
  passing: Partial<Scene>,
): Advance<Game, Scene> {
  return <Kind extends KindOf<Game>>(
    before: Scene,
    { kind, facts, text }: HappeningOf<Game, Kind>,
    catalogue: Game['catalogue'],
  ): Scene => {
    const scene: Scene = { ...before, ...passing }
    return { ...scene, ...handlers[kind]?.(scene, facts, { catalogue, text }) }
  }
}
