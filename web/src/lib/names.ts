/** People's names among other words. */

/** Letters of the scripts that are written from right to left. */
const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name that leaves the order of the words around it alone: one from right to left is isolated, invisibly. */
export function isolated(name: string): string {
  return LEFTWARDS.test(name) ? `\u2068${name}\u2069` : name
}
