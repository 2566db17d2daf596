import { afterEach, describe, expect, test } from 'vitest'

import { catalogue, fill, list, percent, t, words, type Phrase } from './i18n'
import { de } from './words/de'
import { en } from './words/en'
import { settings } from './settings.svelte'

afterEach(() => {
  settings.language = 'en'
})

const forms = (phrase: Phrase): string[] => (typeof phrase === 'string' ? [phrase] : Object.values(phrase))
const gaps = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '').sort()

describe('the catalogue', () => {
  test('has every key in both languages', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
  })

  test.each(Object.keys(en) as (keyof typeof en)[])('%s says something and names the same things', (key) => {
    const english = forms(en[key])
    const german = forms(de[key])
    expect(german).toHaveLength(english.length)
    for (const text of [...english, ...german]) expect(text.trim()).not.toBe('')
    const named = (texts: string[]): string[] =>
      [...new Set(texts.flatMap(gaps))].filter((name) => name !== 'n').sort()
    expect(named(german)).toEqual(named(english))
  })

  test('has no sentence that nobody says', () => {
    const sources = Object.values(
      import.meta.glob(['../**/*.svelte', '../**/*.ts', '!./phrases/*'], {
        query: '?raw',
        import: 'default',
        eager: true,
      }),
    ).join('\n')
    const said = (key: string): boolean =>
      sources.includes(`'${key}'`) || sources.includes(`\`${key.replace(/\.\w+$/, '.')}\${`)
    expect(Object.keys(en).filter((key) => !said(key))).toEqual([])
  })

  test('says du in German, and uses German quotation marks', () => {
    for (const text of Object.values(de as Record<string, Phrase>).flatMap(forms)) {
      expect(text).not.toMatch(/\b(Ihnen|Ihr|Ihre|Ihren)\b/)
      expect(text).not.toMatch(/[“"].*[”"]/)
    }
  })
})

describe('a sentence', () => {
  test('takes the plural of its language', () => {
    expect(t('lobby.waitSeats', { n: 1 })).toMatch(/^One seat/)
    expect(t('lobby.waitSeats', { n: 2 })).toMatch(/^2 seats/)
    settings.language = 'de'
    expect(t('lobby.waitSeats', { n: 1 })).toMatch(/^Ein Platz/)
    expect(t('lobby.waitSeats', { n: 3 })).toMatch(/^3 Plätze/)
  })

  test('changes with the language at any time', () => {
    expect(t('close')).toBe('Close')
    settings.language = 'de'
    expect(t('close')).toBe('Schließen')
  })

  test('keeps a gap that nobody fills', () => {
    expect(fill('{who} wins', {}, 'en')).toBe('{who} wins')
  })

  test('does not fill a gap inside a value', () => {
    expect(fill('{a} and {b}', { a: '{b}', b: 'x' }, 'en')).toBe('{b} and x')
  })

  test('comes from a game of its own just the same', () => {
    const own = catalogue({ hit: '{n} hits' }, { hit: '{n} Treffer' })
    settings.language = 'de'
    expect(own('hit', { n: 3 })).toBe('3 Treffer')
  })
})

describe('words from the wire', () => {
  const sentence = { en: '{P1} hits {P2}.', de: '{P1} trifft {P2}.' }

  test('are read in the chosen language with the names of the seats', () => {
    expect(words(sentence, ['Ada', 'Bo'])).toBe('Ada hits Bo.')
    settings.language = 'de'
    expect(words(sentence, ['Ada', 'Bo'])).toBe('Ada trifft Bo.')
  })

  test('keep the number of a seat without a name', () => {
    expect(words(sentence, ['Ada'])).toBe('Ada hits P2.')
  })

  test('do not fall for a name that looks like a seat', () => {
    expect(words(sentence, ['{P2}', 'Bo'])).toBe('{P2} hits Bo.')
  })

  test('may be absent', () => {
    expect(words(null)).toBe('')
  })
})

describe('lists and numbers', () => {
  test('are joined as the language does', () => {
    expect(list(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo, and Cy')
    settings.language = 'de'
    expect(list(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo und Cy')
  })

  test('percentages are written as the language does', () => {
    expect(percent(0.374)).toBe('37%')
    settings.language = 'de'
    expect(percent(0.374)).toMatch(/^37\s%$/)
  })
})
