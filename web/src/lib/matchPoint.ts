/** Who can win with the next turn, as the engine says: known to every tile of a board without being handed down. */

import { getContext, setContext } from 'svelte'

const KEY = Symbol('match point')

/** A board tells its tiles; `seats` is read whenever it changes. */
export const provideMatchPoint = (seats: () => readonly number[]): void => {
  setContext(KEY, seats)
}

/** Whether a seat is at match point; nobody is where no board says so. */
export function atMatchPoint(): (seat: number) => boolean {
  const seats = getContext<(() => readonly number[]) | undefined>(KEY)
  return (seat) => seats?.().includes(seat) ?? false
}
