/** What a thing is right now, and which things the board can draw. */

import { render } from '@testing-library/svelte'
import { beforeEach, expect, test } from 'vitest'

import { nowOf } from '../../lib/explain'
import { settings } from '../../lib/settings.svelte'
import { printedGuide } from '../../testing'
import DeckRow from './DeckRow.svelte'
import Drawn from './Drawn.svelte'
import { cardNow, gapNow, signKey } from './explain'
import { signs } from './art/signs'
import { catalogue, recorded } from './testing/recorded'

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
})

const keys = new Set(printedGuide('tag-team').guide.terms.map(({ key }) => key))
const fighters = recorded[0]!.views.at(-1)!.board.sides.flatMap((side) => side.fighters)

test('every small sign is something that the guide explains', () => {
  const drawn = Object.keys(signs).filter((sign) => sign !== 'swap')
  const missing = drawn.map(signKey).filter((key) => !keys.has(key) && !keys.has(key.split(':')[0]!))
  expect(missing).toEqual([])
})

test('an attack says what it costs now; another card has no number', () => {
  const joan = fighters.find(({ fighter }) => fighter === 'joan')!
  expect(cardNow('JOA-2', [{ ...joan, power: 3 }], catalogue)[0]!.en).toBe('Joan: an attack costs 3 health.')
  expect(cardNow('JOA-2', [{ ...joan, power: 3 }], catalogue)[0]!.de).toBe(
    'Jeanne: Ein Angriff kostet 3 Leben.',
  )
  expect(cardNow('JOA-4', [joan], catalogue)).toEqual([])
})

test('a place says its turn, and who was opposite there', () => {
  expect(gapNow(2, 'BOD-2', catalogue).map(({ en }) => en)).toEqual([
    'Played in turn 2.',
    'Opposite in the last fight: Berserk! (Bödvar).',
  ])
  expect(gapNow(3, null, catalogue)).toHaveLength(1)
})

test('with a card slipped in, each card behind it is said to come a turn later and to meet another', () => {
  const { container } = render(DeckRow, {
    deck: ['CHI-1*', 'JOA-1*'],
    known: ['WON-1*', 'BOD-1*'],
    fighters,
    catalogue,
    flipped: [],
    width: 374,
    held: 'JOA-3',
    places: [0, 1, 2],
    place: 0,
    look: () => undefined,
  })
  const own = container.querySelector('[data-explain="card:CHI-1*@deck"]')!
  expect(own.getAttribute('aria-label')).toMatch(/^Card 2: /)
  expect(nowOf(own).map(({ en }) => en)).toContain('Opposite in the last fight: Enrage (Bödvar).')
  expect(container.querySelectorAll('[data-explain="gap:0"]')).toHaveLength(1)
  expect(container.querySelectorAll('.theirs')).toHaveLength(3)
})

test.each([
  'card:JOA-3',
  'card:CHI-1*',
  'fighter:joan',
  'icon:attack',
  'health',
  'power',
  'star',
  'health:bodvar',
  'deck',
])('%s is drawn by its key', (thing) => {
  const { container } = render(Drawn, { thing, catalogue })
  expect(container.querySelector('svg, .card')).not.toBeNull()
})
