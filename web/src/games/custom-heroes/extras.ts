/** How long each event of this game is shown, and what is heard with it; the story of a finished match. */

import type { Extras, HappeningOf, StepOf, StoryLine, ViewOf } from '../../lib/board'
import type { Struck } from '../../lib/speech'
import { blowOfOut, blowOfPlay, blowOfPoints, crushing, heavy } from './blow'
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
  play: { milliseconds: 760, revealAt: ARRIVE, sound: 'card', blow: blowOfPlay, still: 'lasting' },
  turned: { milliseconds: 1000, sound: 'swish', blow: heavy },
  spookies: { milliseconds: 600, sound: 'swish', still: 'along' },
  power: { milliseconds: 260, sound: 'tick', still: 'along' },
  discard: { milliseconds: 400, sound: 'tick', still: 'along' },
  pass: { milliseconds: 380, sound: 'tick', still: 'along' },
  skip: { milliseconds: 900, sound: 'block', blow: heavy },
  trick: { milliseconds: 900, sound: 'hit', blow: heavy },
  abandoned: { milliseconds: 600, sound: 'tick' },
  out: { milliseconds: 1000, sound: 'turn', blow: blowOfOut },
  wagers_won: { milliseconds: 1000, sound: 'win', blow: blowOfPoints },
  wagers_lost: { milliseconds: 900, sound: 'lose', blow: blowOfPoints },
  reward: { milliseconds: 700, sound: 'tick' },
  round_over: { milliseconds: 900, sound: 'turn' },
  sudden_death: { milliseconds: 1500, sound: 'hit', blow: crushing },
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

/** Nobody is hit with fists: a set is the blow, and whoever finishes first may crow. */
function struck({ kind, facts }: HappeningOf<Facts>): Struck | null {
  if (kind === 'play') return { by: facts.seat, on: -1 }
  if (kind === 'out') return { by: facts.seat, on: -1, aside: true }
  return null
}

export default { beats, story, rule, struck, draw: Drawn } satisfies Extras<Facts>
