/**
 * What is said about the board never lies over what it is about. A bubble stands by the banner; where it would cover
 * something it speaks of, it moves down to the first place where it does not.
 */

import type { Attachment } from 'svelte/attachments'

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const GAP = 6
/** What a hint marks on the board. */
const MARKED = '.hinted, :has(> .idea)'
/** What is needed to act: boards mark it where it is not what a hint speaks of. */
const NEEDED = '[data-needed]'
/** Who sits across the table, and the way to another part of the board. */
const OTHERS = '[data-explain^="player@"], [data-explain^="fighter@"], [role="tab"]'
/** Where somebody who decides looks and taps; it stays where it is, so a bubble does, too. */
const KEYS = [
  '^="row@"',
  '^="hand@"',
  '="deck"',
  '="demand"',
  '$="@pile"',
  '="hand"',
  '="stock"',
  '^="button:"',
]
const BOARD = KEYS.map((key) => `[data-explain${key}]`).join()

const overlap = (one: Box, two: Box): number =>
  Math.max(0, Math.min(one.right, two.right) - Math.max(one.left, two.left)) *
  Math.max(0, Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top))

const covered = (box: Box, things: readonly Box[]): number =>
  things.reduce((sum, thing) => sum + overlap(box, thing), 0)

const moved = (box: Box, down: number): Box => ({ ...box, top: box.top + down, bottom: box.bottom + down })

/**
 * How far down a box must go to cover nothing of the first things, and as little as possible of each of the next ones, the
 * least way that does: it stands above or below one of them.
 */
export function wayDown(box: Box, things: readonly (readonly Box[])[], height: number): number {
  const all = things.flat()
  const below = all.map((thing) => thing.bottom + GAP - box.top)
  const above = all.map((thing) => thing.top - GAP - box.bottom)
  const ways = [0, ...below, ...above]
    .filter((down) => down >= 0 && (down === 0 || box.bottom + down <= height))
    .sort((one, two) => one - two)
  let best = 0
  let least = Infinity
  for (const down of ways) {
    const there = moved(box, down)
    const cost = things.reduce((sum, some) => sum * 1000 + covered(there, some), 0)
    if (cost < least) [best, least] = [down, cost]
  }
  return best
}

/** Where a part is; a plain box, since a DOMRect cannot be copied. */
function boxOf(part: Element): Box {
  const { left, top, right, bottom } = part.getBoundingClientRect()
  return { left, top, right, bottom }
}

const shown = ({ left, top, right, bottom }: Box): boolean => right > left && bottom > top

const boxesOf = (selector: string): Box[] => [...document.querySelectorAll(selector)].map(boxOf).filter(shown)

/** Let a bubble step aside from what it speaks about: the parts with these keys, what is marked, and the others. */
export function stepsAside(keys: () => readonly string[], mine: () => number): Attachment<HTMLElement> {
  return (bubble) => {
    let frame = 0
    let down = 0
    const follow = (): void => {
      const natural = moved(boxOf(bubble), -down)
      const pointed = keys().map((key) => `[data-explain="${CSS.escape(key)}"]`)
      const own = `@P${mine() + 1}`
      const others = [...document.querySelectorAll(OTHERS)]
        .filter((part) => !part.getAttribute('data-explain')?.endsWith(own))
        .map(boxOf)
        .filter(shown)
      const spoken = boxesOf([...pointed, MARKED, NEEDED].join())
      const way = wayDown(natural, [spoken, others, boxesOf(BOARD)], window.innerHeight)
      if (Math.abs(way - down) >= 1) {
        down = way
        bubble.style.translate = down ? `0 ${down}px` : ''
      }
      frame = requestAnimationFrame(follow)
    }
    frame = requestAnimationFrame(follow)
    return () => cancelAnimationFrame(frame)
  }
}
