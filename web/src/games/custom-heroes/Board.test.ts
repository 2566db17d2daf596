import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { BoardProps, ViewOf } from '../../lib/board'
import { termOf } from '../../lib/explain'
import { keyOf } from '../../lib/parts'
import { optionOf } from '../../lib/preview.svelte'
import { settings } from '../../lib/settings.svelte'
import { ideaOf, printedGuide } from '../../testing'
import Board from './Board.svelte'
import type { BoardView, Move, Facts } from './facts'
import { catalogue, position, positions, previewOf } from './testing/positions'
import { player, table } from './testing/tables'
import { plain } from './craft'
import { sayDemand } from './words'

const { guide } = printedGuide('custom-heroes')
const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo']

function show(name: string, rest: Partial<BoardProps<Facts>> = {}) {
  const found = position(name)
  const play = vi.fn()
  const whyNot = vi.fn()
  const props = {
    catalogue,
    names,
    happening: null,
    busy: false,
    say: vi.fn(),
    ideas: [],
  }
  const preview = previewOf(found)
  const shown = render(Board, { view: found.view, ...props, play, preview, whyNot, ...rest })
  return { play, whyNot, view: found.view, ...shown }
}

const inHand = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Your hand' })).getByRole('button', { name })
/** A tap, and the engine's answer to it. */
const tap = async (element: HTMLElement) => {
  await fireEvent.click(element)
  await answered()
}
const answered = async () => {
  for (let turn = 0; turn < 3; turn += 1) await tick()
}
const button = (name: RegExp | string) => screen.getByRole('button', { name })
const primary = () => document.querySelector<HTMLButtonElement>('.primary button')!

/** The engine's reason for refusing what a test asked `whyNot` about. */
const refusal = (name: string, moves: Move[]) =>
  position(name).previews.find(([asked]) => keyOf(asked) === keyOf(moves))?.[1].refusal

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
})

