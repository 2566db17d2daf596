/**
 * What of the fights may be read again (TT-32, TT-203): the newest card of the other side, and no older one.
 *
 * Remembering is allowed, looking up is not. So older lines of the log keep the fighters, the numbers and one's own
 * cards, and speak of "a card" where they named one of the other side. What is public for good stays: cards that left
 * the game, cards announced with an instant bonus, Summoning cards that were turned over.
 */

import type { Language } from '../../lib/settings.svelte'
import type { HappeningOf, StepOf, ViewOf } from '../../lib/board'
import type { Words } from '../../lib/wire'
import type { Catalogue, Table, Told } from './facts'
import { both } from './words'

type Happening = HappeningOf<Told>
type Step = StepOf<Told>

const QUOTED: Record<Language, RegExp> = { en: /“[^”]*”/g, de: /„[^“]*“/g }

/** A sentence with its nth title in quotes replaced. */
function untitled(text: Words, closed: (index: number) => boolean, stand: Words): Words {
  const put = (language: Language): string => {
    let index = 0
    return text[language].replace(QUOTED[language], (title) => (closed(index++) ? stand[language] : title))
  }
  return { en: put('en'), de: put('de') }
}

/** A sentence without the title before its colon. */
function unheaded(text: Words): Words {
  const cut = (sentence: string): string => {
    const rest = sentence.slice(sentence.indexOf(': ') + 2)
    return rest.charAt(0).toUpperCase() + rest.slice(1)
  }
  return { en: cut(text.en), de: cut(text.de) }
}

const NOTHING_SAID: Words = { en: '', de: '' }

/** An older event as it may be read again. `seatOf` says whose fighter somebody is. */
function faded(
  event: Happening,
  seat: number,
  seatOf: (fighter: string) => number,
  facts: Catalogue,
): Happening {
  const { kind, facts: told, text } = event
  const ownerOf = (card: string): number => seatOf(facts.cards[card]?.fighter ?? '')
  if (kind === 'clash')
    return { ...event, text: untitled(text, (side) => side !== seat, both('someCardDative')) }
  if (kind === 'cancelled' && ownerOf(told.card) !== seat)
    return { ...event, text: untitled(text, () => true, both('someCard')) }
  if (kind === 'second_pass' && told.seat !== seat)
    return { ...event, text: unheaded(untitled(text, () => true, both('someCard'))) }
  if (kind === 'terror' && 1 - seatOf(told.fighters[0] ?? '') !== seat)
    return { ...event, text: unheaded(text) }
  if (kind === 'execute' && seatOf(told.fighter) !== seat) {
    const name = facts.fighters[told.target]?.name
    const took = (language: Language): string =>
      both('directTo', { name: name?.[language] ?? '', n: told.amount })[language]
    return { ...event, text: told.amount > 0 ? { en: took('en'), de: took('de') } : NOTHING_SAID }
  }
  return event
}

/** The log as this reader may read it again. */
export function reread(log: Step[], view: ViewOf<Told>, catalogue: Catalogue): Step[] {
  const table = view.board
  const newest = log.findLastIndex((step) => step.happenings.some(({ kind }) => kind === 'clash'))
  if (table.memory_help || view.outcome || newest < 0) return log
  const seatOf = seatsOf(log, table)
  const fade = (events: Happening[]): Happening[] =>
    events.map((event) => faded(event, view.seat, seatOf, catalogue))
  return log.map((step, index) => {
    const open = index === newest ? step.happenings.findLastIndex(({ kind }) => kind === 'clash') : 0
    if (index > newest || (index === newest && open === 0)) return step
    const closed = index === newest ? open : step.happenings.length
    return {
      ...step,
      happenings: [...fade(step.happenings.slice(0, closed)), ...step.happenings.slice(closed)],
    }
  })
}

/** Whose fighter somebody is; while the first fight runs, the teams are only in the log. */
function seatsOf(log: Step[], table: Table): (fighter: string) => number {
  const told = log.flatMap((step) => step.happenings).find((event) => event.kind === 'teams')
  const teams: string[][] = table.sides.length
    ? table.sides.map((side) => side.fighters.map(({ fighter }) => fighter))
    : (told?.facts.teams ?? [])
  return (fighter) => teams.findIndex((team) => team.includes(fighter))
}
