/**
 * What the screen shows while events run: the position before them, with each event written into it as it is told.
 *
 * The shell swaps the true position in when the last event has been shown, so nothing here has to be complete; it has
 * to show the right thing at the right moment: dice that land, screens that come down, numbers that count.
 */

import type { Happening, Step } from '../../lib/wire'
import type { Ability, AttackSum, Catalogue, DieFacts, Face, Fighter, Kind, Row, Table } from './facts'
import { abilityFor, abilityOfBox, boxOfSlot } from './boxes'

/** One row of an automated opponent's board, as it was decided. */
export interface Reason {
  fighter: number
  row: number
  ability: string
  result: string
  dice: number[]
  text: Happening['text']
}

export interface Hit {
  fighter: number
  target: number
  attack: number
  defence: number
  damage: number
}

export interface Scene {
  table: Table
  /** Counts up for every die that lands: "1:3" is die 3 of fighter 1. Dice tumble when their count changes. */
  landed: Record<string, number>
  /** The blow being struck. */
  hit: Hit | null
  /** The screens are coming down right now. */
  revealing: boolean
  /** Team whose Health just changed, and by how much. */
  blow: { team: number; by: number } | null
  /** Who said something aloud, and what. */
  call: { fighter: number; box: string } | null
  knockedOut: number | null
  reasons: Reason[]
}

export const sceneOf = (table: Table): Scene => ({
  table,
  landed: {},
  hit: null,
  revealing: false,
  blow: null,
  call: null,
  knockedOut: null,
  reasons: [],
})

const quiet = (scene: Scene): Scene => ({ ...scene, hit: null, revealing: false, blow: null, call: null })

function withFighter(scene: Scene, index: number, change: (fighter: Fighter) => Partial<Fighter>): Scene {
  const fighters = scene.table.fighters.map((fighter, one) =>
    one === index ? { ...fighter, ...change(fighter) } : fighter,
  )
  return { ...scene, table: { ...scene.table, fighters } }
}

function withDice(scene: Scene, index: number, dice: readonly Partial<DieFacts>[]): Scene {
  const landed = { ...scene.landed }
  for (const { die, face } of dice) if (face) landed[`${index}:${die}`] = (landed[`${index}:${die}`] ?? 0) + 1
  const news = new Map(dice.map((die) => [die.die, die]))
  return {
    ...withFighter(scene, index, (fighter) => ({
      dice: fighter.dice.map((die) => ({ ...die, ...news.get(die.die) })),
    })),
    landed,
  }
}

const sumOf = (facts: Record<string, any>): AttackSum => facts as AttackSum

/** Everybody has picked: the Health of the teams and the dice to begin with. */
function equip(scene: Scene, health: readonly number[], dice: readonly (readonly Kind[])[]): Scene {
  const teams = scene.table.teams.map((team, index) => {
    const full = health[index] ?? team.full
    return { ...team, health: full, full }
  })
  const fighters = scene.table.fighters.map((fighter, index) => ({
    ...fighter,
    dice: (dice[index] ?? []).map((kind, number) => newDie(number + 1, kind)),
  }))
  return { ...scene, table: { ...scene.table, teams, fighters } }
}

const newDie = (die: number, kind: Kind): DieFacts => ({
  die,
  kind,
  face: null,
  at: null,
  frozen: false,
  sides: kind === 'action' ? [] : null,
  shown: null,
})

function newRound(scene: Scene, round: number): Scene {
  const fighters = scene.table.fighters.map((fighter) => ({
    ...fighter,
    dice: fighter.dice.map((die) => ({ ...die, face: null, at: null, frozen: false })),
    ready: false,
    selected: [],
    announced: [],
    modes: {},
    target: null,
    attack: null,
    defence: null,
    forecast: null,
    gained: { dice: 0, faces: 0 },
  }))
  const table: Table = { ...scene.table, fighters, round, phase: 'select', question: null, acting: null }
  return { ...scene, table, reasons: [] }
}

interface Revealed {
  fighter: number
  dice: { die: number; face: Face; at: string | null }[]
  selected: string[]
  modes: Record<string, string>
  target: number | null
}

function reveal(scene: Scene, revealed: readonly Revealed[]): Scene {
  let next: Scene = {
    ...scene,
    revealing: true,
    table: { ...scene.table, phase: 'attack', screens: false, question: null },
  }
  for (const { fighter, dice, selected, modes, target } of revealed) {
    const wasHidden = scene.table.fighters[fighter]?.hidden ?? false
    next = withFighter(next, fighter, () => ({ hidden: false, selected, modes, target, forecast: null }))
    const landed = next.landed
    next = withDice(next, fighter, dice)
    if (!wasHidden) next = { ...next, landed }
  }
  return next
}

function health(scene: Scene, facts: Record<string, any>, by: number): Scene {
  const teams = scene.table.teams.map((team, index) =>
    index === facts.team ? { ...team, health: facts.health as number } : team,
  )
  return { ...scene, table: { ...scene.table, teams }, blow: { team: facts.team, by } }
}

