/** One picture for every card, found by its identifier; the four copies of a weapon share theirs. */
import { mutants } from './mutants'
import { researchers } from './researchers'
import { box, disc, star, type Picture } from '../../../ui/shapes'
import { stars } from './stars'
import { talents } from './talents'
import { villains } from './villains'
import { weapons } from './weapons'

export type { Picture } from '../../../ui/shapes'

export const pictures: Record<string, Picture> = {
  ...stars,
  ...talents,
  ...mutants,
  ...researchers,
  ...villains,
  ...weapons,
}

/** What to draw for a card nobody has painted yet, so that a stranger's card still shows. */
const unknown: Picture = [
  ['main', box(8, 8, 48, 48, 8)],
  ['gold', star(32, 32, 8, 18, 10)],
  ['ink', disc(32, 32, 4)],
]

export const pictureOf = (card: string): Picture => pictures[card.replace(/[a-z]$/, '')] ?? unknown
