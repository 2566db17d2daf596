/** What the line under the boards says: the ability looked at, and what it would change right now. */

import type { EntryState } from './draft'
import type { Catalogue, Fighter, Table } from './facts'
import { abilityFor, holders } from './boxes'
import { changes } from './outlook'
import { faceName, inLanguage, t } from './words'

export interface About {
  name: string
  text: string
  /** What it would do at this moment, in numbers. */
  now: string[]
}

/** Abilities that copy a face, and the slot whose die they copy. */
const COPIED: Record<string, string> = { replicate: 'replicate', teleport: 'teleport:2' }

function copied(catalogue: Catalogue, me: Fighter, box: string, draft: readonly EntryState[]): string[] {
  const slot = COPIED[box]
  if (!slot) return []
  const would = draft
    .flatMap(({ boxes }) => boxes)
    .find((one) => one.box.box === box)
    ?.would.at(-1)
  const die = holders(me).get(slot) ?? would
  return die?.face && die.face !== 'B' ? [t('copies', { face: faceName(catalogue, die.face) })] : []
}

/** Adapt helps whoever owns fewer dice than the opponent (KD-47). */
function adapts(table: Table, me: Fighter, box: string): string[] {
  const rival = table.fighters[me.target ?? me.across]
  if (box !== 'adapt' || !rival) return []
  return [t(rival.dice.length > me.dice.length ? 'worksNow' : 'worksNotNow')]
}

export function aboutBox(
  table: Table,
  catalogue: Catalogue,
  me: Fighter,
  draft: readonly EntryState[],
  box: string | null,
): About | null {
  const ability = box ? abilityFor(catalogue, box) : null
  if (!box || !ability) return null
  const sums = changes(catalogue, me, box).map(({ side, before, after, baseless }) =>
    baseless ? t('needsBase', { side: t(side) }) : t('wouldBe', { side: t(side), before, after }),
  )
  const status = draft.flatMap(({ boxes }) => boxes).find((one) => one.box.box === box)?.status
  const now = [...sums, ...copied(catalogue, me, box, draft), ...adapts(table, me, box)]
  return {
    name: inLanguage(ability.name),
    text: inLanguage(ability.text),
    now: status === 'cannot' || status === 'used' ? [] : now, // what cannot be filled promises nothing
  }
}
