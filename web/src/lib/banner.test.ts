import { afterEach, describe, expect, test } from 'vitest'

import { step, viewOf } from '../testing'
import { beginnings, ending, newest, sentences, tied, wholes, without } from './log'
import { findRules, underHeadings } from './rule-search'
import { settings } from './settings.svelte'
import { banner, isDraw, isMine, replayBanner } from './banner'
import type { Result } from './wire'

const names = ['Ada', 'Bo', 'Cy']
const won = (...winners: number[]): Result => ({
  ranks: [0, 1, 2].map((seat) => (winners.includes(seat) ? 1 : winners.length + 1)),
  winners,
  scores: null,
  values: null,
  reason: 'KNOCKOUT',
  text: { en: '', de: '' },
})

afterEach(() => {
  settings.language = 'en'
})

describe('the banner', () => {
  test('names whoever is up', () => {
    expect(banner(viewOf({ seat: 0, actors: [1] }), names)).toBe('Bo’s turn')
    expect(banner(viewOf({ seat: 0, actors: [0] }), names)).toBe('Your turn!')
    expect(banner(viewOf({ seat: 0, actors: [0] }), names, true)).toBe('Watch!')
  })

  test('names all we wait for, and me among them', () => {
    expect(banner(viewOf({ seat: 0, actors: [1, 2] }), names)).toBe('Waiting for Bo and Cy')
    expect(banner(viewOf({ seat: 0, actors: [0, 1, 2] }), names)).toBe('Your turn! Also deciding: Bo and Cy')
  })

  test('never says to a spectator that it is their turn', () => {
    expect(banner(viewOf({ seat: -1, actors: [0] }), names)).toBe('Ada’s turn')
    expect(isMine(viewOf({ seat: -1, actors: [0] }))).toBe(false)
  })

  test('asks nobody for anything when a finished match is looked at again', () => {
    expect(replayBanner(viewOf({ seat: 0, actors: [0] }), names)).toBe('Ada’s turn')
    expect(replayBanner(viewOf({ seat: 0, actors: [0, 1] }), names)).toBe('Ada and Bo to play')
    expect(replayBanner(viewOf({ seats: 3, outcome: won(0) }), names, true)).toBe('You win!')
    expect(replayBanner(viewOf({ seats: 3, outcome: won(0) }), names)).toBe('Ada wins!')
  })

  test('says who won, in the right number', () => {
    expect(banner(viewOf({ seats: 3, outcome: won(0) }), names)).toBe('You win!')
    expect(banner(viewOf({ seats: 3, outcome: won(0, 2) }), names)).toBe('You share the win!')
    expect(banner(viewOf({ seats: 3, seat: 1, outcome: won(0, 2) }), names)).toBe('Ada and Cy win!')
    settings.language = 'de'
    expect(banner(viewOf({ seats: 3, seat: 1, outcome: won(2) }), names)).toBe('Cy gewinnt!')
  })

  test('calls it a draw when everybody shares the first place', () => {
    const draw = viewOf({ seats: 3, outcome: won(0, 1, 2) })
    expect(banner(draw, names)).toBe('A draw!')
    expect(isDraw(draw)).toBe(true)
    expect(isDraw(viewOf({ seats: 3, outcome: won(0, 2) }))).toBe(false)
    expect(isDraw(viewOf({ seats: 3 }))).toBe(false)
  })
})

