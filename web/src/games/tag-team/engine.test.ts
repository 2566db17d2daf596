/** What the board shows is what the engine says, over recorded fights of every way to find the teams. */

import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { StepOf, ViewOf } from '../../lib/board'
import { termOf } from '../../lib/explain'
import { reread } from '../../lib/log'
import { settings } from '../../lib/settings.svelte'
import type { Step } from '../../lib/wire'
import { printedGuide, unasked } from '../../testing'
import Board from './Board.svelte'
import type { Fighter, Facts } from './facts'
import { catalogue, recorded, type Recorded } from './testing/recorded'
import { cardName, fighterName, read, startHealth } from './words'

const { guide } = printedGuide('tag-team')
const NAMES = ['Ada', 'Bruno']

const seen = recorded
  .filter(({ seat }) => seat >= 0)
  .flatMap(({ views }, game) =>
    views.map((view, index) => ({
      name: `${game + 1}.${index + 1} ${view.board.way} ${view.board.phase}`,
      view,
    })),
  )

function show(view: ViewOf<Facts>, log: StepOf<Facts>[] = []) {
  const play = vi.fn()
  const props = { names: NAMES, catalogue, happening: null, busy: false, ideas: [], log }
  const { container } = render(Board, { view, ...props, play, say: vi.fn(), ...unasked })
  return { play, container }
}

const lit = (button: HTMLElement): boolean => button.dataset.legal !== undefined
const primary = (container: HTMLElement) => container.querySelector<HTMLButtonElement>('.primary button')!
const panel = (container: HTMLElement, { fighter }: Fighter) =>
  container.querySelector<HTMLElement>(`[data-fighter="${fighter}"]`)!
const press = async (button: HTMLElement) => {
  await fireEvent.click(button)
  await tick()
}

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
})

test('the recorded fights are worth comparing: every way, every phase, every fighter', () => {
  const ways = new Set(seen.map(({ view }) => view.board.way))
  expect(ways).toEqual(new Set(['first-game', 'normal', 'tactical', 'free', 'random', 'given']))
  const phases = new Set(seen.map(({ view }) => view.board.phase))
  expect(phases).toEqual(new Set(['pick-1', 'pick-2', 'free', 'character', 'order', 'deck', 'over']))
  const fought = recorded.flatMap(({ positions }) =>
    positions
      .at(-1)![1]
      .flat()
      .map(({ fighter }) => fighter),
  )
  expect(new Set(fought)).toEqual(new Set(Object.keys(catalogue.fighters)))
})

const phases = ['pick-1', 'pick-2', 'free', 'character', 'order', 'deck'] as const
describe.each(phases)('the keys 1 to 9 in %s', (phase) => {
  test('choose what carries them', async () => {
    const { view } = seen.find(({ view }) => view.board.phase === phase && view.moves.length > 1)!
    const { container } = show(view)
    const keys = [...container.querySelectorAll('kbd')]
    expect(keys.length).toBeGreaterThan(1)
    for (const key of keys.slice(0, 3)) {
      const tile = key.closest('button')!
      await fireEvent.keyDown(document.body, { key: key.textContent })
      expect(tile.getAttribute('aria-pressed')).toBe('true')
      await fireEvent.keyDown(document.body, { key: key.textContent })
    }
  })
})

describe('whoever only watches', () => {
  const watched = recorded.flatMap(({ views }) => views).map((view) => ({ ...view, seat: -1, moves: [] }))

  test('sees who may be picked while both choose in secret', () => {
    const view = watched.find(({ board }) => board.phase === 'pick-1')!
    const draft = { ...view.board.draft!, hand: [] }
    const { container } = show({ ...view, board: { ...view.board, draft } })
    for (const key of Object.keys(catalogue.fighters))
      expect(container.textContent).toContain(fighterName(catalogue, key))
    expect(container.querySelector('[data-legal]')).toBeNull()
  })

  test('sees the cards both decks begin with, and not which comes first', () => {
    const view = watched.find(({ board }) => board.phase === 'order')!
    const sides = view.board.sides.map((side) => ({ ...side, deck: null }))
    const { container } = show({ ...view, board: { ...view.board, sides } })
    for (const { fighter } of sides.flatMap(({ fighters }) => fighters))
      expect(container.textContent).toContain(cardName(catalogue, catalogue.fighters[fighter]!.start))
  })
})

