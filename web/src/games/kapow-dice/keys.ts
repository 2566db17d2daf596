/**
 * The keys of everything on this board (`data-explain`), as the guide, lessons and sentences use them, and what a part
 * is right now. `die:red@d1` is my die 1, `die:red@P2d1` one of fighter 2; a place after the `@` where a thing lies in
 * several.
 */

import { list } from '../../lib/i18n'
import type { Words } from '../../lib/wire'
import { abilityFor, boxOfSlot } from './boxes'
import type { Ability, Box, Catalogue, DieFacts, Face, Slot, Sum } from './facts'
import type { Legal } from './moves'
import { boxName, faceName, inLanguage, sayBox, t } from './words'

export const dieKey = (die: DieFacts, fighter: number | null = null): string =>
  `die:${die.kind}@${fighter === null ? '' : `P${fighter + 1}`}d${die.die}`

/** "zap", "time_jump.2", "tu_o1.left": the box or card, and which of its boxes or halves. */
export function boxKey(box: string): string {
  const [id, part] = box.split('.')
  const kind = box.startsWith('tu_') ? 'card' : 'box'
  return part ? `${kind}:${id}@${part}` : `${kind}:${id}`
}

export const slotKey = (slot: Slot): string => `slot:${slot.demand.replace('!', '_only')}@${slot.slot}`

/** A sentence of the board as an explanation takes it. */
export const now = (sentence: string): Words => ({ en: sentence, de: sentence })

/** "Zap 3 + Pummel 2": every part of a sum by its name. The engine did the sum. */
function named(catalogue: Catalogue, sum: Sum): string {
  const parts = [
    ...(sum.base === null ? [] : [`${boxName(catalogue, sum.base)} ${sum.base_value ?? sum.plus}`]),
    ...sum.kickers.map(({ box, value }) => `${boxName(catalogue, box)} ${value}`),
  ].join(' + ')
  const times = sum.multiplier ? `(${parts}) × ${sum.multiplier.value}` : parts
  return sum.flat === 0 ? times : `${times} ${sum.flat < 0 ? '−' : '+'} ${Math.abs(sum.flat)}`
}

export function sumNow(catalogue: Catalogue, side: 'attack' | 'defence', sum: Sum | null): Words[] {
  if (!sum) return [now(t('nowNoBase', { side: t(side) }))]
  const how = named(catalogue, sum)
  return [now(how ? t('nowSum', { how, total: sum.total }) : `${sum.total}`)]
}

/** The six sides of a die as it is, with how often each comes: what it could roll. */
export function sidesOf(catalogue: Catalogue, die: Pick<DieFacts, 'kind' | 'sides'>): Face[] {
  const printed = catalogue.dice[die.kind]
  if (printed.trait) return printed.sides
  const own = die.sides ?? []
  return [...own, ...Array<Face>(6 - own.length).fill('B')]
}

export function saySides(catalogue: Catalogue, sides: readonly Face[]): string {
  const kinds = [...new Set(sides)]
  return list(
    kinds.map((face) => `${sides.filter((one) => one === face).length} × ${faceName(catalogue, face)}`),
  )
}

/** Whether a place asks for just this symbol: that a ring takes it, too, goes without saying. */
function asksFor(catalogue: Catalogue, slot: string, face: Face | null): boolean {
  const boxes = abilityFor(catalogue, boxOfSlot(slot))?.boxes ?? []
  return boxes.some((box) => box.slots.some((one) => one.slot === slot && one.face === face))
}

/** What a die shows, what it could roll, where it lies, where it may go. */
export function dieNow(catalogue: Catalogue, die: DieFacts, legal: Legal | null = null): Words[] {
  const lines: string[] = []
  if (die.face) lines.push(t('nowShows', { face: faceName(catalogue, die.face) }))
  if (!catalogue.dice[die.kind].trait && die.sides)
    lines.push(t('nowSides', { sides: saySides(catalogue, sidesOf(catalogue, die)) }))
  if (die.at) lines.push(t(die.frozen ? 'nowStays' : 'nowOn', { box: boxName(catalogue, boxOfSlot(die.at)) }))
  const asking = (legal?.places.get(die.die) ?? []).filter((slot) => asksFor(catalogue, slot, die.face))
  const boxes = [...new Set(asking.map((slot) => boxName(catalogue, boxOfSlot(slot))))]
  if (boxes.length) lines.push(t('nowFits', { boxes: list(boxes) }))
  else if (legal?.places.has(die.die)) lines.push(t('nowFitsRings'))
  return lines.map(now)
}

/** A place: which box it belongs to, and what that does. */
export const slotNow = (catalogue: Catalogue, box: Box, ability: Ability): Words[] => [
  now(
    t('nowFor', {
      box: inLanguage(ability.name),
      needs: sayBox(catalogue, box),
      text: inLanguage(ability.text),
    }),
  ),
]
