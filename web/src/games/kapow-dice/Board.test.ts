import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { BoardProps, ViewOf } from '../../lib/board'
import { settings, type Language } from '../../lib/settings.svelte'
import { ideaOf, printedGuide, unasked } from '../../testing'
import Board from './Board.svelte'
import type { Ahead, Facts } from './facts'
import { catalogue, happening, recorded, viewOf } from './testing/recorded'

const { guide } = printedGuide('kapow-dice')
const NAMES = ['Ada', 'Bruno', 'Dilek', 'Emre']

function propsOf(view: ViewOf<Facts>, rest: Partial<BoardProps<Facts>> = {}): BoardProps<Facts> {
  return {
    view,
    names: NAMES,
    catalogue,
    happening: null,
    busy: false,
    play: vi.fn(),
    say: vi.fn(),
    ...unasked,
    ideas: [],
    ...rest,
  }
}

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
})

describe('recorded games', () => {
  test.each(recorded.map((game, index) => [index, game.options.mode, game] as const))(
    'game %i (%s) can be watched from beginning to end, in both languages',
    async (index, _, game) => {
      settings.language = (['en', 'de'] as Language[])[index % 2]!
      const shown = render(Board, propsOf(viewOf(game, game.start)))
      let before = viewOf(game, game.start)
      for (const step of game.steps) {
        for (const event of step.happenings) await shown.rerender(propsOf(before, { happening: event }))
        before = viewOf(game, step.after)
        await shown.rerender(propsOf(before))
        expect(shown.container.textContent).not.toMatch(/undefined|NaN|\{\w+\}|\[object/)
      }
    },
    60_000,
  )
})

const duel = recorded[0]!
const start = viewOf(duel, duel.start)

describe('placing', () => {
  test('every box that can be filled glows, and nothing else', () => {
    const { container } = render(Board, propsOf(start))
    const fillable = new Set(start.moves.flatMap(({ parts }) => (parts[0] === 'fill' ? [parts[1]] : [])))
    for (const box of container.querySelectorAll<HTMLElement>('[data-box]'))
      expect(box.dataset.legal !== undefined, box.dataset.box).toBe(fillable.has(box.dataset.box!))
  })

  test('a tap on a glowing box fills it', async () => {
    const play = vi.fn()
    const { container } = render(Board, propsOf(start, { play }))
    const box = container.querySelector<HTMLElement>('[data-box][data-legal]')!
    await fireEvent.click(box)
    expect(play).toHaveBeenCalledExactlyOnceWith([['fill', box.dataset.box, null]])
  })

  test('a die, then a box', async () => {
    const play = vi.fn()
    const { container } = render(Board, propsOf(start, { play }))
    await fireEvent.click(container.querySelector('[data-die="1"]')!)
    const box = container.querySelector<HTMLElement>('[data-box][data-legal]')!
    await fireEvent.click(box)
    expect(play).toHaveBeenCalledExactlyOnceWith([['place', 1, expect.stringContaining(box.dataset.box!)]])
  })

  test('nothing glows while dice of mine roll', () => {
    const reroll = happening('reroll', { fighter: 0, who: 'P1', box: null, dice: [] })
    const { container } = render(Board, propsOf(start, { happening: reroll }))
    expect(container.querySelectorAll('[data-legal]')).toHaveLength(0)
  })

  test('while others do something a die can be chosen, and a tap is made as soon as it can be', async () => {
    const play = vi.fn()
    const ready = happening('ready', { fighter: 1, who: 'P2' })
    const props = propsOf(start, { play, happening: ready, busy: true })
    const { container, rerender } = render(Board, props)
    expect(container.querySelector('[data-early] [data-die="1"]')).toBeTruthy()
    const box = container.querySelector<HTMLElement>('[data-box][data-legal]')!
    await fireEvent.click(box)
    expect(play).not.toHaveBeenCalled()
    await rerender({ ...props, happening: null, busy: false })
    expect(play).toHaveBeenCalledExactlyOnceWith([['fill', box.dataset.box, null]])
  })

  test('what decides nothing is done without asking at a table, and nowhere else', () => {
    const play = vi.fn()
    const ahead: Ahead = { moves: [['done']], question: null, answers: [], by_itself: true }
    const done = { ...start, board: { ...start.board, phase: 'clean_up' as const, ahead } }
    render(Board, propsOf(done, { play }))
    expect(play).not.toHaveBeenCalled()
    render(Board, propsOf(done, { play, automatic: true }))
    expect(play).toHaveBeenCalledExactlyOnceWith([['done']])
  })

  test('the boxes of the round before are filled at one tap, where the engine offers it', async () => {
    const play = vi.fn()
    const moves: Ahead['moves'] = [
      ['fill', 'zap', null],
      ['fill', 'grow', null],
    ]
    const ahead: Ahead = { moves, question: null, answers: [], by_itself: false }
    render(Board, propsOf({ ...start, board: { ...start.board, ahead } }, { play, automatic: true }))
    expect(play).not.toHaveBeenCalled()
    await fireEvent.click(screen.getByRole('button', { name: /^As last round/ }))
    expect(play).toHaveBeenCalledExactlyOnceWith(moves)
  })

  test('in two against two on a phone one tap turns the arrow and says ready', async () => {
    const team = recorded.find(({ options, seat }) => options.mode === 'team' && seat >= 0)!
    const position = [team.start, ...team.steps.map(({ after }) => after)].find(
      ({ board, moves }) => board.phase === 'select' && moves.some(([kind]) => kind === 'target'),
    )!
    const view = viewOf(team, position)
    const me = view.board.fighters[view.seat]!
    const rivals = view.board.teams[1 - me.team]!.fighters
    const play = vi.fn()
    render(Board, propsOf(view, { play }))
    const other = rivals.find((rival) => rival !== (me.target ?? me.across))!
    await fireEvent.click(screen.getByRole('button', { name: `Ready! I attack ${NAMES[other]}.` }))
    expect(play).toHaveBeenCalledExactlyOnceWith([['target', other], ['ready']])
  })

  test('the other’s dice are behind the screen', () => {
    const { container } = render(Board, propsOf(start))
    const tile = container.querySelector('[data-fighter="1"]')!
    expect(tile.querySelector('.screen')).toBeTruthy()
    expect(tile.querySelectorAll('.symbol')).toHaveLength(0)
  })

  test('the one big button makes me ready', async () => {
    const play = vi.fn()
    render(Board, propsOf(start, { play }))
    await fireEvent.click(screen.getByRole('button', { name: /^Ready!/ }))
    expect(play).toHaveBeenCalledExactlyOnceWith([['ready']])
  })
})

test('the next question may be answered while the last blow lands, and is sent when it has', async () => {
  const steps = recorded.flatMap((game) => game.steps.map((step, at) => ({ game, step, at })))
  const found = steps.find(({ game, step }) => {
    const { board, actors, seat } = viewOf(game, step.after)
    const fighting = board.phase !== 'select' && board.phase !== 'clean_up'
    return fighting && actors.includes(seat) && board.question?.fighters.includes(seat)
  })!
  const { game, step, at } = found
  const before = viewOf(game, game.steps[at - 1]!.after)
  const upcoming = viewOf(game, step.after)
  const play = vi.fn()
  const hit = happening('hit', {
    fighter: 1,
    who: 'P2',
    target: 0,
    target_who: 'P1',
    attack: 5,
    defence: 2,
    damage: 3,
  })
  const shown = { ...before, board: { ...upcoming.board, question: null } }
  const props = propsOf(shown, { play, happening: hit, busy: true })
  const { container, rerender } = render(Board, props)
  expect(container.querySelector('[data-answer]')).toBeNull()
  await rerender({ ...props, upcoming })
  await fireEvent.click(container.querySelector('[data-early] [data-answer]')!)
  expect(play).not.toHaveBeenCalled()
  expect(container.querySelector('[data-answer]')).toBeNull()
  await rerender({ ...props, view: upcoming, upcoming: null, happening: null, busy: false })
  expect(play).toHaveBeenCalledOnce()
})

test('every box of the bot’s idea is pointed at, and the board stays as it is', () => {
  const fills = start.moves.filter(({ parts }) => parts[0] === 'fill' && parts[2] === null).slice(0, 2)
  const idea = { ...ideaOf<Facts>(fills[0]!.parts), line: fills }
  const before = render(Board, propsOf(start)).container.querySelector('[aria-selected=true]')?.textContent
  const { container } = render(Board, propsOf(start, { ideas: [idea] }))
  const wanted = fills.map(({ parts }) => parts[1])
  const pointed = [...container.querySelectorAll('[data-box].hinted')].map((box) =>
    box.getAttribute('data-box'),
  )
  expect(pointed.length).toBeGreaterThan(0)
  expect(wanted).toEqual(expect.arrayContaining(pointed))
  expect(container.querySelector('[aria-selected=true]')?.textContent).toBe(before)
})

test('everything in sight has a key that the guide explains', () => {
  const { container } = render(Board, propsOf(start))
  const keys = [...container.querySelectorAll('[data-explain]')].map((one) =>
    one.getAttribute('data-explain')!,
  )
  const known = new Set(guide.terms.map(({ key }) => key))
  const unknown = keys.filter((key) => !known.has(key.split('@')[0]!) && !known.has(key.split(/[:@]/)[0]!))
  expect(unknown).toEqual([])
  for (const kind of ['die:', 'box:', 'slot:', 'tab:', 'health@', 'fighter@', 'button:ready', 'round'])
    expect(
      keys.some((key) => key.startsWith(kind)),
      kind,
    ).toBe(true)
})

describe('the first roll', () => {
  const rolled = happening('roll', {
    fighter: 0,
    who: 'Ann',
    faces: start.board.fighters[0]!.dice.map(({ face }) => face!),
  })

  test('of a match that has just begun tumbles', () => {
    settings.speed = 'normal'
    const { container } = render(Board, propsOf(start, { passed: [rolled], revealed: false }))
    expect(container.querySelectorAll('.tray .die.rolling').length).toBe(rolled.facts.faces!.length)
  })

  test('of a match that goes on lies still', () => {
    settings.speed = 'normal'
    const { container } = render(Board, propsOf(start))
    expect(container.querySelectorAll('.die.rolling').length).toBe(0)
  })
})

test('my own tile says “You”, and has no name', () => {
  const { container } = render(Board, propsOf(start))
  const tile = container.querySelector(`[data-fighter="${start.seat}"]`)!
  expect(tile.textContent).toContain('You')
  expect(`${tile.textContent} ${tile.getAttribute('aria-label')}`).not.toContain(NAMES[start.seat])
})

test('whoever can win with the next turn has the sign on the tile', () => {
  render(Board, propsOf({ ...viewOf(duel, duel.start), match_point: [1] }))
  expect(document.querySelector('[data-match-point="2"]')?.textContent).toBe('MATCH POINT')
})

describe('characters', () => {
  const team = recorded.find(({ options, seat }) => options.mode === 'team' && seat >= 0)!
  const positions = [team.start, ...team.steps.map(({ after }) => after)].map((one) => viewOf(team, one))
  const nameOf = (who: string | null): string => catalogue.characters[who ?? '']!.name.en

  test('the one I chose is mine by the word “You”, the others have the names of their players', () => {
    const view = positions.find(({ board, seat }) => board.fighters[seat]?.character)!
    const { container } = render(Board, propsOf({ ...view, board: { ...view.board, phase: 'pick' } }))
    const owners = view.board.fighters.flatMap(({ character }, index) => {
      const said = container.querySelector(`[data-character="${character}"] small`)?.textContent
      return said ? [[index, said.trim()]] : []
    })
    expect(owners.length).toBeGreaterThan(0)
    for (const [index, said] of owners) expect(said).toBe(index === view.seat ? 'You' : NAMES[Number(index)])
  })

  test('every other fighter of four shows the character’s name on the board', () => {
    const view = positions.find(({ board }) => board.phase === 'select')!
    const { container } = render(Board, propsOf(view))
    view.board.fighters.forEach(({ character }, index) => {
      if (index !== view.seat)
        expect(container.querySelector(`[data-fighter="${index}"]`)?.textContent).toContain(nameOf(character))
    })
  })

  test('after the reveal every ability says what it brings', () => {
    const fights = recorded.flatMap((game) => game.steps.map(({ after }) => viewOf(game, after)))
    const view = fights.find(
      ({ board }) =>
        !['pick', 'card', 'select', 'clean_up'].includes(board.phase) &&
        board.fighters.some(({ selected, hidden }) => !hidden && selected.includes('grow')),
    )!
    const { container } = render(Board, propsOf(view))
    const grown = [...container.querySelectorAll('.lineup li')].find((one) =>
      one.textContent.includes(catalogue.abilities['grow']!.name.en),
    )!
    expect(grown.querySelector('small')?.textContent).toMatch(/die/i)
  })
})

test.each([
  ['at the table', false, 'You'],
  ['in a replay through their eyes', true, 'Ada'],
])('a tile calls its reader you, and nobody else: %s', (_, replay, called) => {
  const [game] = recorded
  const view = viewOf(game!, game!.start)
  const { container } = render(Board, propsOf({ ...view, seat: 0 }, { replay }))
  const names = [...container.querySelectorAll('.name b')].map((one) => one.textContent)
  expect(names).toContain(called)
  expect(names).not.toContain(called === 'You' ? 'Ada' : 'You')
})
