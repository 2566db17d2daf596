/** What the line under the boards says: the ability looked at, and what it would change right now. */

import type { EntryState } from './draft'
import type { Catalogue, Fighter } from './facts'
import { abilityFor } from './boxes'
import { fillForecast, type Legal } from './moves'
import { faceName, inLanguage, t } from './words'

export interface About {
  name: string
  text: string
  /** What it would do at this moment, in numbers. */
  now: string[]
}

/** What a box comes to as things lie now, in the engine's numbers. */
export function worthOf(catalogue: Catalogue, me: Fighter, box: string, legal: Legal): string[] {
  const { copies, works, ...sides } = me.worth[box] ?? {}
  const sums = (['attack', 'defence'] as const).flatMap((side) => {
    const sum = sides[side]
    if (!sum) return []
    if (sum.after === null) return [t('needsBase', { side: t(side) })]
    return [t('wouldBe', { side: t(side), before: sum.before ?? 0, after: sum.after })]
  })
  const copied = copies ?? fillForecast(legal, box)?.copies
  const more = [
    copied ? t('copies', { face: faceName(catalogue, copied) }) : '',
    works === undefined ? '' : t(works ? 'worksNow' : 'worksNotNow'),
  ]
  return [...sums, ...more.filter(Boolean)]
}

export function aboutBox(
  catalogue: Catalogue,
  me: Fighter,
  draft: readonly EntryState[],
  legal: Legal,
  box: string | null,
): About | null {
  const ability = box ? abilityFor(catalogue, box) : null
  if (!box || !ability) return null
  const status = draft.flatMap(({ boxes }) => boxes).find((one) => one.box.box === box)?.status
  return {
    name: inLanguage(ability.name),
    text: inLanguage(ability.text),
    now: status === 'cannot' || status === 'used' ? [] : worthOf(catalogue, me, box, legal), // what cannot be filled promises nothing
  }
}
