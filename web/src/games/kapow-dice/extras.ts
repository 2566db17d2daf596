/** How long each event of this game is shown, and what is heard with it; the story of a finished match. */

import type { Extras, HappeningOf, StepOf, StoryLine, ViewOf } from '../../lib/board'
import type { Struck } from '../../lib/speech'
import { blowOfHit, blowOfLoss } from './blow'
import Draw from './Draw.svelte'
import type { Phase, Facts } from './facts'
import { ROLL, SCREENS_UP } from './timing'

const beats: Extras<Facts>['beats'] = {
  pick: { milliseconds: 700, sound: 'card', still: 'lasting' },
  health: { milliseconds: 250, sound: 'tick', still: 'after' },
  round: { milliseconds: 500, sound: 'turn', still: 'after' },
  roll: { milliseconds: 800, revealAt: ROLL, sound: 'card', still: 'after' },
  rival_roll: { milliseconds: 900, revealAt: ROLL, sound: 'card' },
  rival_row: { milliseconds: 1100, sound: 'tick', still: 'along' },
  announce: { milliseconds: 800, sound: 'turn' },
  reroll: { milliseconds: 800, revealAt: ROLL, sound: 'card', still: 'after' },
  turn: { milliseconds: 750, revealAt: ROLL, sound: 'card', still: 'after' },
  ready: { milliseconds: 200, sound: 'tick', still: 'along' },
  unready: { milliseconds: 200, sound: 'tick', still: 'along' },
  done: { milliseconds: 150, sound: 'tick', still: 'along' },
  reveal: { milliseconds: 2200, revealAt: SCREENS_UP, cue: 'swish', sound: 'hit' },
  attack: { milliseconds: 1200, sound: 'swish' },
  defend: { milliseconds: 1000, sound: 'block' },
  hit: {
    milliseconds: 1300,
    sound: ({ damage }) => (damage > 0 ? 'hit' : 'block'),
    blow: (facts, { board }: ViewOf<Facts>) => blowOfHit(facts, board),
  },
  lose: { milliseconds: 600, sound: 'hit', blow: blowOfLoss, still: 'after' },
  heal: { milliseconds: 600, sound: 'turn', still: 'after' },
  decline: { milliseconds: 500, sound: 'tick', still: 'along' },
  trigger: { milliseconds: 500, sound: 'card', still: 'along' },
  gain_face: { milliseconds: 450, sound: 'card', still: 'along' },
  gain_die: { milliseconds: 500, sound: 'card', still: 'along' },
  first: { milliseconds: 600, sound: 'tick', still: 'along' },
  layout: { milliseconds: 250, sound: 'tick', still: 'along' },
  attach: { milliseconds: 300, sound: 'tick', still: 'along' },
  propose: { milliseconds: 300, sound: 'tick', still: 'along' },
  confirm: { milliseconds: 300, sound: 'tick', still: 'along' },
  short: { milliseconds: 300, sound: 'tick', still: 'along' },
  spent: { milliseconds: 380, sound: 'tick', still: 'along' },
  unfilled: { milliseconds: 380, sound: 'tick', still: 'along' },
  rival_token: { milliseconds: 380, sound: 'tick', still: 'along' },
  nothing: { milliseconds: 300, sound: 'tick', still: 'along' },
  cards: { milliseconds: 600, sound: 'card', still: 'after' },
  rival_attach: { milliseconds: 350, sound: 'tick', still: 'along' },
  clean_up: { milliseconds: 250, sound: 'swish', still: 'after' },
  targets: { milliseconds: 800, sound: 'swish' },
  knocked_out: { milliseconds: 2200, sound: 'hit', blow: () => ({ amount: 1, of: 1, ko: true }) },
  game_over: { milliseconds: 1200, sound: 'tick', still: 'lasting' },
}

type Reader = (event: HappeningOf<Facts>) => [seat: number, amount: number] | null

/** Adds up one thing a seat over the whole log; fighters of the box have no seat and are left out. */
function tally(log: readonly StepOf<Facts>[], seats: number, read: Reader): number[] {
  const sums = Array<number>(seats).fill(0)
  for (const step of log)
    for (const event of step.happenings) {
      const found = read(event)
      if (found && found[0] >= 0 && found[0] < seats) sums[found[0]]! += found[1]
    }
  return sums
}

function greatest(log: readonly StepOf<Facts>[], seats: number, wanted: 'attack' | 'defend'): number[] {
  const most = Array<number>(seats).fill(0)
  for (const step of log)
    for (const { kind, facts } of step.happenings)
      if ((kind === 'attack' || kind === 'defend') && kind === wanted && facts.fighter < seats)
        most[facts.fighter] = Math.max(most[facts.fighter]!, facts.total)
  return most
}

function story(log: StepOf<Facts>[], view: ViewOf<Facts>): StoryLine[] {
  const sum = (read: Reader) => tally(log, view.seats, read)
  return [
    {
      name: { en: 'Damage dealt in attacks', de: 'Schaden durch Angriffe' },
      values: sum(({ kind, facts }) => (kind === 'hit' ? [facts.fighter, facts.damage] : null)),
    },
    {
      name: { en: 'Strongest attack', de: 'Stärkster Angriff' },
      values: greatest(log, view.seats, 'attack'),
    },
    { name: { en: 'Best defence', de: 'Beste Verteidigung' }, values: greatest(log, view.seats, 'defend') },
    {
      name: { en: 'Dice gained', de: 'Erhaltene Würfel' },
      values: sum(({ kind, facts }) => (kind === 'gain_die' ? [facts.fighter, 1] : null)),
    },
    {
      name: { en: 'Faces gained', de: 'Erhaltene Seiten' },
      values: sum(({ kind, facts }) => (kind === 'gain_face' ? [facts.fighter, 1] : null)),
    },
    {
      name: { en: 'Health regained', de: 'Zurückgewonnene Leben' },
      values: sum(({ kind, facts }) => (kind === 'heal' ? [facts.fighter, facts.amount] : null)),
    },
  ]
}

const RULES: Record<Phase, string> = {
  pick: 'KD-71',
  cards: 'KD-213',
  select: 'KD-101',
  defence: 'KD-265',
  attack: 'KD-111',
  stand: 'KD-118',
  power_up: 'KD-121',
  after: 'KD-122',
  clean_up: 'KD-124',
  over: 'KD-142',
}

const rule = (view: ViewOf<Facts>): string => RULES[view.board.phase]

function struck({ kind, facts }: HappeningOf<Facts>, view: ViewOf<Facts>): Struck | null {
  if (kind !== 'hit' || facts.damage === 0) return null
  const seat = (fighter: number): number => (fighter < view.seats ? fighter : -1)
  return { by: seat(facts.fighter), on: seat(facts.target) }
}

export default { beats, story, rule, struck, draw: Draw } satisfies Extras<Facts>
