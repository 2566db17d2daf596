/** What the board shows and asks is what the engine says, over recorded games of every mode and number of seats. */

import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { SentMove } from '../../lib/board'
import { keyOf } from '../../lib/parts'
import { settings } from '../../lib/settings.svelte'
import { unasked } from '../../testing'
import Board from './Board.svelte'
import type { Forecast, Facts } from './facts'
import { cardsOf, namedMoves, type Attack, type Legal } from './moves'
import { catalogue, optionsOf, recorded, viewOf } from './testing/recorded'
import { sayCard, t } from './words'

const NAMES = ['Ada', 'Bruno', 'Cleo', 'Dilek', 'Emre', 'Fay']

const games = recorded.filter((game) => game.seat >= 0)
const called = (game: (typeof games)[number]): string => `${game.options.mode}, ${game.seats} seats`
const positions = games.flatMap((game) =>
  [game.start, ...game.steps.map((step) => step.after)]
    .filter((position) => position.asked)
    .map((position) => ({ game, position, legal: namedMoves(optionsOf(position)) })),
)
const deciding = positions.filter(({ legal }) => legal.length > 0)

/** A move as a key, whatever the order of its cards. */
const meaning = (parts: SentMove<Facts>): string =>
  typeof parts !== 'string' && parts[0] === 'attack'
    ? keyOf([...parts[1].toSorted(), ...parts.slice(2)])
    : keyOf([...parts])

/** The board in a recorded position, with the engine's recorded answers to what it asks. */
function show({ game, position }: (typeof positions)[number]) {
  const answers = new Map(position.asked!.map(([[parts], answer]) => [meaning(parts!), answer]))
  const refused: { parts: SentMove<Facts>; code: string | undefined }[] = []
  const whyNot = ([parts]: SentMove<Facts>[]): void => {
    const answer = answers.get(meaning(parts!))
    expect(answer, `nobody recorded what the engine says to ${parts}`).toBeDefined()
    refused.push({ parts: parts!, code: answer?.refusal?.code })
  }
  const view = viewOf(game, position)
  const play = vi.fn()
  const asking = { say: () => {}, preview: unasked.preview, whyNot }
  render(Board, {
    view,
    names: NAMES,
    catalogue: catalogue as never,
    happening: null,
    busy: false,
    play,
    ...asking,
    ideas: [],
  })
  return { refused, play }
}

const tap = (element: HTMLElement) => fireEvent.click(element)
/** The button of this name, found the quick way: roles and names of a whole board take long to work out. */
function button(fits: (name: string) => boolean, within: Element = document.body): HTMLElement {
  const found = buttons(fits, within)[0]
  expect(found, 'there is no such button').toBeDefined()
  return found!
}
/** What a button is called; the key drawn on it is no part of that. */
const nameOf = (one: HTMLElement): string =>
  one.getAttribute('aria-label') ?? (one.querySelector(':scope > span') ?? one).textContent.trim()
const buttons = (fits: (name: string) => boolean, within: Element = document.body): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>('button')].filter((one) => fits(nameOf(one)))
const inHand = (card: string): HTMLElement =>
  button(
    (name) => name.endsWith(`: ${sayCard(catalogue, card)}`),
    document.querySelector(`[aria-label="${t('yourHand')}"]`)!,
  )
const actionOf = (action: 'barricade' | 'recruit' | 'pass'): HTMLElement =>
  button((name) => name === t(action), document.querySelector('.actions')!)
function targetOf({ target: { seat, zone, index } }: Attack): HTMLElement {
  const place = zone === 'row' ? `${t('slot', { n: index + 1 })}:` : `${t('handCard', { n: index + 1 })},`
  return button((name) => name.startsWith(`${NAMES[seat]}, ${place}`))
}
const primary = (): HTMLElement => document.querySelector<HTMLElement>('.primary button')!
/** What the middle of the table says. */
const stage = (): string => document.querySelector('.stage')!.textContent.replace(/\s+/g, ' ')

/** What a forecast says, in the board's words. */
function sentences({ value = 0, success, why, defence, beats, unseen, if_fails }: Forecast): string[] {
  const said: string[] = []
  if (success === undefined)
    said.push(t('againstHidden', { value }), t('odds', { beats: beats!, of: unseen! }))
  else if (success) said.push(t(why === 'tie' ? 'winsTie' : 'beats', { value, defence: defence! }))
  else said.push(why === 'villain-tie' ? t('failsVillainTie') : t('failsLower', { value, defence: defence! }))
  if (success) return said
  const surely = success === false
  if (if_fails === 'knocked-out') said.push(t(surely ? 'warnKnockedOutSurely' : 'warnKnockedOut'))
  else if (if_fails === 'passive') said.push(t(surely ? 'warnPassiveSurely' : 'warnPassive'))
  else if (surely) said.push(t('warnHopeless'))
  return said
}

