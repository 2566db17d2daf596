/**
 * Choosing step by step: the words of a move's text are its steps. `GUESS P2 BAKER` is asked as guess, then whom, then
 * what; what is the same in all moves that are left is not asked. Where few are left, each is a button of its own.
 */

import { words } from '../lib/i18n'
import type { MoveOption } from '../lib/wire'
import { type Naming, seatOf, spaced, wordOf } from './naming'

/** So many moves need no steps. */
const FEW = 4

/** A word of the move that was chosen: at its place, or wherever it stands if it was tapped on the board. */
export interface Pick {
  place: number | null
  token: string
}

export interface Choice {
  key: string
  pick: Pick
  /** On the button. */
  short: string
  /** The whole move, where only one is left with it; else empty. */
  move: MoveOption | null
  /** For screen readers: the whole move, or what leads on. */
  full: string
  icon: string
}

export interface Question {
  title: string
  choices: Choice[]
}

/** The words of a move, without arrows and other signs between them. */
const tokensOf = ({ move }: MoveOption): string[] =>
  move.split(/[\s:,]+/).filter((token) => /[\p{L}\p{N}]/u.test(token))

const matches = (tokens: readonly string[], { place, token }: Pick): boolean =>
  place === null
    ? tokens.slice(1).some((one) => wordOf(one) === wordOf(token))
    : (tokens[place] ?? '') === token

/** The moves that are left after what was chosen. */
export const remaining = (moves: readonly MoveOption[], picks: readonly Pick[]): MoveOption[] =>
  moves.filter((option) => picks.every((pick) => matches(tokensOf(option), pick)))

/** The words that can be tapped on the board now: every word of a move that is left, but its first. */
export function tappable(moves: readonly MoveOption[]): Set<string> {
  return new Set(moves.flatMap((option) => tokensOf(option).slice(1).map(wordOf)))
}

/** What is asked next of these moves, with an answer for each way on. */
export function questionOf(moves: readonly MoveOption[], naming: Naming): Question {
  const all = moves.map((option) => ({ option, tokens: tokensOf(option) }))
  const longest = Math.max(0, ...all.map(({ tokens }) => tokens.length))
  let place = 0
  while (place < longest && all.every(({ tokens }) => tokens[place] === all[0]?.tokens[place])) place += 1
  const verb = all[0]?.tokens[0] ?? ''
  const title = place > 0 ? titleOf(moves, verb, place, naming) : ''
  const groups = new Map<string, typeof all>()
  for (const one of all) {
    const token = one.tokens[place] ?? ''
    groups.set(token, [...(groups.get(token) ?? []), one])
  }
  if (moves.length <= FEW && !declaredQuestion(verb, place, naming))
    return { title: '', choices: all.map((one) => whole(one.option, one.tokens, place, naming)) }
  const choices = [...groups].map(([token, group]): Choice => {
    const only = group.length === 1 ? (group[0]?.option ?? null) : null
    const pick = { place, token }
    if (place === 0)
      return only
        ? whole(only, group[0]!.tokens, 0, naming)
        : verbChoice(
            token,
            pick,
            group.map(({ option }) => option),
            naming,
          )
    const short = nameOf(
      token,
      group.map(({ option }) => option),
      moves,
      naming,
    )
    const icon = naming.thing(token)?.icon ?? ''
    return {
      key: token || '.',
      pick,
      short: short || (only ? say(only, naming) : token),
      move: only,
      full: only ? say(only, naming) : short,
      icon,
    }
  })
  return { title, choices }
}

const say = ({ label }: MoveOption, naming: Naming): string => words(label, naming.names)

function whole(option: MoveOption, tokens: readonly string[], place: number, naming: Naming): Choice {
  const full = say(option, naming)
  return {
    key: option.move,
    pick: { place, token: tokens[place] ?? '' },
    short: full,
    move: option,
    full,
    icon: verbOf(tokens[0] ?? '', naming)?.icon ?? '',
  }
}

function verbChoice(token: string, pick: Pick, moves: readonly MoveOption[], naming: Naming): Choice {
  const declared = verbOf(token, naming)
  const short =
    (declared?.name && words(declared.name, naming.names)) ||
    shared(moves.map((option) => say(option, naming))) ||
    spaced(token.toLowerCase())
  return { key: token, pick, short, move: null, full: short, icon: declared?.icon ?? '' }
}

function verbOf(token: string, naming: Naming) {
  const verbs = naming.plain?.verbs ?? {}
  return Object.entries(verbs).find(([word]) => wordOf(word) === wordOf(token))?.[1]
}

const declaredQuestion = (verb: string, place: number, naming: Naming): string =>
  words(place > 0 ? verbOf(verb, naming)?.questions[place - 1] : null, naming.names)

function titleOf(moves: readonly MoveOption[], verb: string, place: number, naming: Naming): string {
  return declaredQuestion(verb, place, naming) || shared(moves.map((option) => say(option, naming)))
}

/** The words with which all sentences begin. */
function shared(sentences: readonly string[]): string {
  const [first = [], ...rest] = sentences.map((sentence) => sentence.split(' '))
  let length = 0
  while (length < first.length && rest.every((other) => other[length] === first[length])) length += 1
  return first
    .slice(0, length)
    .join(' ')
    .replace(/[\s:,;–-]+$/, '')
}

/** What a word of a move is called: by the game, or by what its labels alone have in common. */
function nameOf(
  token: string,
  group: readonly MoveOption[],
  all: readonly MoveOption[],
  naming: Naming,
): string {
  const known = naming.known(token)
  if (known) return known
  const own = distinct(
    group.map((option) => say(option, naming)),
    all.map((option) => say(option, naming)),
  )
  if (own && /[\p{L}\p{N}]/u.test(own)) return own
  return /^\d+$/.test(token) ? token : spaced(token.toLowerCase())
}

/** The words that every sentence of a group has and not every sentence of all. */
function distinct(group: readonly string[], all: readonly string[]): string {
  const has = (sentence: string, word: string): boolean => sentence.split(' ').includes(word)
  return (group[0] ?? '')
    .split(' ')
    .filter((word) => group.every((one) => has(one, word)) && !all.every((one) => has(one, word)))
    .join(' ')
    .replace(/^[\s:,;–-]+|[\s:,;.–-]+$/g, '')
}

/** What was chosen, in words, one for each step. */
export function trailOf(picks: readonly Pick[], moves: readonly MoveOption[], naming: Naming): string[] {
  return picks.map(({ place, token }, index) => {
    if (place === 0)
      return verbChoice(token, { place, token }, remaining(moves, picks.slice(0, index + 1)), naming).short
    const seat = seatOf(token, naming.names)
    if (seat !== null) return naming.names[seat] ?? token
    const before = remaining(moves, picks.slice(0, index))
    return nameOf(token, remaining(before, [picks[index]!]), before, naming)
  })
}