describe.each(seen.map(({ name, view }) => [name, view] as const))('%s', (_, view) => {
  const { board } = view
  const legal = view.moves

  test('every fighter shows its health and its Power, and whatever carries a key is explained', () => {
    const { container } = show(view)
    for (const fighter of board.sides.flatMap(({ fighters }) => fighters)) {
      const text = panel(container, fighter).textContent.replace(/\s+/g, ' ')
      const health = fighter.space === 'ko' ? 'KO' : String(fighter.health ?? '–')
      expect(text).toContain(health)
      expect(text).toContain(String(fighter.power))
      if (fighter.track && fighter.health !== null && fighter.space === null)
        expect(panel(container, fighter).getAttribute('aria-label')).toContain(
          `${fighter.health} of ${catalogue.tracks[fighter.track]!.top} health`,
        )
    }

    const keys = [...container.querySelectorAll<HTMLElement>('[data-explain]')].map(
      (part) => part.dataset.explain!,
    )
    expect(keys.filter((key) => termOf(guide, key) === null)).toEqual([])
    for (const fighter of board.sides.flatMap(({ fighters }) => fighters)) {
      expect(keys).toContain(`fighter:${fighter.fighter}`)
      expect(keys).toContain(`power@${fighter.fighter}`)
    }
    if (board.phase === 'deck' && legal.some(({ parts }) => parts[0] === 'insert'))
      for (const card of board.sides[view.seat]!.drawn) expect(keys).toContain(`card:${card}@new`)
  })

  if (board.draft)
    test('exactly the fighters light up that may be taken, with the numbers they start with', async () => {
      const { container, play } = show(view)
      const open = new Set(
        legal.flatMap(({ parts }) => (parts[0] === 'pick' || parts[0] === 'discard' ? [parts[1]] : [])),
      )
      const offered = board.draft!.hand.length ? board.draft!.hand : board.draft!.offer
      for (const key of offered) {
        const info = catalogue.fighters[key]!
        const tile = within(container).getByRole('button', { name: new RegExp(`^${read(info.name)}, `) })
        expect(lit(tile) || key === board.draft!.choice.keep, key).toBe(open.has(key))
        expect(tile.getAttribute('aria-label')).toContain(
          `${startHealth(info)} health, Power ${info.power}, difficulty ${info.difficulty} of ${catalogue.hardest}`,
        )
      }
      if (!view.moves.length) return
      const [first, second] = offered.filter((key) => open.has(key) && key !== board.draft!.choice.keep)
      const tile = (key: string) =>
        within(container).getByRole('button', { name: new RegExp(`^${fighterName(catalogue, key)}, `) })
      await press(tile(first!))
      const aside = legal.find(({ parts }) => parts[0] === 'pick' && parts[1] === first)?.forecast?.aside
      expect(primary(container).disabled).toBe(!!aside?.length)
      if (aside?.length) await press(tile(second!))
      await press(primary(container))
      const [sent] = play.mock.calls[0]!
      expect(view.moves.map(({ parts }) => parts)).toContainEqual(sent[0])
    })

  if (board.phase === 'deck' && legal.some(({ parts }) => parts[0] === 'insert'))
    test('a drawn card opens the gaps where it may go, and names the cards that go back', async () => {
      const mine = board.sides[view.seat]!
      for (const card of new Set(mine.drawn)) {
        const { container, play } = show(view)
        const drawn = within(container).getByRole('list', { name: 'Your new cards' })
        const [button] = within(drawn).getAllByRole('button', {
          name: new RegExp(`^${cardName(catalogue, card).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} \\(`),
        })
        await press(button!)
        const moves = legal.filter(({ parts }) => parts[0] === 'insert' && parts[1] === card)
        const gaps = screen.getAllByRole('button', { name: /^Gap / })
        expect(gaps).toHaveLength(moves.length)
        expect(gaps.map((gap) => Number(/\d+/.exec(gap.getAttribute('aria-label')!)![0]))).toEqual(
          moves.map(({ forecast }) => forecast!.turn),
        )
        expect(within(drawn).getAllByText(/^back (sooner|later)$/)).toHaveLength(
          moves[0]!.forecast!.under!.length,
        )
        await press(gaps.at(-1)!)
        await press(primary(container))
        const [insert, under] = play.mock.calls[0]![0]
        expect(insert).toEqual(moves.at(-1)!.parts)
        expect(moves[0]!.forecast!.under!.map((one) => ['under', one])).toContainEqual(under)
        cleanup()
      }
    })

  if (board.phase === 'over')
    test('both decks lie open', () => {
      const { container } = show(view)
      expect(container.textContent).toContain(
        view.outcome!.text.en.replace(/\{P(\d)\}/g, (_, n) => NAMES[n - 1]!),
      )
      expect(board.sides.every(({ deck }) => deck !== null)).toBe(true)
    })
})

