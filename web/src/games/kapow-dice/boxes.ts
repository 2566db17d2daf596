/** Boxes, dice and abilities, as the board asks for them. Nothing here decides a rule. */

import type {
  Ability,
  Box,
  CardFacts,
  CardHalf,
  Catalogue,
  DieFacts,
  Fighter,
  Row,
  BoardView,
  TeamUp,
} from './facts'

export const FACES = ['M', 'E', 'T', 'A', 'X', 'W'] as const
export const KINDS = ['red', 'yellow', 'purple', 'green', 'blue', 'action'] as const

/** The catalogue with what this table has agreed on: the base attack of Pow (KD-41). */
export function agreedOn(catalogue: Catalogue, options: Record<string, unknown>): Catalogue {
  const pow = catalogue.agreed.pow?.[String(options.pow)]
  return pow ? { ...catalogue, abilities: { ...catalogue.abilities, pow } } : catalogue
}

/** The box a slot belongs to: "grow:2" lies in "grow". */
export const boxOfSlot = (slot: string): string => slot.split(':')[0]!

/** The ability a box belongs to: "time_jump.2" is one of "time_jump"; a half belongs to its card. */
export const abilityOfBox = (box: string): string => box.split('.')[0]!

export type Area = 'attack' | 'defend' | 'utility' | 'character' | 'team'
export const AREAS: readonly Area[] = ['attack', 'defend', 'utility', 'character', 'team']

/** One ability as a fighter has it: what it is, and the boxes this fighter may fill. */
export interface Entry {
  id: string
  ability: Ability
  boxes: Box[]
  area: Area
  /** A half of a Team-Up card: the card, and which half is mine. */
  card?: CardFacts
  half?: 'left' | 'right'
}

function areaOf(ability: Ability): Area {
  if (ability.board !== 'player') return 'character'
  if (ability.column === 'attack') return 'attack'
  return ability.column === 'defend' ? 'defend' : 'utility'
}

/** The half of a Team-Up card in the shape of an ability. */
function halfAbility(card: TeamUp, half: CardHalf): Ability {
  return {
    name: card.name,
    board: 'card',
    column: card.column,
    kind: 'U',
    requirement: half.requirement,
    boxes: [half],
    text: half.text,
    once: false,
    may: false,
    numbers: half.numbers,
    rule: 'KD-214',
  }
}

/** Everything a person may put dice on: the Player Board, the character, tokens, own halves of cards. */
export function entriesOf(table: BoardView, catalogue: Catalogue, fighter: number): Entry[] {
  const facts = table.fighters[fighter]!
  const own = facts.character ? (catalogue.characters[facts.character]?.abilities ?? []) : []
  const entries: Entry[] = [...catalogue.player_board, ...own].map((id) => {
    const ability = catalogue.abilities[id]!
    return { id, ability, boxes: ability.boxes, area: areaOf(ability) }
  })
  const token = catalogue.abilities['entangle_tok']
  if (facts.entangled > 0 && token)
    entries.push({
      id: 'entangle_tok',
      ability: token,
      boxes: token.boxes.slice(0, facts.entangled),
      area: 'character',
    })
  for (const card of table.teams[facts.team]?.cards ?? []) {
    const info = catalogue.cards[card.card]
    if (!info || card.left === null) continue
    const half = card.left === fighter ? 'left' : 'right'
    const ability = halfAbility(info, info[half])
    entries.push({ id: card.card, ability, boxes: ability.boxes, area: 'team', card, half })
  }
  return entries
}

/** The ability, row or half a box belongs to. */
export function abilityFor(catalogue: Catalogue, box: string): Ability | Row | null {
  const id = abilityOfBox(box)
  const found = catalogue.abilities[id] ?? catalogue.rows[id]
  if (found) return found
  const card = catalogue.cards[id]
  return card ? halfAbility(card, card[box.endsWith('right') ? 'right' : 'left']) : null
}

export const looseDice = (fighter: Fighter): DieFacts[] => fighter.dice.filter((die) => die.at === null)

/** Slot → the die on it. */
export function holders(fighter: Fighter): Map<string, DieFacts> {
  return new Map(fighter.dice.filter((die) => die.at !== null).map((die) => [die.at!, die]))
}

export type Fill = 'empty' | 'part' | 'full'

export function fillOf(box: Box, on: ReadonlyMap<string, DieFacts>): Fill {
  const filled = box.slots.filter(({ slot }) => on.has(slot)).length
  if (filled === 0) return 'empty'
  return filled === box.slots.length ? 'full' : 'part'
}
