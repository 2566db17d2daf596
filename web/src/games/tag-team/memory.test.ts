import { describe, expect, test } from 'vitest'

import type { StepOf, ViewOf } from '../../lib/board'
import type { Table, Told } from './facts'
import { viewOf } from '../../testing'
import { reread } from './memory'
import { sideWith } from './scene'
import { catalogue, recorded, type Recorded } from './testing/recorded'

type Step = StepOf<Told>

/** A recorded fight as the log that led to it: a step for every phase. */
function logOf(game: Recorded, events = game.happenings.length): Step[] {
  const steps: Step[] = []
  for (const event of game.happenings.slice(0, events)) {
    if (event.kind === 'fight' || !steps.length)
      steps.push({ ply: steps.length + 1, seat: 0, move: null, label: null, happenings: [] })
    steps.at(-1)!.happenings.push(event)
  }
  return steps
}

const boardOf = (game: Recorded, memory_help = false): Table => ({
  phase: 'deck',
  way: 'given',
  round: 1,
  turn: 0,
  memory_help,
  draft: null,
  choosing: null,
  sides: game.positions.at(-1)![1].map(sideWith),
})

const viewIn = (game: Recorded, memory_help = false): ViewOf<Told> => ({
  ...viewOf(),
  seat: game.seat,
  board: boardOf(game, memory_help),
})

/** Titles of the other side's cards; a spectator has no side. */
function closedTitles(game: Recorded): string[] {
  const teams = game.positions.at(-1)![1].map((team) => team.map(({ fighter }) => fighter))
  return Object.values(catalogue.cards)
    .filter(({ fighter }) => teams.findIndex((team) => team.includes(fighter)) !== game.seat)
    .filter(({ fighter }) => teams.flat().includes(fighter))
    .flatMap(({ name }) => [name.en, name.de])
    .filter((title) => !['Aflame!', 'Brenne!'].includes(title))
}

const PUBLIC = new Set(['removed', 'instant', 'flipped'])
const said = (log: Step[]) =>
  log
    .flatMap(({ happenings }) => happenings)
    .map(({ kind, text }) => (PUBLIC.has(kind) ? '' : `${text.en} ${text.de}`))

describe('older cards of the other side are not in the log (TT-203)', () => {
  test.each(recorded.map((game, index) => [index, game] as const))('fight %i', (_, game) => {
    const events = game.happenings
    const newest = events.findLastIndex(({ kind }) => kind === 'clash')
    const lines = said(reread(logOf(game), viewIn(game), catalogue))
    const titles = closedTitles(game)
    for (const line of lines.slice(0, newest)) for (const title of titles) expect(line).not.toContain(title)
    expect(titles.some((title) => lines[newest]!.includes(title))).toBe(true)
  })

  test('while a fight runs, its newest turn is the one that may be read', () => {
    const game = recorded[0]!
    const clashes = game.happenings.flatMap(({ kind }, index) => (kind === 'clash' ? [index] : []))
    const lines = said(reread(logOf(game, clashes[1]! + 1), viewIn(game), catalogue))
    const titles = closedTitles(game)
    expect(titles.some((title) => lines[clashes[0]!]!.includes(title))).toBe(false)
    expect(titles.some((title) => lines[clashes[1]!]!.includes(title))).toBe(true)
  })
})

describe('what may be read again', () => {
  const game = recorded[0]!

  test("one's own cards stay", () => {
    const own = Object.entries(catalogue.cards)
      .filter(([, { fighter }]) => game.positions[0]![1][game.seat]!.some((one) => one.fighter === fighter))
      .map(([, { name }]) => name.en)
    const lines = said(reread(logOf(game), viewIn(game), catalogue)).filter((line) =>
      line.includes('with a card'),
    )
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(own.some((title) => line.includes(title))).toBe(true)
  })

  test('everything, with the memory help the table agreed on and after the end', () => {
    const log = logOf(game)
    expect(reread(log, viewIn(game, true), catalogue)).toBe(log)
    const outcome = {
      ranks: [1, 2],
      winners: [0],
      scores: null,
      values: null,
      reason: 'KO',
      text: { en: '', de: '' },
    }
    expect(reread(log, { ...viewIn(game), seat: 0, outcome }, catalogue)).toBe(log)
  })

  test('every event that names a card was in some recorded fight', () => {
    const kinds = new Set(recorded.flatMap(({ happenings }) => happenings.map(({ kind }) => kind)))
    for (const kind of [
      'clash',
      'cancelled',
      'second_pass',
      'terror',
      'execute',
      'removed',
      'instant',
      'flipped',
    ])
      expect(kinds).toContain(kind)
  })
})