const reasonOf = (facts: Record<string, any>, text: Happening['text']): Reason => ({
  fighter: facts.fighter,
  row: facts.row,
  ability: facts.ability,
  result: facts.result,
  dice: facts.dice ?? [],
  text,
})

const withReason = (reasons: readonly Reason[], reason: Reason): Reason[] => [
  ...reasons.filter((one) => one.fighter !== reason.fighter || one.ability !== reason.ability),
  reason,
]

function placeRow(scene: Scene, facts: Record<string, any>, text: Happening['text']): Scene {
  const sections = (facts.sections ?? []) as { box: string; dice: number[] }[]
  const placed = sections.flatMap(({ box, dice }) => dice.map((die) => ({ die, at: box })))
  const next = withDice(scene, facts.fighter, placed)
  return { ...next, reasons: withReason(next.reasons, reasonOf(facts, text)) }
}

/** What the automated opponents decided in this round, as far as a log tells it: after a reload it is all there is. */
export function reasonsOf(log: readonly Step[]): Reason[] {
  let reasons: Reason[] = []
  for (const { happenings } of log)
    for (const { kind, facts, text } of happenings) {
      if (kind === 'round') reasons = []
      else if (kind === 'rival_row') reasons = withReason(reasons, reasonOf(facts, text))
    }
  return reasons
}

/** The scene after one more event. */
export function advance(before: Scene, { kind, facts, text }: Happening): Scene {
  const scene = quiet(before)
  const who = facts.fighter as number
  switch (kind) {
    case 'pick':
      return withFighter(scene, who, () => ({ character: facts.character }))
    case 'health':
      return equip(scene, facts.health as number[], facts.dice as Kind[][])
    case 'round':
      return newRound(scene, facts.round)
    case 'roll':
    case 'rival_roll': {
      const faces = (facts.faces ?? []) as Face[]
      return withDice(
        scene,
        who,
        faces.map((face, index) => ({ die: index + 1, face })),
      )
    }
    case 'reroll':
      return withDice(
        scene,
        who,
        ((facts.dice ?? []) as DieFacts[]).map(({ die, face }) => ({ die, face, at: null })),
      )
    case 'turn':
      return facts.die ? withDice(scene, who, [{ die: facts.die, face: facts.face }]) : scene
    case 'announce':
      return {
        ...withFighter(scene, who, ({ announced }) => ({ announced: [...announced, facts.box as string] })),
        call: { fighter: who, box: facts.box },
      }
    case 'ready':
    case 'unready':
    case 'done':
      return withFighter(scene, who, () => ({ ready: kind !== 'unready' }))
    case 'reveal':
      return reveal(scene, facts.fighters as Revealed[])
    case 'rival_row':
      return placeRow(scene, facts, text)
    case 'attack':
      return withFighter(scene, who, () => ({ attack: sumOf(facts) }))
    case 'defend':
      return withFighter(scene, who, () => ({ defence: sumOf(facts) }))
    case 'hit':
      return { ...scene, hit: facts as Hit }
    case 'lose':
      return health(scene, facts, -facts.amount)
    case 'heal':
      return health(scene, facts, facts.amount)
    case 'trigger':
      return { ...scene, call: { fighter: who, box: facts.box } }
    case 'gain_face':
      return withFighter(scene, who, ({ pool }) => {
        const face = facts.face as keyof typeof pool
        return { pool: { ...pool, [face]: (pool[face] ?? 0) + 1 } }
      })
    case 'gain_die':
      return withFighter(scene, who, ({ dice }) => ({
        dice: [...dice, newDie(dice.length + 1, facts.kind_of_die as Kind)],
      }))
    case 'first':
      return { ...scene, table: { ...scene.table, first: facts.team } }
    case 'knocked_out':
      return { ...scene, knockedOut: facts.team }
    default:
      return scene
  }
}

/** Dice of a fighter that lie on one box. */
export const diceOn = (fighter: Fighter, box: string): DieFacts[] =>
  fighter.dice.filter(({ at }) => at !== null && boxOfSlot(at) === box)

/** One ability that a fighter has chosen this round: all its filled sections together. */
export interface ChosenAbility {
  id: string
  boxes: string[]
  ability: Ability | Row
  dice: DieFacts[]
}

const ORDER = ['attack', 'defend', 'immediate', 'round', 'power_up', 'after']

export function chosenBy(fighter: Fighter, catalogue: Catalogue): ChosenAbility[] {
  const chosen = new Map<string, ChosenAbility>()
  for (const box of new Set([...fighter.selected, ...fighter.announced])) {
    const ability = abilityFor(catalogue, box)
    if (!ability) continue
    const id = abilityOfBox(box)
    const known: ChosenAbility = chosen.get(id) ?? { id, boxes: [], ability, dice: [] }
    known.boxes.push(box)
    known.dice.push(...diceOn(fighter, box))
    chosen.set(id, known)
  }
  return [...chosen.values()].sort(
    (a, b) => ORDER.indexOf(a.ability.column) - ORDER.indexOf(b.ability.column),
  )
}
