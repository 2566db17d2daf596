/** Everything the board says, in the reader's language, and what the shell's bubble needs in both. */

import { catalogue, fill, list, type Values } from '../../../lib/i18n'
import { settings } from '../../../lib/settings.svelte'
import type { Words } from '../../../lib/wire'
import type { Catalogue, Fighter, FighterInfo, Space } from '../facts'
import { de, geraeusche } from './de'
import { en, noises } from './en'

export type Key = keyof typeof en

export const t = catalogue<Key>(en, de)

/** One sentence in both languages. */
export const both = (key: Key, values: Values = {}): Words => ({
  en: fill(en[key], values, 'en'),
  de: fill(de[key], values, 'de'),
})

export const read = (words: Words | undefined | null): string => words?.[settings.language] ?? ''

export const fighterName = (facts: Catalogue, key: string): string =>
  read(facts.fighters[key]?.name ?? facts.tracks[key]?.name)

const ARTICLES: Record<string, string> = { The: 'the', Der: 'den', Die: 'die', Das: 'das' }

/** A fighter whom something is done to: "the Golem", "den Golem". */
export const fighterObject = (facts: Catalogue, key: string): string =>
  fighterName(facts, key).replace(/^(The|Der|Die|Das)(?= )/, (article) => ARTICLES[article] ?? article)

/** The same at the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const cardName = (facts: Catalogue, card: string): string => read(facts.cards[card]?.name)

/** What a card says on the face in play. */
export const cardText = (facts: Catalogue, card: string, back = false): string => {
  const info = facts.cards[card]
  return read(back && info?.back ? info.back : info?.text)
}

/** "Fist of Clay (The Golem): Attack the opponent." */
export const sayCard = (facts: Catalogue, card: string, back = false): string =>
  t('cardLabel', {
    name: cardName(facts, card),
    fighter: fighterName(facts, facts.cards[card]?.fighter ?? ''),
    text: cardText(facts, card, back),
  })

/** The noise of a clash; the same turn always makes the same one. */
export function noise(seed: number): string {
  const offered = settings.language === 'de' ? geraeusche : noises
  return offered[seed % offered.length]!
}

/** The health somebody may start with: "20", or "3–5" where it depends on who enters. */
export function startHealth({ health }: FighterInfo): string {
  const [least, most] = [Math.min(...health), Math.max(...health)]
  return least === most ? String(least) : `${least}–${most}`
}

/** "12: unleashes a Scheme", for the spaces of a track that do something. */
export const saySpace = ({ health, stop, does }: Space): string => {
  const what = [stop ? t('stop') : '', read(does)].filter(Boolean)
  return t('spaceAt', { n: health > 0 ? health : t('healthKo'), what: list(what) })
}

/** How a fighter is, for the ear. */
export function sayHealth(facts: Catalogue, fighter: Fighter): string {
  if (fighter.space === 'ko') return t('healthKo')
  if (fighter.space === 'spirit') return t('healthSpirit')
  if (fighter.health === null || !fighter.track) return t('healthNone')
  return t('healthOf', { n: fighter.health, top: facts.tracks[fighter.track]?.top ?? fighter.health })
}
