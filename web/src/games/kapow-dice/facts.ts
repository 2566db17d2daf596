/** What the server says about a battle, and small questions about it. Nothing here decides a rule. */

import type { Words } from '../../lib/wire'

export type Face = 'M' | 'E' | 'T' | 'A' | 'X' | 'W' | 'B'
export type Kind = 'red' | 'yellow' | 'purple' | 'green' | 'blue' | 'action'
export type Column = 'attack' | 'defend' | 'immediate' | 'power_up' | 'after' | 'round'
export type Faces = Record<Exclude<Face, 'B'>, number>

export const FACES = ['M', 'E', 'T', 'A', 'X', 'W'] as const
export const KINDS = ['red', 'yellow', 'purple', 'green', 'blue', 'action'] as const

export interface DieFacts {
  die: number
  kind: Kind
  face: Face | null
  at: string | null
  frozen: boolean | null
  sides: Face[] | null
}

export interface Part {
  box: string
  value: number
}

/** An attack or a defence with the numbers it is made of. */
export interface Sum {
  base: string | null
  base_value?: number
  kickers: Part[]
  multiplier: Part | null
  plus: number
  flat: number
  total: number
  target?: number
}

export interface Fighter {
  team: number
  seat: number | null
  across: number
  character: string | null
  hidden: boolean
  ready: boolean
  /** Changes of mind so far, where one may look. */
  changes?: number | null
  dice: DieFacts[]
  pool: Faces
  behind: Face[]
  entangled: number
  locked: string[]
  used: string[]
  announced: string[]
  selected: string[]
  /** Selected, but left out of this attack or defence by choice. */
  skipped?: { attack: string[]; defence: string[] }
  modes: Record<string, string>
  target: number | null
  attack: Sum | null
  defence: Sum | null
  forecast: { attack: Sum | null; defence: Sum | null } | null
  gained: { dice: number; faces: number }
  lost: number
  dealt: number
}

export interface CardFacts {
  card: string
  turned: boolean | null
  left: number | null
  right: number | null
  filled: boolean[] | null
}

export interface Team {
  fighters: number[]
  health: number
  full: number
  supply: number
  cards: CardFacts[]
}

export interface Supply {
  dice: Record<Kind, number>
  faces: Faces
  entangle: number
  locked: number
}

export interface QuestionFacts {
  kind: string
  fighters: number[]
  box: string | null
  for: number | null
  types?: Face[]
  kinds?: string[]
  picked?: number[] | null
  most?: number
  left?: number
  card?: string
  health?: number
  /** What an attack or a defence comes to with each base. */
  totals?: Record<string, number>
}

export type Phase =
  'pick' | 'cards' | 'select' | 'defence' | 'attack' | 'stand' | 'power_up' | 'after' | 'clean_up' | 'over'

export interface Table {
  mode: 'duel' | 'characters' | 'solo' | 'team' | 'coop'
  phase: Phase
  round: number
  first: number | null
  acting: number | null
  screens: boolean
  teams: Team[]
  supplies: Supply[]
  fighters: Fighter[]
  question: QuestionFacts | null
  /** Nobody can lose Health this round. */
  no_loss?: boolean
}

export interface Slot {
  slot: string
  demand: string
  group: number
}

export interface Box {
  box: string
  slots: Slot[]
}

export interface Ability {
  name: Words
  board: string
  column: Column
  kind: string
  requirement: string
  boxes: Box[]
  text: Words | null
  once: boolean
  may?: boolean
  numbers: Record<string, number>
  rule?: string
  lines?: { symbol: string; text: Words }[] | null
  row?: number
}

export interface CardHalf extends Box {
  requirement: string
  text: Words
}

export interface TeamUp {
  name: Words
  colour: string
  column: Column
  left: CardHalf
  right: CardHalf
}

export interface Character {
  name: Words
  side: 'hero' | 'villain'
  health: number
  dice: Kind[]
  faces: Face[]
  abilities: string[]
  rows: string[]
}

export interface Catalogue {
  faces: Record<Face, { name: Words; colour: string | null }>
  dice: Record<Kind, { name: Words; sides: Face[] }>
  player_board: string[]
  abilities: Record<string, Ability>
  /** Abilities as a table may agree on them: by option, then by what was agreed. */
  agreed: Record<string, Record<string, Ability>>
  characters: Record<string, Character>
  cards: Record<string, TeamUp>
  rows: Record<string, Ability>
  colours: Record<string, Words>
  round_limit: number
}

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
export function halfAbility(card: TeamUp, half: CardHalf): Ability {
  return {
    name: card.name,
    board: 'card',
    column: card.column,
    kind: 'U',
    requirement: half.requirement,
    boxes: [half],
    text: half.text,
    once: false,
    numbers: {},
    rule: 'KD-214',
  }
}

/** Everything a person may put dice on: the Player Board, the character, tokens, own halves of cards. */
export function entriesOf(table: Table, catalogue: Catalogue, fighter: number): Entry[] {
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
export function abilityFor(catalogue: Catalogue, box: string): Ability | null {
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

/** "tu_o1.left" and the like. */
export const isCardBox = (box: string): boolean => box.startsWith('tu_')
