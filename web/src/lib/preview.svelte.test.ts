import { flushSync } from 'svelte'
import { describe, expect, test } from 'vitest'

import { moveWith, option, viewOf } from '../testing'
import type { AnyGame, SentMove } from './board'
import { Foresight, optionOf } from './preview.svelte'
import type { PreviewResult } from './wire'

const previewResult = (id: string): PreviewResult => ({
  type: 'preview_result',
  id,
  moves: [],
  refusal: null,
  view: null,
})
const settled = async (): Promise<void> => {
  for (let count = 0; count < 5; count += 1) await Promise.resolve()
}

test('a legal move is found by its parts', () => {
  const view = viewOf({ moves: [option('PASS'), moveWith<AnyGame>(['send', [3]], { beats: 2 })] })
  expect(optionOf<AnyGame>(view, ['send', [3]])?.forecast).toEqual({ beats: 2 })
  expect(optionOf<AnyGame>(view, ['send', [4]])).toBeUndefined()
})

describe('what moves in the making would come to', () => {
  /** A board that puts moves together, and an engine that answers when it is told to. */
  function board() {
    const asked: { moves: SentMove[]; answer: (told: PreviewResult | null) => void }[] = []
    let moves: string[] = $state([])
    const preview = (wanted: SentMove[]): Promise<PreviewResult | null> =>
      new Promise((answer) => asked.push({ moves: wanted, answer }))
    let foresight: Foresight | undefined
    const close = $effect.root(() => {
      foresight = new Foresight(
        () => preview,
        () => moves,
      )
    })
    const choose = (...chosen: string[]): void => {
      moves = chosen
      flushSync()
    }
    flushSync()
    return { asked, choose, close, told: () => foresight?.told?.id ?? null }
  }

  test('is asked anew whenever they change, and told when the answer is there', async () => {
    const { asked, choose, close, told } = board()
    choose('A')
    expect(asked.at(-1)?.moves).toEqual(['A'])
    expect(told()).toBeNull()
    asked.at(-1)?.answer(previewResult('about A'))
    await settled()
    expect(told()).toBe('about A')
    close()
  })

  test('is never told of moves that are no longer meant', async () => {
    const { asked, choose, close, told } = board()
    choose('A')
    const first = asked.at(-1)
    choose('A', 'B')
    expect(told()).toBeNull()
    asked.at(-1)?.answer(previewResult('about A and B'))
    first?.answer(previewResult('about A'))
    await settled()
    expect(told()).toBe('about A and B')
    choose('B')
    expect(told()).toBeNull()
    close()
  })
})
