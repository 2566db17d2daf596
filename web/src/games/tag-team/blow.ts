/** How hard a fighter is hit: what a marker moves down, measured against the health that fighters usually begin with. */

import type { Blow } from '../../lib/blows'
import type { Health } from './facts'

const HEALTH = 14

export const blowOf = ({
  from,
  to,
  space,
  ignored,
}: Pick<Health, 'from' | 'to' | 'space' | 'ignored'>): Blow => ({
  amount: ignored ? 0 : from - to,
  of: HEALTH,
  ko: !ignored && space === 'ko',
})
