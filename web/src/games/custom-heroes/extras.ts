/** How long each event of this game is shown, and what is heard with it; the story of a finished match. */

import type { Extras, HappeningOf, StepOf, StoryLine, ViewOf } from '../../lib/board'
import Drawn from './Drawn.svelte'
import type { Facts } from './facts'

/** When the cards of a set lie on the pile. */
const ARRIVE = 530

const beats: Extras<Facts>['beats'] = {
  round: { milliseconds: 1100, sound: 'swish' },
  wager: { milliseconds: 1400, sound: 'turn' },
  no_wagers: { milliseconds: 800, sound: 'tick', still: 'after' },
  crafted: { milliseconds: 260, sound: 'swish', still: 'after' },
  exchange: { milliseconds: 500, sound: 'turn', still: 'lasting' },
  play: { milliseconds: 760, revealAt: ARRIVE, sound: 'card', still: 'lasting' },
  turned: { milliseconds: 1000, sound: 'swish' },
  spookies: { milliseconds: 600, sound: 'swish', still: 'along' },
  power: { milliseconds: 260, sound: 'tick', still: 'along' },
  discard: { milliseconds: 400, sound: 'tick', still: 'along' },
  pass: { milliseconds: 380, sound: 'tick', still: 'along' },
  skip: { milliseconds: 900, sound: 'block' },
  trick: { milliseconds: 800, sound: 'hit' },
  abandoned: { milliseconds: 600, sound: 'tick' },
  out: { milliseconds: 1000, sound: 'turn' },
  wagers_won: { milliseconds: 1000, sound: 'win' },
  wagers_lost: { milliseconds: 900, sound: 'lose' },
  reward: { milliseconds: 700, sound: 'tick' },
  round_over: { milliseconds: 900, sound: 'turn' },
  sudden_death: { milliseconds: 1500, sound: 'hit' },
  game_over: { milliseconds: 1400, sound: 'tick', still: 'lasting' },
}

/** Adds something up for each seat over the whole log. */
function tally(
  log: readonly StepOf<Facts>[],
  seats: number,
  counted: (event: HappeningOf<Facts>) => [seat: number, n: number] | null,
): number[] {
  const sums = Array<number>(seats).fill(0)
  for (const step of log)
    for (const event of step.happenings) {
      const [seat, n] = counted(event) ?? [-1, 0]
      if (seat >= 0 && seat < seats) sums[seat]! += n
    }
  return sums
}

function story(log: StepOf<Facts>[], view: ViewOf<Facts>): StoryLine[] {
  const sum = (counted: Parameters<typeof tally>[2]) => tally(log, view.seats, counted)
  return [
    { name: { en: 'Points', de: 'Punkte' }, values: view.board.players.map(({ vp }) => vp) },
    {
      name: { en: 'Tricks won', de: 'Gewonnene Stiche' },
      values: sum(({ kind, facts }) => (kind === 'trick' ? [facts.seat, 1] : null)),
    },
    {
      name: { en: 'Finished first', de: 'Zuerst fertig' },
      values: sum(({ kind, facts }) => (kind === 'out' && facts.place === 1 ? [facts.seat, 1] : null)),
    },
    {
      name: { en: 'Pieces crafted', de: 'Eingeschobene Aufwertungen' },
      values: sum(({ kind, facts }) => (kind === 'crafted' ? [facts.seat, facts.count] : null)),
    },
    {
      name: { en: 'Times skipped', de: 'Ausgesetzt' },
      values: sum(({ kind, facts }) => (kind === 'skip' ? [facts.seat, 1] : null)),
    },
    {
      name: { en: 'Bets', de: 'Wetten' },
      values: sum(({ kind, facts }) => (kind === 'wager' ? [facts.seat, facts.cards.length] : null)),
    },
  ]
}

/** Whoever leads may not pass; who follows may. */
function rule({ board: table }: ViewOf<Facts>): string {
  if (table.phase === 'turn') return table.top ? 'CH-42' : 'CH-40'
  return { wagers: 'CH-31', after: 'CH-59', scoring: 'CH-82', over: 'CH-96' }[table.phase]
}

export default { beats, story, rule, draw: Drawn } satisfies Extras<Facts>
