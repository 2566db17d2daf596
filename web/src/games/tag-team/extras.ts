/** How long each event of this game is shown, and what is heard with it; the story of a finished match. */

import { intensityOf } from '../../lib/blows'
import type { Extras, HappeningOf, StepOf, StoryLine, ViewOf } from '../../lib/board'
import type { Struck } from '../../lib/speech'
import { blowOf } from './blow'
import Drawn from './Drawn.svelte'
import type { Phase, Facts } from './facts'

/** When both cards have turned over. */
const FLIP = 760

const beats: Extras<Facts>['beats'] = {
  picked: { milliseconds: 1400, sound: 'card' },
  passed: { milliseconds: 500, sound: 'swish', still: 'after' },
  chosen: { milliseconds: 800, sound: 'card' },
  teams: { milliseconds: 1400, sound: 'turn' },
  character: { milliseconds: 900, sound: 'swish' },
  fight: { milliseconds: 1100, sound: 'turn', still: 'after' },
  clash: { milliseconds: 1900, revealAt: FLIP, cue: 'swish', sound: 'hit' },
  cancelled: { milliseconds: 1000, sound: 'block', still: 'along' },
  second_pass: { milliseconds: 1000, sound: 'swish', still: 'along' },
  attack: { milliseconds: 800, sound: 'swish', still: 'along' },
  block: { milliseconds: 650, sound: 'block', still: 'along' },
  warded: { milliseconds: 850, sound: 'block', still: 'along' },
  idle_block: { milliseconds: 600, sound: 'tick', still: 'along' },
  direct: { milliseconds: 750, sound: 'hit', still: 'along' },
  heal: { milliseconds: 700, sound: 'tick', still: 'along' },
  redirected: { milliseconds: 900, sound: 'swish', still: 'along' },
  absorbed: { milliseconds: 900, sound: 'block', still: 'along' },
  track: { milliseconds: 600, sound: 'tick', still: 'along' },
  token: { milliseconds: 700, sound: 'card', still: 'along' },
  aflame: { milliseconds: 800, sound: 'swish', still: 'along' },
  doused: { milliseconds: 600, sound: 'tick', still: 'along' },
  serpent: { milliseconds: 650, sound: 'card', still: 'along' },
  planted: { milliseconds: 650, sound: 'card', still: 'along' },
  scheme: { milliseconds: 1300, sound: 'turn' },
  no_scheme: { milliseconds: 500, sound: 'tick', still: 'along' },
  flipped: { milliseconds: 700, sound: 'card', still: 'along' },
  double: { milliseconds: 800, sound: 'turn', still: 'along' },
  stolen: { milliseconds: 900, sound: 'swish', still: 'along' },
  terror: { milliseconds: 1200, sound: 'hit', still: 'along' },
  transfer: { milliseconds: 750, sound: 'swish', still: 'along' },
  power: { milliseconds: 650, sound: 'tick', still: 'along' },
  transform: { milliseconds: 1500, sound: 'hit' },
  health: {
    milliseconds: 900,
    sound: (facts) => (intensityOf(blowOf(facts)) ? 'hit' : 'tick'),
    blow: blowOf,
    lingers: true,
    still: 'along',
  },
  symbol: { milliseconds: 650, sound: 'tick', still: 'along' },
  revive: { milliseconds: 1300, sound: 'turn' },
  execute: { milliseconds: 1100, sound: 'hit', still: 'along' },
  poison: { milliseconds: 1000, sound: 'hit', still: 'along' },
  removed: { milliseconds: 900, sound: 'card', still: 'along' },
  spirit: { milliseconds: 1200, sound: 'swish' },
  ko: { milliseconds: 2300, sound: 'hit', blow: () => ({ amount: 1, of: 1, ko: true }) },
  legends: { milliseconds: 1500, sound: 'hit' },
  incineration: { milliseconds: 1600, sound: 'hit' },
  deck_phase: { milliseconds: 1, sound: 'card', still: 'after' },
  drawn: { milliseconds: 1, sound: 'card', still: 'along' },
  instant: { milliseconds: 1100, sound: 'turn' },
  game_over: { milliseconds: 1400, sound: 'tick', still: 'lasting' },
}

function story(log: StepOf<Facts>[], view: ViewOf<Facts>): StoryLine[] {
  const sides = view.board.sides.map((side) => side.fighters.map((one) => one.fighter))
  const seatOf = (fighter: string): number => sides.findIndex((team) => team.includes(fighter))
  const sum = (of: (event: HappeningOf<Facts>) => [seat: number, n: number] | null): number[] => {
    const totals = Array<number>(view.seats).fill(0)
    for (const step of log)
      for (const event of step.happenings) {
        const found = of(event)
        if (found && found[0] >= 0) totals[found[0]]! += found[1]
      }
    return totals
  }
  return [
    {
      name: { en: 'Attacks', de: 'Angriffe' },
      values: sum(({ kind, facts }) => (kind === 'attack' ? [seatOf(facts.fighter), 1] : null)),
    },
    {
      name: { en: 'Attacks warded off', de: 'Angriffe abgewehrt' },
      values: sum(({ kind, facts }) =>
        kind === 'warded' ? [seatOf(facts.fighter), facts.attackers.length] : null,
      ),
    },
    {
      name: { en: 'Health lost', de: 'Verlorenes Leben' },
      values: sum(({ kind, facts }) =>
        kind === 'health' && facts.to < facts.from
          ? [seatOf(facts.fighter), facts.from - Math.max(0, facts.to)]
          : null,
      ),
    },
    {
      name: { en: 'Health regained', de: 'Geheiltes Leben' },
      values: sum(({ kind, facts }) =>
        kind === 'health' && facts.to > facts.from ? [seatOf(facts.fighter), facts.to - facts.from] : null,
      ),
    },
    {
      name: { en: 'Power gained', de: 'Gewonnene Stärke' },
      values: sum(({ kind, facts }) =>
        kind === 'power' && facts.change > 0 ? [seatOf(facts.fighter), facts.change] : null,
      ),
    },
  ]
}

const RULES: Record<Phase, string> = {
  'pick-1': 'TT-12',
  'pick-2': 'TT-13',
  free: 'TT-15',
  character: 'TT-186',
  order: 'TT-27',
  deck: 'TT-102',
  over: 'TT-110',
}

function rule({ board: table }: ViewOf<Facts>): string {
  return table.phase === 'pick-1' && table.way === 'tactical' ? 'TT-14' : RULES[table.phase]
}

function struck({ kind, facts }: HappeningOf<Facts>, view: ViewOf<Facts>): Struck | null {
  if (kind !== 'health' || facts.ignored || facts.to >= facts.from) return null
  const on = view.board.sides.findIndex((side) =>
    side.fighters.some(({ fighter }) => fighter === facts.fighter),
  )
  if (on < 0) return null
  return { by: 1 - on, on }
}

export default {
  beats,
  story,
  rule,
  quiet: ['deck_phase', 'drawn'],
  heads: ['fight', 'clash', 'deck_phase'],
  struck,
  draw: Drawn,
} satisfies Extras<Facts>
