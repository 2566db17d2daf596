/** The ratings of everybody at a table: asked for once, and again when somebody else sits there or the match is over. */

import { getContext, setContext } from 'svelte'
import { api } from './api'
import { host } from './host'
import type { MatchRatings, SeatInfo, SeatRating } from './wire'

const KEY = Symbol('ratings')
type Ratings = (seat: number) => SeatRating | null

/** From here on down, seats show their ratings. */
export function provideRatings(match: () => string, seats: () => readonly SeatInfo[]): void {
  let found = $state.raw<MatchRatings | null>(null)
  const sitting = $derived(JSON.stringify(seats().map(({ kind, name, level }) => [kind, name, level])))
  $effect(() => {
    const asked = sitting
    if (!host.shares || !seats().some(({ kind }) => kind === 'person')) return
    api.matchRatings(match()).then(
      (answer) => {
        if (asked === sitting) found = answer
      },
      () => {}, // a number less
    )
  })
  setContext<Ratings>(KEY, (seat) => found?.seats[seat] ?? null)
}

/** For a seat: its rating, if the screen has asked. */
export function ratingsHere(): Ratings {
  return getContext<Ratings | undefined>(KEY) ?? (() => null)
}

/** "+9", "−12": a change of a rating, with a sign. */
export const signed = (change: number): string => (change < 0 ? `−${-change}` : `+${change}`)

/** Somebody who has not played has the rating of everybody who is new: it says nothing. */
export const isNew = ({ matches, anchor }: SeatRating): boolean => matches === 0 && !anchor
