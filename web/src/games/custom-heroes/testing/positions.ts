/** Positions with the engine's answers to the previews that tests ask for; `web/fixtures/custom_heroes.py` makes them. */

import type { BoardProps, PreviewOf, ViewOf } from '../../../lib/board'
import { keyOf } from '../../../lib/parts'
import { fixture } from '../../../testing'
import type { Catalogue, Move, Facts } from '../facts'

interface Recorded {
  name: string
  view: ViewOf<Facts>
  previews: [moves: Move[], answer: Omit<PreviewOf<Facts>, 'type' | 'id'>][]
}

export const catalogue = fixture<Catalogue>('custom-heroes', 'catalogue')

export const positions = fixture<Recorded[]>('custom-heroes', 'positions')

export function position(name: string): Recorded {
  const found = positions.find((one) => one.name === name)
  if (!found) throw new Error(`no position is called ${name}: add it to web/fixtures/custom_heroes.py`)
  return found
}

/** The engine's answers. A question that nobody recorded fails the test. */
export function previewOf({ name, previews }: Recorded): BoardProps<Facts>['preview'] {
  return async (moves) => {
    const answer = previews.find(([asked]) => keyOf(asked) === keyOf(moves))?.[1]
    if (!answer) throw new Error(`${name}: nobody recorded ${JSON.stringify(moves)}`)
    return { type: 'preview_result', id: '', ...answer }
  }
}