/** A few attacks of a position with different forecasts. */
function different(legal: readonly Legal[]): Attack[] {
  const found = new Map<string, Attack>()
  for (const move of legal) {
    if (move.kind !== 'attack') continue
    const { success, why, if_fails } = move.forecast
    found.set(JSON.stringify([move.cards.length, success, why, if_fails, move.target.zone]), move)
  }
  return [...found.values()].slice(0, 3)
}

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
})

describe('the recorded games are worth comparing', () => {
  test('they have every mode, hidden and open targets, successes and failures', () => {
    expect(new Set(games.map((game) => game.options.mode))).toEqual(new Set(['fallen-heroes', 'to-infinity']))
    const forecasts = deciding.flatMap(({ legal }) => legal.map((move) => move.forecast))
    expect(new Set(forecasts.map((forecast) => forecast.success))).toEqual(new Set([true, false, undefined]))
    const codes = positions.flatMap(({ position }) =>
      position.asked!.map(([, answer]) => answer.refusal?.code),
    )
    expect(codes).not.toContain(undefined)
    for (const code of [
      'NOT_YOUR_TURN',
      'BAD_ATTACK_SET',
      'BAD_TARGET_CARD',
      'BAD_TARGET_PLAYER',
      'GAME_OVER',
    ])
      expect(codes).toContain(code)
  })
})

describe.each(games.map((game) => [called(game), game] as const))('%s', (_, game) => {
  const turns = deciding.filter((one) => one.game === game)
  const mine = turns
    .filter((_, index) => index % Math.ceil(turns.length / 4) === 0)
    .map((one) => [one.position.board.turns, one] as const)

  test.each(mine)(
    'turn %i: an attack shows its value, its chances and what it risks as the engine foretells them',
    async (_, one) => {
      show(one)
      for (const move of different(one.legal)) {
        for (const card of move.cards) await tap(inHand(card))
        expect(primary().textContent).toBe(t('chooseTarget', { value: move.forecast.value! }))
        await tap(targetOf(move))
        expect(primary().textContent).toBe(t('attackButton', { value: move.forecast.value! }))
        for (const sentence of sentences(move.forecast)) expect(stage()).toContain(sentence)
        await tap(button((name) => name === t('stepBack')))
      }
    },
  )

  const able = mine.filter(([, one]) => one.legal.some((move) => move.kind === 'barricade'))
  test.each(able)('turn %i: a barricade names the slot that the engine foretells', async (_, one) => {
    const move = one.legal.find((other) => other.kind === 'barricade')!
    show(one)
    await tap(inHand(cardsOf(move)[0]!))
    await tap(actionOf('barricade'))
    const { slot, leaves } = move.forecast
    const last = leaves === 'passive' ? ` ${t('warnLastCard')}` : ''
    expect(stage()).toContain(t('previewBarricade', { slot: slot! }) + last)
  })

  test.each(mine)('turn %i: the buttons are open exactly where the engine offers the action', (_, one) => {
    show(one)
    for (const action of ['barricade', 'recruit', 'pass'] as const) {
      const offered = one.legal.some((move) => move.kind === action)
      expect(actionOf(action).getAttribute('aria-disabled')).toBe(String(!offered))
    }
  })

  test.each(mine)(
    'turn %i: whatever is tapped and cannot be is refused by the engine itself',
    async (_, one) => {
      const { refused, play } = show(one)
      for (const action of ['barricade', 'recruit', 'pass'] as const)
        if (!one.legal.some((move) => move.kind === action)) await tap(actionOf(action))
      for (const empty of buttons((name) => /^\w+, Slot \d: empty/.test(name))) await tap(empty)
      for (const own of buttons((name) => /^Slot \d: (?!empty)/.test(name))) await tap(own)
      const hand = one.position.board.players[game.seat]!.hand
      for (const card of hand) await tap(inHand(card!))
      expect(refused.map(({ code }) => code)).not.toContain(undefined)
      expect(refused.length).toBeGreaterThan(0)
      expect(play).not.toHaveBeenCalled()
    },
  )

  test('out of turn, and when all is over, the engine says so', async () => {
    const waiting = positions.filter((one) => one.game === game && !one.legal.length)
    for (const one of [waiting[0]!, waiting.at(-1)!]) {
      const { refused } = show(one)
      await tap(buttons((name) => name.startsWith('Slot 1:'))[0]!)
      const expected = one.position.outcome ? 'GAME_OVER' : 'NOT_YOUR_TURN'
      expect(refused).toEqual([{ parts: ['pass'], code: expected }])
      cleanup()
    }
  })

  test("the totals of the final battle are the engine's", () => {
    const end = positions.filter((one) => one.game === game).at(-1)!
    const { totals, players } = end.position.board
    show(end)
    const shown = [...document.querySelectorAll('.total')].map((one) => Number(one.textContent))
    const expected = (totals ?? []).filter(
      (total, seat) => total !== null && players[seat]!.state !== 'knocked-out',
    )
    expect([...shown].sort()).toEqual([...expected].sort())
    cleanup()
  })
})
