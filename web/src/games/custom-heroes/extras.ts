/** How long each event of this game is shown, and what is heard with it; the story of a finished match. */

import type { Extras, StoryLine } from '../../lib/board'
import type { Step, View } from '../../lib/wire'
import type { Table } from './facts'

const beats: Extras['beats'] = {
  round: { milliseconds: 1100, sound: 'swish' },
  wager: { milliseconds: 1400, sound: 'turn' },
  no_wagers: { milliseconds: 800, sound: 'tick' },
  crafted: { milliseconds: 260, sound: 'swish' },
  exchange: { milliseconds: 500, sound: 'turn' },
  play: { milliseconds: 720, sound: 'card' },
  turned: { milliseconds: 1000, sound: 'swish' },
  spookies: { milliseconds: 600, sound: 'swish' },
  power: { milliseconds: 260, sound: 'tick' },
  discard: { milliseconds: 400, sound: 'tick' },
  pass: { milliseconds: 380, sound: 'tick' },
  skip: { milliseconds: 900, sound: 'block' },
  trick: { milliseconds: 800, sound: 'hit' },
  abandoned: { milliseconds: 600, sound: 'tick' },
  out: { milliseconds: 1000, sound: 'turn' },
  wagers_won: { milliseconds: 1000, sound: 'win' },
  wagers_lost: { milliseconds: 900, sound: 'lose' },
  reward: { milliseconds: 700, sound: 'tick' },
  round_over: { milliseconds: 900, sound: 'turn' },
  sudden_death: { milliseconds: 1500, sound: 'hit' },
  game_over: { milliseconds: 1400, sound: 'tick' },
}

type Facts = Record<string, any>

/** Adds something up for each seat over the whole log. */
function tally(
  log: readonly Step[],
  seats: number,
  kind: string,
  amount: (facts: Facts) => number,
): number[] {
  const sums = Array<number>(seats).fill(0)
  for (const step of log)
    for (const { kind: told, facts } of step.happenings)
      if (told === kind && facts.seat >= 0 && facts.seat < seats) sums[facts.seat]! += amount(facts)
  return sums
}

function story(log: Step[], view: View): StoryLine[] {
  const sum = (kind: string, amount: (facts: Facts) => number = () => 1) =>
    tally(log, view.seats, kind, amount)
  const players = view.board.players as { vp: number }[]
  return [
    { name: { en: 'Victory points', de: 'Siegpunkte' }, values: players.map(({ vp }) => vp) },
    { name: { en: 'Tricks won', de: 'Gewonnene Stiche' }, values: sum('trick') },
    {
      name: { en: 'Rounds won', de: 'Gewonnene Runden' },
      values: sum('out', ({ place }) => Number(place === 1)),
    },
    {
      name: { en: 'Advancements attached', de: 'Eingeschobene Aufwertungen' },
      values: sum('crafted', ({ count }) => count),
    },
    { name: { en: 'Times skipped', de: 'Ausgesetzt' }, values: sum('skip') },
    { name: { en: 'Wagers placed', de: 'Wetten' }, values: sum('wager', ({ cards }) => cards.length) },
  ]
}

/** Whoever leads may not pass; who follows may. */
function rule(view: View): string {
  const table = view.board as unknown as Table
  if (table.phase === 'turn') return table.top ? 'CH-42' : 'CH-40'
  return { wagers: 'CH-31', after: 'CH-59', scoring: 'CH-82', over: 'CH-96' }[table.phase]
}

export default { beats, story, rule } satisfies Extras