describe('a turn', () => {
  test('one tap gathers the set, one button plays it', async () => {
    const { play } = show('lead')
    await tap(inHand(/^1: 3, Riku/))
    await tap(button('Play 2 × 3'))
    expect(play).toHaveBeenCalledExactlyOnceWith([
      [
        'play',
        [
          { card: 'C03a', active: false },
          { card: 'C03b', active: false },
        ],
      ],
    ])
  })

  test('a tap on a card that came along keeps it; a second one lays the whole set back', async () => {
    show('lead')
    await tap(inHand(/^1: 3, Riku/))
    await tap(inHand(/^2: 3, Riku/))
    expect(button('Play 2 × 3')).toBeTruthy()
    await tap(inHand(/^2: 3, Riku/))
    expect(primary().disabled).toBe(true)
    expect(document.querySelectorAll('.hand [aria-pressed=true]')).toHaveLength(0)
  })

  test('one card of a pair is led alone only by a button that says so', async () => {
    const { play } = show('lead')
    await tap(inHand(/^1: 3, Riku/))
    await tap(button('Only the card I tapped'))
    await tap(button('Play one 3'))
    expect(play).toHaveBeenCalledExactlyOnceWith([['play', [{ card: 'C03a', active: false }]]])
  })

  test('a card that cannot join gathers a set of its own', async () => {
    const { play } = show('lead')
    await tap(inHand(/^1: 3, Riku/))
    await tap(inHand(/7, Toru/))
    await tap(button('Play one 7'))
    expect(play).toHaveBeenCalledExactlyOnceWith([['play', [{ card: 'C07a', active: false }]]])
  })

  test('where two are wanted, a second tap does not leave one behind', async () => {
    show('two sevens wanted')
    await tap(inHand(/^1: 7, Toru/))
    await tap(inHand(/^2: 7, Toru/))
    expect(button('Play 2 × 7').hasAttribute('disabled')).toBe(false)
    expect(screen.queryByRole('button', { name: 'Only the card I tapped' })).toBeNull()
  })

  test('crafting and set travel together; before that the piece can be taken back', async () => {
    const { play } = show('lead')
    await tap(button(/^Fish \+1/))
    expect(inHand(/7, Toru, 7 becomes 8/)).toBeTruthy()
    await tap(inHand(/7, Toru/))
    expect(inHand(/8, Toru: Fish \+1/)).toBeTruthy()
    await tap(button('Take Fish out again'))
    expect(inHand(/7, Toru$/)).toBeTruthy()
    await tap(button(/^Fish \+1/))
    await tap(inHand(/7, Toru/))
    await tap(inHand(/8, Toru/))
    await tap(button('Play one 8'))
    expect(play).toHaveBeenCalledExactlyOnceWith([
      ['attach', 'RP1-2', 'C07a'],
      ['play', [{ card: 'C07a', active: false }]],
    ])
  })

  test('an ability is activated with its cost on the button', async () => {
    const { play } = show('brando')
    await tap(inHand(/3, Riku: Brando/))
    await tap(button(/Activate Brando 1/))
    await tap(button('Play 2 × 3 (pay 1)'))
    expect(play).toHaveBeenCalledExactlyOnceWith([['play', [{ card: 'C03a', active: true }]]])
  })

  test('an ability that cannot be paid stays off, and the engine says why', async () => {
    const { whyNot } = show('poor')
    await tap(inHand(/3, Riku: Brando/))
    await tap(button(/Activate Brando 1/))
    expect(whyNot).toHaveBeenCalledExactlyOnceWith([['card', 'C03a', true]])
    expect(refusal('poor', [['card', 'C03a', true]])?.rule).toBe('CH-57')
    expect(button('Play one 3')).toBeTruthy()
  })

  test('passing after crafting is asked for once more, because the piece stays', async () => {
    const { play } = show('three tens')
    await tap(button(/^Fish/))
    await tap(inHand(/9, Yoshima/))
    await tap(button('Pass'))
    expect(play).not.toHaveBeenCalled()
    await tap(button('Craft 1 and pass'))
    expect(play).toHaveBeenCalledExactlyOnceWith([['attach', 'RP1-2', 'C09a'], ['pass']])
  })

  test('a value is explained, beside its ability as well', async () => {
    show('sum')
    await tap(inHand(/8, Riku/))
    await tap(button('How this value is made up: Base 3 · Aura sets it to 7 · +1 left hand · makes 8'))
    expect(screen.getByText('Base 3 · Aura sets it to 7 · +1 left hand · makes 8')).toBeTruthy()
  })

  test.each([
    ['equal', 'Same value: Bo is skipped.'],
    ['equal, two left', 'Same value: Cy is skipped and you win the trick.'],
  ])('the same value says who is skipped, and whether that wins the trick: %s', async (name, line) => {
    show(name)
    await tap(inHand(/7, Toru/))
    expect(screen.getByText(line)).toBeTruthy()
  })

  test('the last card wins no trick that is abandoned (CH-51)', async () => {
    show('last card')
    await tap(inHand(/7, Toru/))
    expect(screen.getByRole('button', { name: 'Play one 7' })).toBeTruthy()
    expect(screen.queryByText(/you win the trick/)).toBeNull()
  })

  test('what is illegal is asked of the engine, which knows the rule', async () => {
    const { whyNot } = show('eight on top')
    await tap(inHand(/^1: 3, Riku/))
    expect(whyNot).toHaveBeenCalledExactlyOnceWith([['card', 'C03a', false]])
    expect(refusal('eight on top', [['card', 'C03a', false]])?.rule).toBe('CH-64')
  })

  test('a leader cannot pass', async () => {
    const { whyNot, play } = show('lead')
    await tap(button('Pass'))
    expect(whyNot).toHaveBeenCalledExactlyOnceWith([['pass']])
    expect(refusal('lead', [['pass']])?.rule).toBe('CH-40')
    expect(play).not.toHaveBeenCalled()
  })

  test('after a play only power is left to decide about', async () => {
    const { whyNot, play } = show('after')
    await tap(inHand(/3, Riku/))
    expect(whyNot).toHaveBeenCalledExactlyOnceWith([['card', 'C03a', false]])
    await tap(button('Discard 3 power'))
    expect(play).toHaveBeenCalledExactlyOnceWith([['discard']])
  })
})

