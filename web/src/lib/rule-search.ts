/** Finding a rule: by number or by any words, in the reader's language, without minding case or accents. */

import { words } from './i18n'
import type { RuleInfo } from './wire'

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')

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
