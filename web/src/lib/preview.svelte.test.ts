import { flushSync } from 'svelte'
import { describe, expect, test } from 'vitest'

import { moveWith, option, viewOf } from '../testing'
import type { AnyGame, SentMove } from './board'
import { Ahead, optionOf } from './preview.svelte'
import type { PreviewResult, View } from './wire'

const previewResult = (view: View): PreviewResult => ({
  type: 'preview_result',
  id: '1',
  moves: [],
  refusal: null,
  view,
})
const settled = async (): Promise<void> => {
  for (let count = 0; count < 5; count += 1) await Promise.resolve()
}

test('a legal move is found by its parts', () => {
  const view = viewOf({ moves: [option('PASS'), moveWith<AnyGame>(['send', [3]], { beats: 2 })] })
  expect(optionOf<AnyGame>(view, ['send', [3]])?.forecast).toEqual({ beats: 2 })
  expect(optionOf<AnyGame>(view, ['send', [4]])).toBeUndefined()
})

describe('the position after moves in the making', () => {
  /** A board that puts moves together, and an engine that answers on demand. */
  function board() {
    const asked: { moves: SentMove[]; answer: (result: PreviewResult | null) => void }[] = []
    const now = viewOf()
    let moves: string[] = $state([])
    const preview = (wanted: SentMove[]): Promise<PreviewResult | null> =>
      new Promise((answer) => asked.push({ moves: wanted, answer }))
    let ahead: Ahead | undefined
    const close = $effect.root(() => {
      ahead = new Ahead(
        () => preview,
        () => now,
        () => moves,
      )
    })
    const choose = (...chosen: string[]): void => {
      moves = chosen
      flushSync()
    }
    flushSync()
    return { asked, choose, close, now, ahead: ahead! }
  }

  test('is asked anew whenever they change, and shown when the answer is there', async () => {
    const { asked, choose, close, now, ahead } = board()
    expect(ahead.view).toBe(now)
    choose('A')
    expect(asked.at(-1)?.moves).toEqual(['A'])
    expect([ahead.view, ahead.settled, ahead.asking]).toEqual([now, false, true])
    const after = viewOf({ actors: [1] })
    asked.at(-1)?.answer(previewResult(after))
    await settled()
    expect(ahead.view).toBe(after)
    expect([ahead.settled, ahead.asking]).toEqual([true, false])
    close()
  })

  test('is never that of moves that are no longer meant', async () => {
    const { asked, choose, close, now, ahead } = board()
    const [afterA, afterBoth] = [viewOf({ actors: [1] }), viewOf({ actors: [2] })]
    choose('A')
    const first = asked.at(-1)
    choose('A', 'B')
    asked.at(-1)?.answer(previewResult(afterBoth))
    first?.answer(previewResult(afterA))
    await settled()
    expect(ahead.view).toBe(afterBoth)
    choose('B')
    expect([ahead.settled, ahead.asking]).toEqual([false, true])
    choose()
    expect(ahead.view).toBe(now)
    close()
  })
})
