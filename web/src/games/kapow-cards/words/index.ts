/** Everything the board says, in the reader's language. Why something is not possible, the engine says. */

import { catalogue, fill, type Phrase } from '../../../lib/i18n'
import { settings } from '../../../lib/settings.svelte'
import type { Words } from '../../../lib/wire'
import type { Catalogue, Slot, Why } from '../facts'
import { infoOf } from '../places'
import { de, noises as geraeusche } from './de'
import { en, noises } from './en'

export type Key = keyof typeof en

export const t = catalogue<Key>(en, de)

/** A sentence in both languages, as the wire has them; a value may differ between them. */
export function both(key: Key, values: Record<string, string | number | Words> = {}): Words {
  const said = (phrase: Phrase, language: 'en' | 'de'): string =>
    fill(
      phrase,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'object' ? value[language] : value,
        ]),
      ),
      language,
    )
  return { en: said(en[key], 'en'), de: said(de[key], 'de') }
}

export const nameOf = (cards: Catalogue, card: string): string => infoOf(cards, card).name[settings.language]

const typeName = (cards: Catalogue, card: string): string => {
  const { type } = infoOf(cards, card)
  return type ? cards.types[type][settings.language] : ''
}

/** "Captain Parsec, Stars, 8". */
export function sayCard(cards: Catalogue, card: string): string {
  const info = infoOf(cards, card)
  return t(info.kind, { name: info.name[settings.language], type: typeName(cards, card), value: info.value })
}

/** A card of a row, as far as it is known. */
export function saySlot(cards: Catalogue, slot: Slot | null, n: number, open = false): string {
  if (!slot) return t('emptySlot', { n })
  const hidden = slot.facing !== 'revealed' && !open
  if (slot.card)
    return hidden ? t('faceDownKnown', { card: sayCard(cards, slot.card) }) : sayCard(cards, slot.card)
  return t(slot.facing === 'barricaded' ? 'hiddenBarricaded' : 'hiddenDealt')
}

/** The noise of a fight; the same fight always makes the same noise. */
export function noise(why: Why, seed: number): string {
  const offered = (settings.language === 'de' ? geraeusche : noises)[why]
  return offered[seed % offered.length]!
}

const sentences: Record<Why, Key> = {
  higher: 'saysHigher',
  tie: 'saysTie',
  lower: 'saysLower',
  'hidden-villain': 'saysHiddenVillain',
  'villain-tie': 'saysVillainTie',
  'villain-duel': 'saysVillainDuel',
}

/** Who won a fight and why. */
export const sayWhy = (why: Why, attack: number, defence: number): string =>
  t(sentences[why], { attack, defence })

/** "A, B or C". */
export const either = (items: readonly string[]): string =>
  new Intl.ListFormat(settings.language, { type: 'disjunction' }).format(items)