describe('the log', () => {
  test('says what came of a move', () => {
    expect(sentences(step(1, 0, 'Ada attacks.', 'Bo holds.'), names)).toEqual(['Ada attacks.', 'Bo holds.'])
  })

  test('knows which sentences begin something new', () => {
    const entry = step(1, 0, 'Ada attacks.', '', 'Bo holds.')
    const kinds = entry.happenings.map(({ kind }) => kind)
    expect(beginnings(entry, names, kinds)).toEqual([true, true])
    expect(beginnings(entry, names, [])).toEqual([false, false])
  })

  test('keeps stars and arrows with the word before them', () => {
    expect(tied('“Aflame! ★”: 3 → 4.')).toBe('“Aflame!\u00a0★”: 3\u00a0→ 4.')
  })

  test('says the move where no event has a sentence', () => {
    expect(sentences(step(3, 1), names)).toEqual(['Bo: move 3'])
  })

  test('says nothing of a secret move', () => {
    expect(sentences({ ...step(3, 1), move: null, label: null }, names)).toEqual([])
  })

  test('has a newest sentence, whatever silent steps follow it', () => {
    const silent = { ...step(3, 1), move: null, label: null }
    expect(newest([step(1, 0, 'Ada attacks.'), silent], names)).toBe('Ada attacks.')
    expect(newest([], names)).toBe('')
  })

  test('leaves out half moves where events have sentences, and shows moves elsewhere', () => {
    const whole = step(1, 0, 'Ada attacks.')
    const half = step(2, 0)
    expect(wholes([whole, half], names, true)).toEqual([whole])
    expect(wholes([whole, half], names, false)).toEqual([whole, half])
  })

  test('ends with what fits into a caption, whole sentences, the last one always', () => {
    const log = [step(1, 0, 'Ada attacks.', 'Bo holds.', 'Bo strikes back.')]
    expect(ending(log, names, 100)).toBe('Ada attacks. Bo holds. Bo strikes back.')
    expect(ending(log, names, 28)).toBe('… Bo holds. Bo strikes back.')
    expect(ending(log, names, 27)).toBe('… Bo strikes back.')
    expect(ending(log, names, 3)).toBe('Bo strikes back.')
    expect(ending([], names, 50)).toBe('')
  })

  test('leaves out what the board shows anyway, unless there is nothing else', () => {
    const whole = step(1, 0, 'Ada attacks.', 'Ada draws.')
    const kinds = ['attack', 'drawn']
    const entry = {
      ...whole,
      happenings: whole.happenings.map((one, index) => ({ ...one, kind: kinds[index]! })),
    }
    expect(ending(without([entry], ['drawn']), names, 100)).toBe('Ada attacks.')
    expect(ending(without([entry], kinds), names, 100)).toBe('Ada attacks. Ada draws.')
  })
})

describe('searching the rules', () => {
  const rules = [
    {
      number: 'KC-7',
      section: { en: 'Setup', de: 'Aufbau' },
      text: { en: 'A hand never holds more than three cards.', de: 'Höchstens drei Karten auf der Hand.' },
    },
    {
      number: 'KC-39',
      section: { en: 'The turn', de: 'Der Zug' },
      text: { en: 'Nobody passes twice in a row.', de: 'Niemand passt zweimal in Folge. Außer nie.' },
    },
  ]
  const found = (wanted: string): string[] => findRules(rules, wanted).map((rule) => rule.number)

  test('finds numbers and words, all of them, in any order', () => {
    expect(found('kc-7')).toEqual(['KC-7'])
    expect(found('three hand')).toEqual(['KC-7'])
    expect(found('three passes')).toEqual([])
    expect(found('setup')).toEqual(['KC-7'])
    expect(found('')).toEqual(['KC-7', 'KC-39'])
  })

  test('keeps rules under their headings, also when only some are found', () => {
    const headings = (wanted: string): string[] =>
      underHeadings(findRules(rules, wanted)).map((section) => section.heading)
    expect(headings('')).toEqual(['Setup', 'The turn'])
    expect(headings('passes')).toEqual(['The turn'])
    const plain = rules.map((rule) => ({ ...rule, section: null }))
    expect(underHeadings(plain)).toEqual([{ heading: '', rules: plain }])
  })

  test('does not mind umlauts and sharp s', () => {
    settings.language = 'de'
    expect(found('hochstens')).toEqual(['KC-7'])
    expect(found('ausser')).toEqual(['KC-39'])
  })
})
