/** Keys of everything on this board that explains itself, and what such a thing is right now. */

import type { Words } from '../../lib/wire'
import type { Catalogue, Fighter } from './facts'
import { both } from './words'

/** Where a card lies: it is the same card, but a lesson points at one of them. */
export type Place = 'new' | 'deck' | 'known' | 'order' | 'clash'

export const cardKey = (card: string, place?: Place): string => `card:${card}${place ? `@${place}` : ''}`

const TRACKS = ['voices', 'ships', 'rage', 'spirit']
const TOKENS = ['sheriff', 'presence', 'concentration', 'aflame', 'serpent', 'scheme']
const SYMBOLS = ['power-self', 'power-partner', 'revive']
const OTHERS: Record<string, string> = {
  check: 'icon:block',
  hit: 'icon:attack',
  ko: 'space:ko',
  poison: 'scheme:S9',
  star: 'star',
  instant: 'instant',
  stop: 'stop',
}

/** What a small sign means, wherever it is drawn. */
export function signKey(sign: string): string {
  if (TRACKS.includes(sign)) return `track:${sign}`
  if (TOKENS.includes(sign)) return `token:${sign}`
  if (SYMBOLS.includes(sign)) return `symbol:${sign}`
  return OTHERS[sign] ?? `icon:${sign}`
}

const named = (words: Words | undefined, language: 'en' | 'de'): string => words?.[language] ?? ''

/** A sentence with names in both languages. */
function sentence(
  key: Parameters<typeof both>[0],
  values: Record<string, Words | number | undefined>,
): Words {
  const inLanguage = (language: 'en' | 'de'): Record<string, string | number> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? value : named(value, language),
      ]),
    )
  return { en: both(key, inLanguage('en')).en, de: both(key, inLanguage('de')).de }
}

const nameOf = (facts: Catalogue, key: string): Words | undefined =>
  facts.fighters[key]?.name ?? facts.tracks[key]?.name

/** A fighter's health right now. */
export function healthNow(fighter: Fighter, facts: Catalogue): Words[] {
  const top = fighter.track ? facts.tracks[fighter.track]?.top : undefined
  if (fighter.space || fighter.health === null || top === undefined) return []
  return [sentence('nowHealth', { name: nameOf(facts, fighter.fighter), n: fighter.health, top })]
}

/** A fighter's Power right now, and what an attack with it would cost. */
export const powerNow = (fighter: Fighter, facts: Catalogue): Words[] => [
  sentence('nowPower', { name: nameOf(facts, fighter.fighter), n: fighter.power }),
]

/** A card: how hard its fighter hits right now, if it attacks. */
export function cardNow(card: string, fighters: readonly Fighter[], facts: Catalogue): Words[] {
  const info = facts.cards[card]
  const owner = fighters.find((one) => one.fighter === info?.fighter)
  return info?.does.includes('attack') && owner ? powerNow(owner, facts) : []
}

/** A place in one's own deck: which turn it is, and who was opposite in the last fight, from the engine. */
export function gapNow(turn: number, opposite: string | null, facts: Catalogue): Words[] {
  const lines = [sentence('nowTurn', { n: turn })]
  if (opposite) lines.push(oppositeNow(opposite, facts))
  return lines
}

/** Who was opposite in the last fight. */
export function oppositeNow(card: string, facts: Catalogue): Words {
  const info = facts.cards[card]
  return sentence('nowOpposite', { card: info?.name, name: nameOf(facts, info?.fighter ?? '') })
}

/** How many cards are left somewhere. */
export const countNow = (key: 'deckSize' | 'buildSize', n: number): Words[] => [both(key, { n })]
