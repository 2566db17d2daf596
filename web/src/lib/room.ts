/** How much room there is, where a script must know; styles ask the same in their own words. */

/** A phone on its side, or a page at twice its size: the header of a table is one line. */
export const SHORT = '(max-height: 520px) and (min-width: 560px)'
