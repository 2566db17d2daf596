/** How long each event of this game is shown, and what is heard with it; the story of a finished match. */

import type { Extras, HappeningOf, StepOf, StoryLine, ViewOf } from '../../lib/board'
import type { Struck } from '../../lib/speech'
import { blowOf } from './blow'
import Drawn from './Drawn.svelte'
import type { Facts } from './facts'
import { FLIP, ROWS_TURN, TOTALS_COUNT } from './timing'

const beats: Extras<Facts>['beats'] = {
  attack: { milliseconds: 620, sound: 'card' },
  clash: {
    milliseconds: 1750,
    revealAt: FLIP,
    cue: 'swish',
    sound: ({ success }) => (success ? 'hit' : 'block'),
    blow: blowOf,
    still: 'lasting',
  },
  fallen: { milliseconds: 400, sound: 'card', still: 'along' },
  hold: { milliseconds: 400, sound: 'card', still: 'along' },
  draw: { milliseconds: 320, sound: 'card', still: 'along' },
  barricade: { milliseconds: 650, sound: 'block', still: 'lasting' },
  recruit: { milliseconds: 450, sound: 'card', still: 'lasting' },
  pass: { milliseconds: 650, sound: 'tick', still: 'lasting' },
  skip: { milliseconds: 800, sound: 'tick', still: 'lasting' },
  reshuffle: { milliseconds: 1000, sound: 'swish' },
  last_round: { milliseconds: 1500, sound: 'turn' },
  solo: { milliseconds: 1400, sound: 'turn' },
  knocked_out: { milliseconds: 1900, sound: 'hit', blow: () => ({ amount: 1, of: 1, ko: true }) },
  final_battle: {
    milliseconds: 3000,
    revealAt: ROWS_TURN + TOTALS_COUNT,
    cue: 'swish',
    sound: 'hit',
    blow: () => ({ amount: 1, of: 1 }),
  },
  game_over: { milliseconds: 1600, sound: 'tick', still: 'lasting' },
}

/** Counts one thing a seat over the whole log. */
function tally(log: readonly StepOf<Facts>[], seats: number, whose: (event: HappeningOf<Facts>) => number) {
  const counts = Array<number>(seats).fill(0)
  for (const step of log)
    for (const event of step.happenings) {
      const seat = whose(event)
      if (seat >= 0 && seat < seats) counts[seat]! += 1
    }
  return counts
}

function story(log: StepOf<Facts>[], view: ViewOf<Facts>): StoryLine[] {
  const count = (whose: (event: HappeningOf<Facts>) => number) => tally(log, view.seats, whose)
  return [
    {
      name: { en: 'Attacks', de: 'Angriffe' },
      values: count(({ kind, facts }) => (kind === 'clash' ? facts.seat : -1)),
    },
    {
      name: { en: 'of them successful', de: 'davon erfolgreich' },
      values: count(({ kind, facts }) => (kind === 'clash' && facts.success ? facts.seat : -1)),
    },
    {
      name: { en: 'Attacks fended off', de: 'Angriffe abgewehrt' },
      values: count(({ kind, facts }) => (kind === 'clash' && !facts.success ? facts.target : -1)),
    },
    {
      name: { en: 'Cards lost', de: 'Verlorene Karten' },
      values: count(({ kind, facts }) => (kind === 'fallen' ? facts.seat : -1)),
    },
    {
      name: { en: 'Barricades', de: 'Barrikaden' },
      values: count(({ kind, facts }) => (kind === 'barricade' ? facts.seat : -1)),
    },
    {
      name: { en: 'Cards drawn', de: 'Gezogene Karten' },
      values: count(({ kind, facts }) => (kind === 'draw' ? facts.seat : -1)),
    },
  ]
}

function rule(view: ViewOf<Facts>): string {
  const table = view.board
  if (view.outcome) return 'KC-52'
  if (table.solo) return 'KC-49'
  return table.last_round ? 'KC-72' : 'KC-22'
}

/** Whoever is beaten in a clash is hit, be it the attacker; the final battle is the highest row's. */
function struck({ kind, facts }: HappeningOf<Facts>): Struck | null {
  if (kind === 'final_battle') {
    const totals = facts.totals.map((total) => total ?? -1)
    return { by: totals.indexOf(Math.max(...totals)), on: -1, decides: true }
  }
  if (kind !== 'clash') return null
  const [by, on] = facts.success ? [facts.seat, facts.target] : [facts.target, facts.seat]
  return { by, on }
}

export default { beats, story, rule, quiet: ['draw'], struck, draw: Drawn } satisfies Extras<Facts>