describe('wagers', () => {
  test('no bet is one tap', async () => {
    const { play } = show('wagers')
    await tap(button('No bet'))
    expect(play).toHaveBeenCalledExactlyOnceWith([['bet', []]])
  })

  test('a Kodora on the card and one from the stock, 2 points each', async () => {
    const { play, whyNot } = show('wagers')
    await tap(inHand(/7, Toru/))
    await tap(inHand(/3, Riku/))
    await tap(inHand(/9, Yoshima/))
    const asked: Move[] = [
      ['wager', 'C07a', null],
      ['wager', 'C03a', 'KO-1'],
      ['wager', 'C09a', 'KO-1'],
    ]
    expect(whyNot).toHaveBeenCalledExactlyOnceWith(asked)
    expect(refusal('wagers', asked)).toBeTruthy()
    await tap(button('Bet 4 points on 2 cards'))
    expect(play).toHaveBeenCalledExactlyOnceWith([
      [
        'bet',
        [
          { card: 'C07a', piece: null },
          { card: 'C03a', piece: 'KO-1' },
        ],
      ],
    ])
  })

  test('a second thought moves the only Kodora to another card', async () => {
    const { play, whyNot } = show('one Kodora')
    await tap(inHand(/3, Riku/))
    await tap(inHand(/8, Kichiro/))
    await tap(button('Bet 2 points on 1 card'))
    expect(play).toHaveBeenCalledExactlyOnceWith([['bet', [{ card: 'C08a', piece: 'KO-1' }]]])
    expect(whyNot).not.toHaveBeenCalled()
  })
})

test('an answer is sealed until all are in', () => {
  const { view } = position('wagers')
  const you = { ...view.board.you!, answered: true, wagers: [{ card: 'C07a', piece: null }] }
  show('wagers', { view: { ...view, moves: [], board: { ...view.board, you } } })
  expect(screen.getByText(/Your bet is in/)).toBeTruthy()
})

describe.each(positions.map(({ name, view }) => [name, view] as const))(
  'as the engine says: %s',
  (name, view) => {
    const legal = new Set(view.moves.map(({ parts }) => keyOf(parts)))
    const may = (parts: Move): boolean => legal.has(keyOf(parts))
    const { board } = view
    const held = () => [...document.querySelectorAll<HTMLElement>('.hand [data-card]')]
    const glows = (card: HTMLElement) => card.querySelector('[data-legal]') !== null

    test('every card shows its value, and glows where it may be played', () => {
      show(name)
      const shown = Object.fromEntries(held().map((card) => [card.dataset.card, card]))
      for (const { card, value } of board.you!.hand) {
        expect(shown[card]!.querySelector('button')!.getAttribute('aria-label')).toContain(
          `: ${plain(value)}, `,
        )
        const playable = view.moves.some(
          ({ parts }) => (parts[0] === 'card' || parts[0] === 'wager') && parts[1] === card,
        )
        expect(glows(shown[card]), card).toBe(playable)
      }
    })

    test('buttons are open where their move is legal, and what must be beaten is said', () => {
      show(name)
      if (board.phase !== 'wagers')
        for (const move of ['pass', 'exchange'] as const)
          expect(document.querySelector(`.act.${move}`)!.getAttribute('aria-disabled')).toBe(
            String(!may([move])),
          )
      if (board.top)
        expect(screen.getByText(sayDemand(board.top, board.descending, board.equal_beats))).toBeTruthy()
    })

    const sets = view.moves.filter(
      ({ parts }) => parts[0] === 'card' && parts[2] === !may(['card', parts[1], false]),
    )
    if (sets.length)
      test('a tap gathers the set that the engine gathers, with its numbers', async () => {
        for (const { parts, forecast } of sets.slice(0, 4)) {
          const { unmount } = show(name)
          await tap(
            held()
              .find(({ dataset }) => dataset.card === parts[1])!
              .querySelector('button')!,
          )
          const asked = forecast!.gathers!.map((one) => ['card', one.card, one.active])
          const answer = position(name).previews.find(([moves]) => keyOf(moves) === keyOf(asked))![1]
          const { kind, value, count, cost } = optionOf<Facts>(answer.view!, ['play', []])!.forecast!.play!
          const text = primary().textContent
          if (kind === 'normal') expect(text).toContain(plain(value!))
          if (kind === 'normal' && count > 1) expect(text).toContain(`${count} ×`)
          if (cost) expect(text).toContain(`pay ${cost}`)
          expect(primary().disabled).toBe(false)
          unmount()
        }
      })
  },
)

