/** Positions of the real engine, with what it answers to the previews that tests ask for; `positions.py` makes them. */

import type { BoardProps, ForetoldOf, ViewOf } from '../../../lib/board'
import type { Catalogue, Told } from '../facts'
import pieces from './catalogue.jsonl?raw'
import lines from './positions.jsonl?raw'

interface Recorded {
  name: string
  view: ViewOf<Told>
  previews: [moves: string[], told: Omit<ForetoldOf<Told>, 'type' | 'id'>][]
}

export const catalogue: Catalogue = JSON.parse(pieces)

export const positions: Recorded[] = lines
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

export function position(name: string): Recorded {
  const found = positions.find((one) => one.name === name)
  if (!found) throw new Error(`no position is called ${name}: add it to positions.py`)
  return found
}

/** The engine's answers. A question that nobody recorded fails the test. */
export function previewOf({ name, previews }: Recorded): BoardProps<Told>['preview'] {
  return async (moves) => {
    const told = previews.find(([asked]) => asked.join() === moves.join())?.[1]
    if (!told) throw new Error(`${name}: nobody recorded ${JSON.stringify(moves)}`)
    return { type: 'preview_result', id: '', ...told }
  }
}
