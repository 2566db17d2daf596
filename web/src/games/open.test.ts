/**
 * Boards laid open, as a replay with everything shown draws them: nothing on them is hidden, in any game, mode and phase.
 * `web/fixtures/open_boards.py` makes the positions.
 */
import { render } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'

import type { BoardProps, GameFacts, ViewOf } from '../lib/board'
import { EVERYTHING } from '../lib/eyes'
import { settings, type Language } from '../lib/settings.svelte'
import { fixture, unasked, type GAMES } from '../testing'
import HeroesBoard from './custom-heroes/Board.svelte'
import type { Facts as Heroes } from './custom-heroes/facts'
import { sayCard as sayHero } from './custom-heroes/words'
import CardsBoard from './kapow-cards/Board.svelte'
import type { Facts as Cards } from './kapow-cards/facts'
import { nameOf } from './kapow-cards/words'
import DiceBoard from './kapow-dice/Board.svelte'
import type { Facts as Dice } from './kapow-dice/facts'
import { chosenBy } from './kapow-dice/scene'
import { inLanguage } from './kapow-dice/words'
import TagBoard from './tag-team/Board.svelte'
import type { Facts as TagTeam } from './tag-team/facts'
import { cardName, fighterName, read } from './tag-team/words'

const NAMES = ['Ada', 'Bo', 'Cyd', 'Dea', 'Eli', 'Fay']

/** What a board says, to eyes and to screen readers. */
const saidOn = (board: HTMLElement): string =>
  [
    board.textContent,
    ...[...board.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label')),
  ].join('\n')

/** Check a game's open boards: everything that `expected` names must be readable. */
function checkOpenBoards<Game extends GameFacts>(
  game: (typeof GAMES)[number],
  Board: Component<BoardProps<Game>>,
  expected: (board: Game['board'], catalogue: Game['catalogue']) => string[],
): void {
  const catalogue = fixture<Game['catalogue']>(game, 'catalogue')
  const views = fixture<ViewOf<Game>[]>(game, 'open')

  test.each(views.map((view, index) => [index, view] as const))(
    `${game}: open position %i shows everything, in both languages`,
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
      for (const word of expected(view.board, catalogue)) expect(said).toContain(word)
      expect(said).not.toMatch(/undefined|NaN|\{\w+\}|\[object/)
      expect(shown.container.querySelector('.screen.hidden, [data-legal]')).toBeNull()
      shown.unmount()
    },
  )
}

beforeEach(() => {
  settings.speed = 'off'
})

checkOpenBoards<Cards>('kapow-cards', CardsBoard, ({ players }, catalogue) =>
  players.flatMap(({ hand, row }) =>
    [...hand, ...row.flatMap((slot) => (slot ? [slot.card] : []))].map((card) => nameOf(catalogue, card!)),
  ),
)

checkOpenBoards<Heroes>('custom-heroes', HeroesBoard, ({ players }, catalogue) =>
  players.flatMap(({ own }) => own!.hand.map((card) => sayHero(catalogue, card))),
)

checkOpenBoards<TagTeam>('tag-team', TagBoard, ({ draft, sides, phase }, catalogue) => [
  ...(draft?.hands ?? []).flatMap(({ hand }) => hand.map((key) => fighterName(catalogue, key))),
  ...sides.flatMap(({ fighters }) =>
    fighters.flatMap(({ special }) =>
      (special.schemes ?? []).map((key) => read(catalogue.schemes[key]!.text)),
    ),
  ),
  ...(phase === 'order' || phase === 'deck'
    ? sides.flatMap((side) => [...side.deck!, ...side.drawn].map((card) => cardName(catalogue, card)))
    : []),
])

checkOpenBoards<Dice>('kapow-dice', DiceBoard, ({ fighters, phase }, catalogue) =>
  phase === 'select'
    ? fighters
        .filter(({ seat }) => seat !== null)
        .flatMap((one) => chosenBy(one, catalogue).map(({ ability }) => inLanguage(ability.name)))
    : [],
)
