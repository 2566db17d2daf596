/** Everything the board says, in the reader's language. Why something is not possible, the engine says. */

import { catalogue } from '../../../lib/i18n'
import type { Words } from '../../../lib/wire'
import { settings } from '../../../lib/settings.svelte'
import { partsOf, plain, signed } from '../craft'
import type { Card, Catalogue, Colour, BoardView, Top } from '../facts'
import { nameOf, typeOf } from '../pieces'
import { de, zahlen } from './de'
import { en, numbers } from './en'

export type Key = keyof typeof en

export const t = catalogue<Key>(en, de)

export const pieceName = (cards: Catalogue, piece: string): string =>
  typeOf(cards, piece).name[settings.language]

export const pieceText = (cards: Catalogue, piece: string): string =>
  typeOf(cards, piece).text[settings.language]

export const slotName = (cards: Catalogue, colour: Colour): string =>
  cards.colours[colour]?.name[settings.language] ?? colour

/** What a piece does, as short as it can be said: "+2", "9", or nothing for an ability. */
export function effectOf(cards: Catalogue, piece: string): string {
  const { modifier, base } = typeOf(cards, piece)
  if (modifier !== null) return signed(modifier)
  return base === null ? '' : plain(base)
}

/** "Fish +1, Red". */
export function sayPiece(cards: Catalogue, piece: string): string {
  const effect = effectOf(cards, piece)
  return `${pieceName(cards, piece)}${effect ? ` ${effect}` : ''}, ${slotName(cards, typeOf(cards, piece).colour)}`
}

/** "Toru, 9: Fish +1, Spike". */
export function sayCard(cards: Catalogue, card: Card): string {
  const pieces = card.pieces.map(({ piece }) => `${pieceName(cards, piece)} ${effectOf(cards, piece)}`.trim())
  return `${plain(card.value)}, ${nameOf(cards, card.card)}${pieces.length ? `: ${pieces.join(', ')}` : ''}`
}

/** What the board says of a thing now, for its explanation: asked when somebody looks, so in the reader's language. */
export const said = (text: string): Words => ({ en: text, de: text })

/** How a card's value comes about, what its pieces do, and what it would be with the piece in the fingers. */
export function cardNow(cards: Catalogue, card: Card, preview?: number): Words[] {
  const pieces = card.pieces
    .filter(({ piece }) => typeOf(cards, piece).ability !== null)
    .map(({ piece }) => `${pieceName(cards, piece)}: ${pieceText(cards, piece)}`)
  const lines = [saySum(cards, card), ...pieces]
  if (preview !== undefined) lines.push(t('preview', { from: plain(card.value), to: plain(preview) }))
  return lines.map(said)
}

/** "Base 7 · Aura sets it to 9 · +1 left hand · makes 10". */
export function saySum(cards: Catalogue, card: Card): string {
  const { base, aura, red, blue } = partsOf(cards, card)
  return [
    t('explainBase', { n: base }),
    aura === null ? '' : t('explainAura', { n: plain(aura) }),
    red === null ? '' : t('explainRed', { n: signed(red) }),
    blue === null ? '' : t('explainBlue', { n: signed(blue) }),
    [aura, red, blue].every((part) => part === null) ? '' : t('explainValue', { n: plain(card.value) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The same in signs: "2 → 7 + 1 = 8"; a card without such pieces just says who it is: "Toru 7". */
export function sayFormula(cards: Catalogue, card: Card): string {
  const { base, aura, red, blue } = partsOf(cards, card)
  const parts = [red, blue]
    .filter((part) => part !== null)
    .map((part) => (part < 0 ? `− ${-part}` : `+ ${part}`))
  const start = aura === null ? plain(base) : `${plain(base)} → ${plain(aura)}`
  if (parts.length) return `${[start, ...parts].join(' ')} = ${plain(card.value)}`
  return aura === null ? `${nameOf(cards, card.card)} ${start}` : start
}

/** What a place brings: "+5 points", "−1 point". */
export const sayPoints = (vp: number): string => t('burstReward', { n: Math.abs(vp), sum: signed(vp) })

const number = (n: number): string => (settings.language === 'de' ? zahlen : numbers)[n] ?? String(n)

/** The one line that says what must be beaten: "Three cards, 7 or more". */
export function sayDemand(top: Top, descending: boolean, equalBeats: boolean): string {
  if (top.kind === 'ascended' || top.count === null || top.value === null) return t('beatAscended')
  const values = { n: top.count, word: number(top.count), value: plain(top.value) }
  if (!equalBeats) return t(descending ? 'beatUnder' : 'beatOver', values)
  return t(descending ? 'beatDown' : 'beatUp', values)
}

/** A set in few signs: "3 × 7", "Ascended Form". */
export const saySet = (kind: string, value: number | null, count: number | null): string =>
  kind === 'ascended' || value === null
    ? t('didAscended')
    : t('didPlay', { n: count ?? 1, value: plain(value) })

export const sayRound = (table: BoardView): string =>
  table.sudden_death ? t('suddenDeath') : t('round', { n: table.round, of: table.rounds })
