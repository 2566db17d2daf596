/** Positions of the real engine, with what it answers to the previews that tests ask for; `positions.py` makes them. */

import type { BoardProps } from '../../../lib/board'
import type { Foretold, View } from '../../../lib/wire'
import type { Catalogue } from '../facts'
import pieces from './catalogue.jsonl?raw'
import lines from './positions.jsonl?raw'

interface Recorded {
  name: string
  view: View
  previews: [moves: string[], told: Omit<Foretold, 'type' | 'id'>][]
}

export const catalogue = JSON.parse(pieces) as Catalogue

export const positions = lines
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

export function position(name: string): Recorded {
  const found = positions.find((one) => one.name === name)
  if (!found) throw new Error(`no position is called ${name}: add it to positions.py`)
  return found
}

/** The engine's answers. A question that nobody recorded fails the test. */
export function previewOf({ name, previews }: Recorded): BoardProps['preview'] {
  return async (moves) => {
    const told = previews.find(([asked]) => asked.join() === moves.join())?.[1]
    if (!told) throw new Error(`${name}: nobody recorded ${JSON.stringify(moves)}`)
    return { type: 'foretold', id: '', ...told }
  }
}
