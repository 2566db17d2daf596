/** How long each event of this game is shown, and what is heard with it; the story of a finished match. */

import type { Extras, HappeningOf, StepOf, StoryLine, ViewOf } from '../../lib/board'
import Drawn from './Drawn.svelte'
import type { Phase, Told } from './facts'

const beats: Extras<Told>['beats'] = {
  picked: { milliseconds: 1400, sound: 'card' },
  passed: { milliseconds: 500, sound: 'swish' },
  chosen: { milliseconds: 800, sound: 'card' },
  teams: { milliseconds: 1400, sound: 'turn' },
  character: { milliseconds: 900, sound: 'swish' },
  fight: { milliseconds: 1100, sound: 'turn' },
  clash: { milliseconds: 1900, sound: 'hit' },
  cancelled: { milliseconds: 1000, sound: 'block' },
  second_pass: { milliseconds: 1000, sound: 'swish' },
  attack: { milliseconds: 800, sound: 'swish' },
  block: { milliseconds: 650, sound: 'block' },
  warded: { milliseconds: 850, sound: 'block' },
  idle_block: { milliseconds: 600, sound: 'tick' },
  direct: { milliseconds: 750, sound: 'hit' },
  heal: { milliseconds: 700, sound: 'tick' },
  redirected: { milliseconds: 900, sound: 'swish' },
  absorbed: { milliseconds: 900, sound: 'block' },
  track: { milliseconds: 600, sound: 'tick' },
  token: { milliseconds: 700, sound: 'card' },
  aflame: { milliseconds: 800, sound: 'swish' },
  doused: { milliseconds: 600, sound: 'tick' },
  serpent: { milliseconds: 650, sound: 'card' },
  planted: { milliseconds: 650, sound: 'card' },
  scheme: { milliseconds: 1300, sound: 'turn' },
  no_scheme: { milliseconds: 500, sound: 'tick' },
  flipped: { milliseconds: 700, sound: 'card' },
  double: { milliseconds: 800, sound: 'turn' },
  stolen: { milliseconds: 900, sound: 'swish' },
  terror: { milliseconds: 1200, sound: 'hit' },
  transfer: { milliseconds: 750, sound: 'swish' },
  power: { milliseconds: 650, sound: 'tick' },
  transform: { milliseconds: 1500, sound: 'hit' },
  health: { milliseconds: 900, sound: 'hit' },
  symbol: { milliseconds: 650, sound: 'tick' },
  revive: { milliseconds: 1300, sound: 'turn' },
  execute: { milliseconds: 1100, sound: 'hit' },
  poison: { milliseconds: 1000, sound: 'hit' },
  removed: { milliseconds: 900, sound: 'card' },
  spirit: { milliseconds: 1200, sound: 'swish' },
  ko: { milliseconds: 1800, sound: 'hit' },
  legends: { milliseconds: 1500, sound: 'hit' },
  incineration: { milliseconds: 1600, sound: 'hit' },
  deck_phase: { milliseconds: 700, sound: 'card' },
  drawn: { milliseconds: 250, sound: 'card' },
  instant: { milliseconds: 1100, sound: 'turn' },
  game_over: { milliseconds: 1400, sound: 'tick' },
}

function story(log: StepOf<Told>[], view: ViewOf<Told>): StoryLine[] {
  const sides = view.board.sides.map((side) => side.fighters.map((one) => one.fighter))
  const seatOf = (fighter: string): number => sides.findIndex((team) => team.includes(fighter))
  const sum = (of: (event: HappeningOf<Told>) => [seat: number, n: number] | null): number[] => {
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

function rule({ board: table }: ViewOf<Told>): string {
  return table.phase === 'pick-1' && table.way === 'tactical' ? 'TT-14' : RULES[table.phase]
}

export default {
  beats,
  story,
  rule,
  quiet: ['deck_phase', 'drawn'],
  heads: ['fight', 'clash', 'deck_phase'],
  draw: Drawn,
} satisfies Extras<Told>
