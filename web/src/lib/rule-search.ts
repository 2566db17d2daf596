/**
 * Finding what somebody asks, in either language and whatever the setting, in the words people have: "how do I win",
 * "Ziel", "basteln". Case, accents and endings do not matter.
 *
 * `findTopics` ranks the rules for players, `findTerms` the glossary, `findRules` filters the numbered reference.
 */

import { words } from './i18n'
import type { GuideInfo, RuleInfo, TermInfo, TopicInfo, Words } from './wire'

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/=/g, ' equalsign ') // a sign that people ask about
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')

// ---- words ---------------------------------------------------------------------------------------------------------

/** Words that ask or join and say nothing about the subject. */
const SMALL = new Set(
  plain(
    `a an and are as at be been but by can cannot could did do does doing for from get gets give go had has have how i if
    in into is it its me my may must no not of on one or our should so than that the their them then there these they
    this to up us use was we what when where which who whom whose why will with would you your about after any everyone happen happens many mean means
    ab aber alle als am an auf aus bei anderen bedeutet bedeuten bekomme bekommen bin bist da dann darf das dass dem den der des die dies diese
    dieser du ein eine einem einen einer eines er es etwas fur gibt hab habe haben hat ich ihr im in ist ja kann
    kannst kommt macht machen man mehr mein meine meinem meinen meiner mich mir mit muss nach nicht noch nur ob oder passiert passieren sich sie sind so soll
    um und uns viel viele von vor wann warum was welche welchen welcher welches wenn wer werden wie wieso wir wird wo wozu zu zum zur`,
  ).split(/\s+/),
)

/** The endings of both languages, the longest first; what is left of a word keeps three letters. */
const ENDINGS = [
  ...['ings', 'ing', 'est', 'ies', 'ers', 'ern', 'tet', 'ten', 'test', 'end', 'ung', 'ungen'],
  ...['ed', 'es', 'er', 'en', 'em', 'et', 'st', 'te', 'ly', 's', 'e', 'n', 't', 'd'],
].sort((one, other) => other.length - one.length)

/** What English and German bend without an ending. */
const BENT = new Map(
  Object.entries({
    won: 'win',
    lost: 'lose',
    drawn: 'draw',
    drew: 'draw',
    gone: 'go',
    thrown: 'throw',
    chosen: 'choose',
  }),
)

/** A word without its ending, so that "attacks", "attacking" and "attack" are one; two endings at the most. */
function stem(word: string): string {
  let rest = (BENT.get(word) ?? word).replace(/^ge(?=.{4,}(?:t|en)$)/, '').replace(/([^aeiou])le$/, '$1el')
  for (let round = 0; round < 2; round++) {
    const ending = ENDINGS.find((end) => rest.endsWith(end) && rest.length - end.length >= 3)
    if (!ending) break
    rest = rest.slice(0, -ending.length)
  }
  return rest.replace(/(.)\1$/, '$1')
}

const tokens = (text: string): string[] =>
  plain(text)
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** What a text is about: the stems of its words, without the small ones unless there is nothing else. */
function stems(text: string): string[] {
  const all = tokens(text)
  const meaningful = all.filter((word) => !SMALL.has(word))
  return (meaningful.length > 0 ? meaningful : all).map(stem)
}

// ---- what a topic is about -----------------------------------------------------------------------------------------

interface Phrase {
  /** As written, for who asks in exactly these words. */
  text: string
  stems: string[]
}

interface Indexed<Thing> {
  thing: Thing
  phrases: Phrase[]
  /** How strongly a stem points here: a keyword, the title, a part of a longer phrase, a sentence. */
  weights: Map<string, number>
}

const KEYWORD = 3
const TITLE = 2
const PART = 1.2
const SENTENCE = 0.6

interface Index {
  topics: Indexed<TopicInfo>[]
  /** In how many topics a stem is: a word that is everywhere says little. */
  spread: Map<string, number>
}

const both = (text: Words): string[] => [
  text.en.replace(/\{[^}]*\}/g, ' '),
  text.de.replace(/\{[^}]*\}/g, ' '),
]

function indexed<Thing>(
  thing: Thing,
  keywords: string[],
  titles: string[],
  sentences: string[],
): Indexed<Thing> {
  const weights = new Map<string, number>()
  const note = (list: string[], weight: number): void => {
    for (const one of list) weights.set(one, Math.max(weight, weights.get(one) ?? 0))
  }
  const named = new Set(titles.flatMap(stems))
  const phrases = [...keywords, ...titles].map((text) => ({
    text: tokens(text).join(' '),
    stems: stems(text),
  }))
  for (const sentence of sentences) note(stems(sentence), SENTENCE)
  for (const title of titles) note(stems(title), TITLE)
  for (const keyword of keywords) {
    const parts = stems(keyword)
    note(parts, parts.length === 1 ? KEYWORD : PART)
  }
  for (const one of named) weights.set(one, weights.get(one)! + (weights.get(one) === KEYWORD ? 0.5 : 0))
  return { thing, phrases, weights }
}

