/** Who sits at a table under a name that they have claimed: asked for once, and again when the names change. */

import { getContext, setContext } from 'svelte'
import { api } from './api'
import { host } from './host'
import type { SeatInfo, SeatPlayer } from './wire'

const KEY = Symbol('players')
type Players = (seat: number) => SeatPlayer | null

/** From here on down, seats show who has claimed their name. */
export function providePlayers(match: () => string, seats: () => readonly SeatInfo[]): void {
  let found: (SeatPlayer | null)[] = $state.raw([])
  const names = $derived(JSON.stringify(seats().map((seat) => (seat.kind === 'person' ? seat.name : ''))))
  $effect(() => {
    const asked = names
    if (!host.shares || !/[^[\]",]/.test(asked)) return
    api.players(match()).then(
      (answer) => {
        if (asked === names) found = answer.seats
      },
      () => {}, // a mark less
    )
  })
  setContext<Players>(KEY, (seat) => found[seat] ?? null)
}

/** For a seat: who sits there, if the screen has asked. */
export function playersHere(): Players {
  return getContext<Players | undefined>(KEY) ?? (() => null)
}
