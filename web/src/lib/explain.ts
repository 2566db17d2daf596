/**
 * Everything on a board explains itself. A part that means something carries `data-explain="KEY"`; the same keys are in
 * the game's guide, in lessons and in sentences, where `{key}` draws the thing. The shell's popover does the rest.
 *
 * A key is `kind` or `kind:id`, with `@place` where the same thing lies in several places: `card:S12@hand`.
 */

import type { Attachment } from 'svelte/attachments'
import type { Draw, Extras } from './board'
import type { GameInfo, GuideInfo, RuleInfo, TermInfo, Words } from './wire'

/** What a part needs that explains a game: its guide, its rules, and how its things are drawn. */
export interface Kit {
  game: string
  /** How one wins, in a sentence. */
  goal: Words | null
  guide: GuideInfo | null
  rules: readonly RuleInfo[]
  draw: Draw | undefined
  catalogue: GameInfo['catalogue']
}

export const kitOf = (game: GameInfo, extras: Extras): Kit => ({
  game: game.id,
  goal: game.goal,
  guide: game.guide,
  rules: game.rules,
  draw: extras.draw,
  catalogue: game.catalogue,
})

// ---- keys ----------------------------------------------------------------------------------------------------------

/** Under which keys a thing is explained, the most special first: card:S12@hand, card:S12, card. */
export function lookupKeys(key: string): string[] {
  const placeless = key.split('@', 1)[0]!
  return [...new Set([key, placeless, placeless.split(':', 1)[0]!])]
}

/** The explanation of a thing, or of its kind. */
export function termOf(guide: GuideInfo | null, key: string): TermInfo | null {
  for (const wanted of lookupKeys(key)) {
    const found = guide?.terms.find((term) => term.key === wanted)
    if (found) return found
  }
  return null
}

// ---- what a thing is right now -------------------------------------------------------------------------------------

const descriptions = new WeakMap<Element, () => readonly Words[]>()

/**
 * What this part is now, and why: `{@attach explains(() => [{ en: '7 + 5 = 12', de: '7 + 5 = 12' }])}` beside its
 * `data-explain`. Asked when somebody looks. Numbers come from the view or a forecast, never from a rule in TypeScript.
 */
export const explains =
  (now: () => readonly Words[]): Attachment =>
  (element) => {
    descriptions.set(element, now)
    return () => descriptions.delete(element)
  }

export const nowOf = (element: Element): readonly Words[] => descriptions.get(element)?.() ?? []

export interface Explanation {
  element: HTMLElement
  key: string
  /** Null: the guide says nothing, but the part has a name. */
  term: TermInfo | null
  name: string
}

/** What there is to say about what lies under a finger: the innermost part that has an explanation, else a name. */
export function explanationAt(target: EventTarget | null, guide: GuideInfo | null): Explanation | null {
  let named: Explanation | null = null
  let element = target instanceof Element ? target.closest<HTMLElement>('[data-explain]') : null
  while (element) {
    const key = element.dataset.explain ?? ''
    const term = termOf(guide, key)
    const name = element.getAttribute('aria-label') ?? ''
    if (term) return { element, key, term, name }
    if (!named && (name || nowOf(element).length > 0)) named = { element, key, term, name }
    element = element.parentElement?.closest<HTMLElement>('[data-explain]') ?? null
  }
  return named
}

// ---- sentences with pictures ---------------------------------------------------------------------------------------

export interface Piece {
  kind: 'text' | 'strong' | 'thing'
  text: string
}

/** A sentence of a guide in pieces: plain words, strong ones (`*word*`), and things to draw (`{key}`). */
export function piecesOf(sentence: string): Piece[] {
  const pieces: Piece[] = []
  let strong = false
  for (const part of sentence.split(/(\{[^{}]*\}|\*)/)) {
    if (part === '*') strong = !strong
    else if (part.startsWith('{')) pieces.push({ kind: 'thing', text: part.slice(1, -1) })
    else if (part) pieces.push({ kind: strong ? 'strong' : 'text', text: part })
  }
  return pieces
}

// ---- where the popover stands --------------------------------------------------------------------------------------

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const GAP = 8

/**
 * Where a popover of this size stands beside a thing: below it, above it, or at a side, wherever it fits; never over it.
 * Where it fits nowhere it takes the largest side and scrolls.
 */
export function placeBeside(thing: Box, size: { width: number; height: number }, page: Box): Box {
  const right = page.left + page.width
  const bottom = page.top + page.height
  const rooms = [
    { side: 'below', room: bottom - (thing.top + thing.height) - 2 * GAP },
    { side: 'above', room: thing.top - page.top - 2 * GAP },
  ] as const
  const x = clamp(thing.left + thing.width / 2 - size.width / 2, page.left + GAP, right - size.width - GAP)
  const vertical = rooms.find(({ room }) => room >= size.height)
  if (!vertical) {
    const y = clamp(
      thing.top + thing.height / 2 - size.height / 2,
      page.top + GAP,
      bottom - size.height - GAP,
    )
    const beside = { top: y, width: size.width, height: Math.min(size.height, page.height - 2 * GAP) }
    if (right - (thing.left + thing.width) >= size.width + 2 * GAP)
      return { ...beside, left: thing.left + thing.width + GAP }
    if (thing.left - page.left >= size.width + 2 * GAP)
      return { ...beside, left: thing.left - size.width - GAP }
  }
  const { side, room } = vertical ?? (rooms[0].room >= rooms[1].room ? rooms[0] : rooms[1])
  const height = Math.min(size.height, Math.max(room, 96))
  const top =
    side === 'below'
      ? Math.min(thing.top + thing.height + GAP, bottom - height - GAP)
      : thing.top - GAP - height
  return { left: x, top: Math.max(page.top + GAP, top), width: size.width, height }
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high))