// ---- what may be looked up again (TT-32, TT-203) -------------------------------------------------------------------

const logOf = (game: Recorded, events = game.happenings.length): Step[] => [
  { ply: 1, seat: 0, move: null, label: null, happenings: game.happenings.slice(0, events) },
]

/** Titles of cards of the other side; a spectator has none of its own. */
function closedTitles(game: Recorded): string[] {
  const teams = game.positions.at(-1)![1].map((team) => team.map(({ fighter }) => fighter))
  return Object.values(catalogue.cards)
    .filter(({ fighter }) => teams.flat().includes(fighter) && !teams[game.seat]?.includes(fighter))
    .flatMap(({ name }) => [name.en, name.de])
    .filter((title) => !['Aflame!', 'Brenne!'].includes(title))
}

const PUBLIC = new Set(['removed', 'instant', 'flipped'])
const said = (log: Step[]) =>
  log
    .flatMap(({ happenings }) => happenings)
    .map(({ kind, text }) => (PUBLIC.has(kind) ? '' : `${text.en} ${text.de}`))
const clashes = (log: Step[]) =>
  log.flatMap(({ happenings }) => happenings).filter(({ kind }) => kind === 'clash')

describe('of the other side only the newest card may be looked up', () => {
  test.each(recorded.map((game, index) => [index, game] as const))('fight %i', (_, game) => {
    const again = reread(logOf(game), false)
    const newest = game.happenings.findLastIndex(({ kind }) => kind === 'clash')
    const titles = closedTitles(game)
    for (const line of said(again).slice(0, newest))
      for (const title of titles) expect(line).not.toContain(title)
    expect(titles.some((title) => said(again)[newest]!.includes(title))).toBe(true)
    const cards = clashes(again).map(({ facts }) => facts.cards as (string | null)[])
    expect(cards.at(-1)).not.toContain(null)
    for (const shown of cards.slice(0, -1))
      expect(shown.map((card) => card !== null)).toEqual([game.seat === 0, game.seat === 1])
  })

  test('while a fight runs, its newest turn is the one that may be read', () => {
    const game = recorded[0]!
    const at = game.happenings.flatMap(({ kind }, index) => (kind === 'clash' ? [index] : []))
    const lines = said(reread(logOf(game, at[1]! + 1), false))
    const titles = closedTitles(game)
    expect(titles.some((title) => lines[at[0]!]!.includes(title))).toBe(false)
    expect(titles.some((title) => lines[at[1]!]!.includes(title))).toBe(true)
  })

  test('when the fight is over, everything may be read', () => {
    const log = logOf(recorded[0]!)
    expect(reread(log, true)).toBe(log)
  })

  test('every event that names a card was in some recorded fight', () => {
    const kinds = new Set(recorded.flatMap(({ happenings }) => happenings.map(({ kind }) => kind)))
    for (const kind of ['clash', 'cancelled', 'second_pass', 'terror', 'execute', ...PUBLIC])
      expect(kinds).toContain(kind)
  })

  test('a turn that is watched again keeps closed cards closed', async () => {
    const game = recorded.find(({ seat, views }) => seat >= 0 && views.some(({ board }) => board.round > 2))!
    const view = game.views.find(({ board }) => board.phase === 'deck' && board.round > 2)!
    const end = game.happenings.findIndex(
      ({ kind, facts }) => kind === 'deck_phase' && facts.round === view.board.round,
    )
    const log = reread(logOf(game, end), false) as StepOf<Facts>[]
    const { container } = show(view, log)
    await press(within(container).getByRole('button', { name: /last fight/i }))
    const stage = within(document.querySelector<HTMLElement>('dialog[open]')!).getByRole('group', {
      name: 'The clash',
    })
    expect(within(stage).getAllByRole('img', { name: /only at the newest/ })).toHaveLength(1)
    expect(screen.getByText(/only at the newest card of the other side/)).toBeTruthy()
  })
})

test('whoever can win with the next turn has the sign on the tile', () => {
  const { view } = seen.find(({ view: { board } }) => board.phase === 'deck')!
  const { container } = show({ ...view, match_point: [0, 1] })
  const marks = [...container.querySelectorAll('[data-match-point]')]
  expect(marks.map((mark) => mark.textContent)).toEqual(['MATCH POINT', 'MATCH POINT'])
})
