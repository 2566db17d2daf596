/** What is asked about a card, whichever face is in play. */

import type { CardInfo } from './facts'

/** What the face in play of a card does, as words for pictures. */
export const doesOf = (info: CardInfo, back: boolean): string[] =>
  back && info.back ? info.back_does : info.does
