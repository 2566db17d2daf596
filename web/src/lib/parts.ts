/** The parts of a move, compared: boards choose among legal moves by them. */

/** The same text for the same parts. It is for comparing, and means nothing to the engine. */
export const keyOf = (parts: readonly unknown[]): string => JSON.stringify(parts)
