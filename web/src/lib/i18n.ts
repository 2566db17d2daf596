/**
 * Everything the shell says, in English and German, switchable at any time.
 *
 * `t('key', {...})` reads the shell's own catalogue, `words(w, names)` a sentence that came over the wire, and
 * `catalogue(en, de)` makes a `t` of its own for a game's board. All of them follow the language setting: called in a
 * template or a `$derived`, they are read again when it changes.
 */

import { de } from './words/de'
import { en } from './words/en'
import { settings, type Language } from './settings.svelte'
import type { Words } from './wire'

/** A sentence, or one for each plural form, chosen by the value called `n`. */
export type Phrase = string | { one: string; other: string }
export type Values = Record<string, string | number>

const plurals: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules('en'),
  de: new Intl.PluralRules('de'),
}

function isPlural(phrase: Phrase): phrase is { one: string; other: string } {
  return typeof phrase !== 'string'
}

/** The sentence for these values: the right plural, `{name}` replaced. */
export function fill(phrase: Phrase, values: Values, language: Language): string {
  let sentence: string
  if (isPlural(phrase)) {
    sentence = plurals[language].select(Number(values.n)) === 'one' ? phrase.one : phrase.other
  } else {
    sentence = phrase
  }
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  )
}

/** A `t` for a catalogue of its own. German must have exactly the keys of English; the types see to it. */
export function catalogue<K extends string>(
  english: Record<K, Phrase>,
  german: Record<K, Phrase>,
): (key: K, values?: Values) => string {
  const both = { en: english, de: german }
  return (key, values = {}) => fill(both[settings.language][key], values, settings.language)
}

export type Key = keyof typeof en

export const t = catalogue<Key>(en, de)

/** A sentence from the server in the reader's language, with `{P1}` replaced by the name of seat 1. */
export function words(sentence: Words | null | undefined, names: readonly string[] = []): string {
  if (!sentence) return ''
  return sentence[settings.language].replace(
    /\{P(\d+)\}/g,
    (_, seat: string) => names[Number(seat) - 1] ?? `P${seat}`,
  )
}

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(settings.language, { style: 'long', type: 'conjunction' }).format(items)
}

/** A share of one as a percentage, "37 %" or "37%". */
export function percent(share: number): string {
  return new Intl.NumberFormat(settings.language, { style: 'percent', maximumFractionDigits: 0 }).format(
    share,
  )
}