function viewOf(board: BoardView): ViewOf<Facts> {
  return { ...position('lead').view, seats: board.players.length, board }
}

test('the end of a round is summed up, once', async () => {
  const before = table({ places: [], players: [player({ power: 2, staked: 2 }), player(), player()] })
  const { rerender } = show('lead', { view: viewOf(before) })
  const facts = { round: 1, places: [2, 0, 1], wagers: [4, -2, 0] }
  const over = { kind: 'round_over', facts, text: { en: '', de: '' } } as const
  const log = [{ ply: 1, seat: 0, move: null, label: null, happenings: [over] }]
  await rerender({ view: viewOf(table({ round: 3 })), log })
  expect(screen.getByText('Round 1 is over')).toBeTruthy()
  const rows = [...document.querySelectorAll('tbody tr')]
  expect(rows.map((row) => row.querySelectorAll('td')[1]!.textContent)).toEqual(['+4', '−2', ''])
  await tap(button('Continue'))
  expect(screen.queryByText('Round 1 is over')).toBeNull()
})

test('a hint leaves what was chosen, and taking it over lays out the whole turn', async () => {
  const turn: Move[] = [
    ['card', 'C03a', false],
    ['card', 'C03b', false],
    ['play', []],
  ]
  const idea = { ...ideaOf<Facts>(turn[0]!), line: turn.flatMap((parts) => ideaOf<Facts>(parts).line) }
  const { play, rerender } = show('lead')
  await tap(inHand(/7, Toru/))
  await rerender({ ideas: [idea] })
  expect(inHand(/7, Toru/).getAttribute('aria-pressed')).toBe('true')
  await tap(inHand(/7, Toru/))
  await tap(button('The bot suggests: play 3 + 3'))
  await tap(button('Play 2 × 3'))
  expect(play).toHaveBeenCalledExactlyOnceWith([
    [
      'play',
      [
        { card: 'C03a', active: false },
        { card: 'C03b', active: false },
      ],
    ],
  ])
})

test('everything that carries a key is explained by the guide', async () => {
  const seen = new Set<string>()
  for (const { name } of positions) {
    const { container, unmount } = show(name)
    await answered()
    const card = container.querySelector<HTMLElement>('.hand [data-explain^="card:"]')
    if (card) await tap(card)
    for (const element of container.querySelectorAll<HTMLElement>('[data-explain]')) {
      const key = element.dataset.explain!
      seen.add(key.split('@')[0]!.split(':')[0]!)
      expect(termOf(guide, key)?.key, `${name}: ${key}`).toBeTruthy()
    }
    unmount()
  }
  const wanted = 'bet button card demand hand history pile place player points power slot stock value'
  for (const kind of wanted.split(' ')) expect(seen.has(kind), kind).toBe(true)
})

test('whoever can win with the next turn has the sign on the tile', () => {
  show('lead', { view: { ...position('lead').view, match_point: [0, 1] } })
  const marks = [...document.querySelectorAll('[data-match-point]')]
  expect(marks.map((mark) => mark.getAttribute('data-match-point')).sort()).toEqual(['1', '2'])
})
