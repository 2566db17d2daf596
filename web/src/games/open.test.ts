/**
 * Boards laid open, as a replay that tells all shows them: nothing on them is hidden, in any game, mode and phase.
 * `record_open.py` keeps the positions.
 */
import { render } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { EVERYTHING } from '../lib/eyes'
import { settings, type Language } from '../lib/settings.svelte'
import type { View } from '../lib/wire'
import { unasked } from '../testing'
import HeroesBoard from './custom-heroes/Board.svelte'
import heroesCatalogue from './custom-heroes/testing/catalogue.jsonl?raw'
import heroes from './custom-heroes/testing/open.jsonl?raw'
import { sayCard as sayHero } from './custom-heroes/words'
import CardsBoard from './kapow-cards/Board.svelte'
import cardsCatalogue from './kapow-cards/testing/catalogue.jsonl?raw'
import cards from './kapow-cards/testing/open.jsonl?raw'
import { nameOf } from './kapow-cards/words'
import DiceBoard from './kapow-dice/Board.svelte'
import { chosenBy } from './kapow-dice/scene'
import diceCatalogue from './kapow-dice/testing/catalogue.jsonl?raw'
import dice from './kapow-dice/testing/open.jsonl?raw'
import { inLanguage } from './kapow-dice/words'
import TagBoard from './tag-team/Board.svelte'
import tagCatalogue from './tag-team/testing/catalogue.jsonl?raw'
import tag from './tag-team/testing/open.jsonl?raw'
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
const GAMES: [string, Component<any>, string, string, Expected][] = [
  [
    'kapow-cards',
    CardsBoard,
    cardsCatalogue,
    cards,
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
    heroesCatalogue,
    heroes,
    ({ players }, catalogue) =>
      players.flatMap(({ own }: any) => own.hand.map((card: any) => sayHero(catalogue, card))),
  ],
  [
    'tag-team',
    TagBoard,
    tagCatalogue,
    tag,
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
    diceCatalogue,
    dice,
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

describe.each(GAMES)('%s', (_, Board, file, positions, expected) => {
  const catalogue = JSON.parse(file)
  const views: View[] = positions
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

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
