/**
 * What the screen shows while events run: the position before them, with each event written into it as it is shown.
 *
 * The shell swaps the true position in when the last event has been shown, so nothing here has to be complete; it has
 * to show the right thing at the right moment: dice that land, screens that come down, numbers that count.
 */

import type { HappeningOf, KindOf } from '../../lib/board'
import { follow, type EventHandler, type EventHandlers } from '../../lib/scene'
import type {
  Ability,
  Catalogue,
  DieFacts,
  Fighter,
  Heal,
  Hit,
  Kind,
  Lose,
  RevealedFighter,
  RivalRow,
  Row,
  RowReason,
  BoardView,
  Facts,
} from './facts'
import { abilityFor, abilityOfBox, boxOfSlot } from './boxes'

export interface Scene {
  table: BoardView
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
  /** The last attack that struck. */
  struck: Hit | null
  /** The rows of the automated opponents, as they were decided in this round. */
  reasons: RowReason[]
  /** The row that is being decided. */
  row: RowReason | null
}

export const sceneOf = (table: BoardView): Scene => ({
  table,
  landed: {},
  hit: null,
  revealing: false,
  blow: null,
  call: null,
  knockedOut: null,
  struck: null,
  reasons: table.reasoning,
  row: null,
})

/** How often each die has landed in some events: once, where a match begins with a roll. */
export function rolledIn(happenings: readonly HappeningOf<Facts>[]): Scene['landed'] {
  const landed: Scene['landed'] = {}
  for (const { kind, facts } of happenings)
    if (kind === 'roll') facts.faces?.forEach((_, index) => (landed[`${facts.fighter}:${index + 1}`] = 1))
  return landed
}

type Handler<Kind extends KindOf<Facts>> = EventHandler<Facts, Scene, Kind>

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
  const table: BoardView = { ...scene.table, fighters, round, phase: 'select', question: null, acting: null }
  return { ...scene, table, reasons: [] }
}

function reveal(scene: Scene, revealed: readonly RevealedFighter[]): Scene {
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

function health(scene: Scene, { team, health }: Heal | Lose, by: number): Scene {
  const teams = scene.table.teams.map((one, index) => (index === team ? { ...one, health } : one))
  return { ...scene, table: { ...scene.table, teams }, blow: { team, by } }
}

/** The dice go to their boxes, and the row is remembered with its reason. */
const rivalRow: Handler<'rival_row'> = (scene, facts: RivalRow, { text }) => {
  const placed = facts.sections.flatMap(({ box, dice }) => dice.map((die) => ({ die, at: box })))
  const next = withDice(scene, facts.fighter, placed)
  const row: RowReason = { ...facts, text }
  const others = next.reasons.filter((one) => one.fighter !== row.fighter || one.ability !== row.ability)
  return { ...next, reasons: [...others, row], row }
}

const rolled: Handler<'roll' | 'rival_roll'> = (scene, { fighter, faces = [] }) =>
  withDice(
    scene,
    fighter,
    faces.map((face, index) => ({ die: index + 1, face })),
  )

const ready =
  (ready: boolean): Handler<'ready' | 'unready' | 'done'> =>
  (scene, { fighter }) =>
    withFighter(scene, fighter, () => ({ ready }))

const handlers: EventHandlers<Facts, Scene> = {
  pick: (scene, { fighter, character }) => withFighter(scene, fighter, () => ({ character })),
  health: (scene, { health, dice }) => equip(scene, health, dice),
  round: (scene, { round }) => newRound(scene, round),
  roll: rolled,
  rival_roll: rolled,
  reroll: (scene, { fighter, dice = [] }) =>
    withDice(
      scene,
      fighter,
      dice.map(({ die, face }) => ({ die, face, at: null })),
    ),
  turn: (scene, { fighter, die, face }) => (die && face ? withDice(scene, fighter, [{ die, face }]) : {}),
  announce: (scene, { fighter, box }) =>
    box === null
      ? {}
      : {
          ...withFighter(scene, fighter, ({ announced }) => ({ announced: [...announced, box] })),
          call: { fighter, box },
        },
  ready: ready(true),
  unready: ready(false),
  done: ready(true),
  reveal: (scene, { fighters }) => reveal(scene, fighters),
  rival_row: rivalRow,
  attack: (scene, attack) => withFighter(scene, attack.fighter, () => ({ attack })),
  defend: (scene, defence) => withFighter(scene, defence.fighter, () => ({ defence })),
  hit: (_, hit) => ({ hit, struck: hit }),
  lose: (scene, facts) => health(scene, facts, -facts.amount),
  heal: (scene, facts) => health(scene, facts, facts.amount),
  trigger: (_, { fighter, box }) => ({ call: { fighter, box } }),
  gain_face: (scene, { fighter, face }) =>
    face === 'B'
      ? {}
      : withFighter(scene, fighter, ({ pool }) => ({ pool: { ...pool, [face]: pool[face] + 1 } })),
  gain_die: (scene, { fighter, kind_of_die: kind }) =>
    withFighter(scene, fighter, ({ dice }) => ({ dice: [...dice, newDie(dice.length + 1, kind)] })),
  first: ({ table }, { team }) => ({ table: { ...table, first: team } }),
  knocked_out: (_, { team }) => ({ knockedOut: team }),
}

/** The scene after one more event. */
export const advance = follow<Facts, Scene>(handlers, {
  hit: null,
  revealing: false,
  blow: null,
  call: null,
  row: null,
})

/** Dice of a fighter that lie on one box. */
const diceOn = (fighter: Fighter, box: string): DieFacts[] =>
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
