/** How the plain board reads a game it has never heard of: names of things, and moves in groups. */

import { settings } from '../lib/settings.svelte'
import type { MoveOption, Words } from '../lib/wire'
import { words } from '../lib/i18n'

export interface MoveGroup {
  key: string
  title: string
  moves: MoveOption[]
}

export function isWords(value: unknown): value is Words {
  return isRecord(value) && typeof value.en === 'string' && typeof value.de === 'string'
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || isWords(value)

/** The names that a catalogue gives to ids, wherever in it they stand: `{"S12": {"name": {en, de}}}`. */
export function namesOfThings(catalogue: unknown, found = new Map<string, Words>()): Map<string, Words> {
  if (!isRecord(catalogue)) return found
  for (const [key, value] of Object.entries(catalogue)) {
    if (isWords(value)) found.set(key, value)
    else if (isRecord(value) && isWords(value.name)) found.set(key, value.name)
    else namesOfThings(value, found)
  }
  return found
}

/** `last_round` reads "Last round", unless the catalogue has a word for it. */
export function nameOfKey(key: string, things: Map<string, Words>): string {
  const known = things.get(key)
  if (known) return words(known)
  const spaced = key.replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Moves of one kind together. Their kind is the first word of the move; its title is what their labels share. */
export function groupMoves(moves: readonly MoveOption[], names: readonly string[]): MoveGroup[] {
  const groups = new Map<string, MoveOption[]>()
  for (const option of moves) {
    const key = option.move.split(/\s+/)[0] ?? ''
    groups.set(key, [...(groups.get(key) ?? []), option])
  }
  return [...groups].map(([key, together]) => ({ key, title: title(key, together, names), moves: together }))
}

function title(key: string, together: MoveOption[], names: readonly string[]): string {
  const shared = sharedWords(together.map((option) => words(option.label, names)))
  if (together.length > 1 && shared !== '') return shared
  return together.length === 1 ? '' : capital(key.toLocaleLowerCase(settings.language))
}

function sharedWords(texts: readonly string[]): string {
  const [first = '', ...rest] = texts.map((text) => text.split(' '))
  const shared: string[] = []
  for (const [index, word] of [...first].entries()) {
    if (!rest.every((other) => other[index] === word)) break
    shared.push(word)
  }
  return shared.join(' ').replace(/[\s:,;–-]+$/, '')
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
