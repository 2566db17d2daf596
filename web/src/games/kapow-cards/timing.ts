/** When the pictures of this game come to their point, in milliseconds before the speed setting. */

/** The card attacked has turned over. */
export const FLIP = 560
/** The last card of the longest row has turned over in the final battle. */
export const ROWS_TURN = 1000
/** A total has counted up. */
export const TOTALS_COUNT = 900
