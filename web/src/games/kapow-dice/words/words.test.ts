import { expect, test } from 'vitest'

import { de } from './de'
import { en } from './en'

const forms = (phrase: string | { one: string; other: string }): string[] =>
  typeof phrase === 'string' ? [phrase] : [phrase.one, phrase.other]
const blanks = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).sort()

test('both languages fill the same blanks', () => {
  for (const key of Object.keys(en) as (keyof typeof en)[])
    for (const [index, form] of forms(en[key]).entries())
      if (typeof en[key] === typeof de[key]) expect(blanks(forms(de[key])[index]!), key).toEqual(blanks(form))
})
