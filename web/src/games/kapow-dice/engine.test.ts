/** What the board shows while dice are placed is what the engine says, over recorded games of every mode. */

import { fireEvent, render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'

import { settings } from '../../lib/settings.svelte'
import { unasked } from '../../testing'
import Board from './Board.svelte'
import type { Fighter, Worth } from './facts'
import { formula } from './formula'
import { fillForecast, sorted } from './moves'
import { catalogue, recorded, viewOf } from './testing/recorded'
import { t } from './words'

const NAMES = ['Ada', 'Bruno', 'Dilek', 'Emre']

const placing = recorded
  .filter((game) => game.seat >= 0)
  .flatMap((game) =>
    [game.start, ...game.steps.map((step) => step.after)]
      .filter(({ moves, board }) => board.phase === 'select' && moves.some(([kind]) => kind === 'fill'))
      .slice(0, 6)
      .map((position, index) => ({
        name: `${game.options.mode} ${index + 1}`,
        view: viewOf(game, position),
        me: position.board.fighters[game.seat]!,
      })),
  )

function show(view: (typeof placing)[number]['view']) {
  const props = { names: NAMES, catalogue, happening: null, busy: false, ideas: [] }
  return render(Board, { view, ...props, play: vi.fn(), say: vi.fn(), ...unasked }).container
}

/** What a box comes to, in the board's words. */
function sentences({ attack, defence, works }: Worth): string[] {
  const sides = (['attack', 'defence'] as const).flatMap((side) => {
    const sum = { attack, defence }[side]
    if (!sum) return []
    if (sum.after === null) return [t('needsBase', { side: t(side) })]
    return [t('wouldBe', { side: t(side), before: sum.before ?? 0, after: sum.after })]
  })
  return works === undefined ? sides : [...sides, t(works ? 'worksNow' : 'worksNotNow')]
}

/** The text of everything on the screen, without line breaks. */
const said = (container: HTMLElement): string => container.textContent.replace(/\s+/g, ' ')

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
})

test('the recorded games are worth comparing: every mode, bases, kickers and boxes that copy or wait', () => {
  expect(new Set(placing.map(({ name }) => name.split(' ')[0]))).toEqual(
    new Set(['duel', 'characters', 'solo', 'team', 'coop']),
  )
  const worths = placing.flatMap(({ me }) => Object.values(me.worth))
  expect(worths.some(({ attack }) => attack?.after === null)).toBe(true)
  expect(worths.some(({ attack }) => attack && attack.after !== null && attack.after !== attack.before)).toBe(
    true,
  )
  expect(worths.some(({ works }) => works !== undefined)).toBe(true)
})

const placings = placing.map(({ name, view, me }) => [name, view, me] as const)
test.each(placings)(
  '%s: boxes, totals and what a box would come to are the engine’s',
  async (_, view, me: Fighter) => {
    const legal = sorted(view.moves)
    const container = show(view)

    const open = new Set([...legal.fills.keys(), ...legal.announces.map(([, name]) => name)])
    for (const box of container.querySelectorAll<HTMLElement>('[data-box]'))
      expect(box.dataset.legal !== undefined, box.dataset.box).toBe(open.has(box.dataset.box!))

    for (const sum of [me.forecast?.attack, me.forecast?.defence])
      if (sum) {
        expect(said(container)).toContain(String(sum.total))
        if (formula(sum) !== String(sum.total)) expect(said(container)).toContain(formula(sum))
      }

    for (const box of [...legal.fills.keys()].filter((box) => me.worth[box]).slice(0, 4)) {
      const button = container.querySelector<HTMLElement>(`[data-box="${box}"]`)
      if (!button) continue
      await fireEvent.focus(button)
      await fireEvent.pointerEnter(button)
      await tick()
      for (const sentence of sentences(me.worth[box]!)) expect(said(container), box).toContain(sentence)
      const dice = fillForecast(legal, box)!.dice!
      for (const die of me.dice) {
        const shown = container.querySelector<HTMLElement>(`[data-die="${die.die}"]`)
        if (shown && die.at === null)
          expect(shown.classList.contains('marked'), `${box} d${die.die}`).toBe(dice.includes(die.die))
      }
      await fireEvent.pointerLeave(button)
      await fireEvent.blur(button)
    }
  },
)