const indices = new WeakMap<GuideInfo, Index>()

function indexOf(guide: GuideInfo): Index {
  const known = indices.get(guide)
  if (known) return known
  const topics = guide.topics.map((topic) =>
    indexed(
      topic,
      topic.words,
      both(topic.title),
      topic.lines.flatMap((line) => both(line.text)),
    ),
  )
  const spread = new Map<string, number>()
  for (const { weights } of topics)
    for (const [one, weight] of weights)
      spread.set(one, (spread.get(one) ?? 0) + (weight > SENTENCE ? 1 : 0.4))
  const index = { topics, spread }
  indices.set(guide, index)
  return index
}

// ---- ranking -------------------------------------------------------------------------------------------------------

/** How well one word of a question fits a stem of a topic: the same, the beginning of it, a part of a compound. */
function fit(asked: string, stem: string): number {
  if (asked === stem) return 1
  if (asked.length >= 3 && stem.startsWith(asked)) return 0.6
  if (stem.length >= 4 && asked.startsWith(stem)) return 0.5
  if (Math.min(asked.length, stem.length) >= 4 && (asked.endsWith(stem) || stem.endsWith(asked))) return 0.4
  return 0
}

function score(
  entry: Indexed<unknown>,
  asked: string[],
  sentence: string,
  rarity: (stem: string) => number,
): number {
  let sum = 0
  for (const word of asked) {
    let best = 0
    for (const [stem, weight] of entry.weights) best = Math.max(best, weight * fit(word, stem) * rarity(stem))
    sum += best
  }
  const length = sentence.split(' ').length
  let phrased = 0
  for (const phrase of entry.phrases) {
    const parts = [...new Set(phrase.stems)]
    const count = phrase.text.split(' ').length
    const exact = count > 1 && ` ${sentence} `.includes(` ${phrase.text} `)
    const whole = parts.length > 1 && parts.every((part) => asked.includes(part))
    let bonus = exact ? (2 * count * count) / length : 0
    if (whole) bonus += (2 * parts.length * parts.reduce((all, part) => all + rarity(part), 0)) / asked.length
    if (sentence === phrase.text) bonus += 10
    phrased = Math.max(phrased, bonus)
  }
  return sum + phrased
}

/** Every topic that has something to do with a question, the best first, and how much. */
function rankTopics(guide: GuideInfo, wanted: string): { topic: TopicInfo; score: number }[] {
  const { topics, spread } = indexOf(guide)
  const asked = [...new Set(stems(wanted))]
  const rarity = (stem: string): number => 1 / Math.sqrt(Math.max(1, spread.get(stem) ?? 1))
  return topics
    .map((entry) => ({ topic: entry.thing, score: score(entry, asked, tokens(wanted).join(' '), rarity) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
}

/** The topics that answer a question, the best first. */
export function findTopics(guide: GuideInfo, wanted: string): TopicInfo[] {
  const ranked = rankTopics(guide, wanted)
  const best = ranked[0]?.score ?? 0
  return ranked.filter(({ score }) => score >= best / 5).map(({ topic }) => topic)
}

/** The words of the glossary that a question names: every word of it begins one of theirs. */
export function findTerms(guide: GuideInfo, wanted: string): TermInfo[] {
  const asked = stems(wanted)
  if (asked.length === 0) return []
  return guide.terms.filter((term) => {
    const own = [...both(term.name), ...term.also].flatMap(stems)
    return asked.every((word) => own.some((stem) => stem.startsWith(word)))
  })
}

// ---- the numbered reference ----------------------------------------------------------------------------------------

export function findRules(rules: readonly RuleInfo[], wanted: string): RuleInfo[] {
  const parts = plain(wanted).split(/\s+/).filter(Boolean)
  return rules.filter((rule) => {
    const heading = rule.section === null ? '' : words(rule.section)
    const text = plain(`${rule.number} ${words(rule.text)} ${heading}`)
    return parts.every((part) => text.includes(part))
  })
}

/** Rules under their headings, in the order of the reference; without a heading where it has none. */
export function underHeadings(rules: readonly RuleInfo[]): { heading: string; rules: RuleInfo[] }[] {
  const sections: { heading: string; rules: RuleInfo[] }[] = []
  for (const rule of rules) {
    const heading = rule.section === null ? '' : words(rule.section)
    const last = sections.at(-1)
    if (last?.heading === heading) last.rules.push(rule)
    else sections.push({ heading, rules: [rule] })
  }
  return sections
}
