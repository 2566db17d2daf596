/**
 * Boards laid open, as a replay that tells all shows them: nothing on them is hidden, in any game, mode and phase.
 * `web/fixtures/open_boards.py` makes the positions.
 */
import { render } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { EVERYTHING } from '../lib/eyes'
import { settings, type Language } from '../lib/settings.svelte'
import type { View } from '../lib/wire'
import { fixture, unasked, type GAMES } from '../testing'
import HeroesBoard from './custom-heroes/Board.svelte'
import { sayCard as sayHero } from './custom-heroes/words'
import CardsBoard from './kapow-cards/Board.svelte'
import { nameOf } from './kapow-cards/words'
import DiceBoard from './kapow-dice/Board.svelte'
import { chosenBy } from './kapow-dice/scene'
import { inLanguage } from './kapow-dice/words'
import TagBoard from './tag-team/Board.svelte'
import { cardName, fighterName, read } from './tag-team/words'

const NAMES = ['Ada', 'Bo', 'Cyd', 'Dea', 'Eli', 'Fay']

/** What a board says, to eyes and to screen readers. */
const saidOn = (board: HTMLElement): string =>
  [
    board.textContent,
    ...[...board.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label')),
  ].join('\n')

type Expected = (board: any, catalogue: any, view: View) => string[]

/** By game: everything that must be readable on the open board. */
const EXPECTED: [(typeof GAMES)[number], Component<any>, Expected][] = [
  [
    'kapow-cards',
    CardsBoard,
    ({ players }, catalogue) =>
      players.flatMap(({ hand, row }: any) =>
        [...hand, ...row.flatMap((slot: any) => (slot ? [slot.card] : []))].map((card: string) =>
          nameOf(catalogue, card),
        ),
      ),
  ],
  [
    'custom-heroes',
    HeroesBoard,
    ({ players }, catalogue) =>
      players.flatMap(({ own }: any) => own.hand.map((card: any) => sayHero(catalogue, card))),
  ],
  [
    'tag-team',
    TagBoard,
    ({ draft, sides, phase }, catalogue) => [
      ...(draft?.hands ?? []).flatMap(({ hand }: any) =>
        hand.map((key: string) => fighterName(catalogue, key)),
      ),
      ...sides.flatMap(({ fighters }: any) =>
        fighters.flatMap(({ special }: any) =>
          (special.schemes ?? []).map((key: string) => read(catalogue.schemes[key].text)),
        ),
      ),
      ...(phase === 'order' || phase === 'deck'
        ? sides.flatMap((side: any) =>
            [...side.deck, ...side.drawn].map((card: string) => cardName(catalogue, card)),
          )
        : []),
    ],
  ],
  [
    'kapow-dice',
    DiceBoard,
    ({ fighters, phase }, catalogue) =>
      phase === 'select'
        ? fighters
            .filter(({ seat }: any) => seat !== null)
            .flatMap((one: any) => chosenBy(one, catalogue).map(({ ability }) => inLanguage(ability.name)))
        : [],
  ],
]

beforeEach(() => {
  settings.speed = 'off'
})

describe.each(EXPECTED)('%s', (game, Board, expected) => {
  const catalogue = fixture<object>(game, 'catalogue')
  const views = fixture<View[]>(game, 'open')

  test.each(views.map((view, index) => [index, view] as const))(
    'open position %i shows everything, in both languages',
    (index, view) => {
      settings.language = (['en', 'de'] as Language[])[index % 2]!
      expect(view.seat).toBe(EVERYTHING)
      const shown = render(Board, {
        view,
        names: NAMES,
        catalogue,
        happening: null,
        busy: true,
        play: vi.fn(),
        say: vi.fn(),
        ...unasked,
        ideas: [],
        replay: true,
        log: [],
      })
      const said = saidOn(shown.container)
      for (const word of expected(view.board, catalogue, view)) expect(said).toContain(word)
      expect(said).not.toMatch(/undefined|NaN|\{\w+\}|\[object/)
      expect(shown.container.querySelector('.screen.hidden, [data-legal]')).toBeNull()
      shown.unmount()
    },
  )
})
