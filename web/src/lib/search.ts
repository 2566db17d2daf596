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
    const text = plain(`${rule.number} ${words(rule.text)}`)
    return parts.every((part) => text.includes(part))
  })
}
