/** Who sits where, as the reader sees the table. */

/** Everybody else in turn order, from my left; for a spectator everybody. */
export const othersAt = (seats: number, seat: number): number[] =>
  Array.from({ length: seats }, (_, step) => (Math.max(0, seat + 1) + step) % seats).filter(
    (other) => other !== seat,
  )
