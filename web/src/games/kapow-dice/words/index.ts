/** Everything the board says, in the reader's language. */

import { catalogue, list } from '../../../lib/i18n'
import { settings } from '../../../lib/settings.svelte'
import type { Words } from '../../../lib/wire'
import type { Ability, Box, Catalogue, DieFacts, Face, Kind, Slot } from '../facts'
import { abilityFor } from '../boxes'
import { de } from './de'
import { en } from './en'

export type Key = keyof typeof en

export const t = catalogue<Key>(en, de)

export const inLanguage = (text: Words | null | undefined): string => text?.[settings.language] ?? ''

export const faceName = (facts: Catalogue, face: Face): string => inLanguage(facts.faces[face].name)
export const kindName = (facts: Catalogue, kind: Kind): string => inLanguage(facts.dice[kind].name)

/** The name of the ability or card a box belongs to. */
export const boxName = (facts: Catalogue, box: string | null): string =>
  box ? inLanguage(abilityFor(facts, box)?.name) : ''

/** "red die: Might". */
export function sayDie(facts: Catalogue, die: DieFacts, hidden = false): string {
  const name = kindName(facts, die.kind)
  if (die.face === null) return t(hidden ? 'dieHidden' : 'dieUnrolled', { die: name })
  return t('die', { die: name, face: faceName(facts, die.face) })
}

export const isKey = (key: string): key is Key => key in en

function sayDemand(facts: Catalogue, { demand, face }: Slot): string {
  const key = `demand_${demand}`
  if (isKey(key)) return t(key)
  const name = face ? faceName(facts, face) : ''
  return demand.endsWith('!') ? t('demand_noWild', { face: name }) : name
}

/** "X-Factor + Energy"; matched groups are called so. */
export function sayBox(facts: Catalogue, box: Box): string {
  if (box.slots.length === 0) return t('noDice')
  const groups = new Map<number, string[]>()
  for (const slot of box.slots)
    groups.set(slot.group, [...(groups.get(slot.group) ?? []), sayDemand(facts, slot)])
  return [...groups.values()]
    .map((dice) => (dice.length > 1 ? t('matching', { dice: list(dice) }) : dice[0]!))
    .join(' + ')
}

/** What an ability does beside its numbers: as a sign, in few words and in a clause. */
export interface Brief {
  sign: string
  few: string
  words: string
}

/** A face, any face (with a Wild), two of them: where not even few words have room beside the dice. Others are words. */
const SIGNS: Record<string, string> = {
  face: '+▢',
  anyFace: '+★',
  anyFaces: '+2★',
  time_jump: '↻1',
  el_adrenaline: '+1/▢',
}

/** What an ability does beside its numbers; empty if the numbers say it all. */
export function brief(id: string, ability: Ability): Brief {
  const key = briefKey(id, ability)
  const few = say(`s_${key}`)
  return { sign: SIGNS[key] ?? (say(`sign_${key}`) || few), few, words: say(`l_${key}`) }
}

const say = (key: string): string => (isKey(key) ? t(key) : '')

function briefKey(id: string, ability: Ability): string {
  if (isKey(`s_${id}`)) return id
  if (!ability.kind.startsWith('BD') && !ability.kind.startsWith('DK')) return ''
  if (id === 'dodge' || id === 'tn_steadfast') return ''
  if (id === 'ambush') return 'anyFaces'
  return ['counter', 'run_past', 'run_around'].includes(id) ? 'anyFace' : 'face'
}
