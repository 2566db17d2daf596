/** When the pictures of this game come to their point, in milliseconds before the speed setting. */

/** One die has tumbled, and how much later each of its neighbours has; beyond the last they land together. */
const TUMBLE = 320
const LATER = 30
const LATEST = 11
/** All dice lie. */
export const ROLL = TUMBLE + LATER * LATEST
/** The screens are away, and everything behind them has dropped into its place. */
export const SCREENS_UP = 1300

/** How long the die at this place of the tray tumbles. */
export const tumbles = (place: number): number => TUMBLE + LATER * Math.min(place, LATEST)
