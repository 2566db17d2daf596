import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { explains, type Kit } from '../lib/explain'
import { settings } from '../lib/settings.svelte'
import { followMouse } from '../lib/mouse'
import Explain from './Explain.svelte'

const kit: Kit = {
  game: 'fifth-game',
  goal: null,
  guide: {
    how: [],
    terms: [
      {
        key: 'card',
        name: { en: 'Card', de: 'Karte' },
        needs: { en: 'A free hand.', de: 'Eine freie Hand.' },
        text: { en: 'Hits *hard*.', de: 'Haut *zu*.' },
        rule: 'FG-1',
        also: [],
      },
    ],
    topics: [],
  },
  rules: [],
  draw: undefined,
  catalogue: {},
}

let board: HTMLElement
let played: number

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<main><button data-explain="card:S12@hand"><i>12</i></button><button data-explain="gem" aria-label="A gem">g</button><p>paper</p></main>'
  board = document.querySelector('main')!
  played = 0
  board.querySelector('button')!.addEventListener('click', () => (played += 1))
})

afterEach(() => {
  vi.useRealTimers()
  settings.language = 'en'
})

const card = (): HTMLElement => board.querySelector('button')!
const pointer = (pointerType: string, more: object = {}): object => ({ pointerType, bubbles: true, ...more })

/** Let some time pass, and the page follow. */
async function wait(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds)
  await tick()
  await tick()
}

describe('a tip', () => {
  test('comes after a moment of hovering, and goes with the mouse', async () => {
    render(Explain, { kit, root: board })
    await fireEvent.pointerOver(board.querySelector('i')!, pointer('mouse'))
    await wait(300)
    expect(screen.queryByRole('tooltip')).toBeNull()
    await wait(100)
    expect(screen.getByRole('tooltip').textContent).toMatch(/Card.*Needs: A free hand\..*Hits hard\./)
    await fireEvent.pointerOver(board.querySelector('p')!, pointer('mouse'))
    await wait(0)
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  test('speaks the reader’s language, and of now', async () => {
    settings.language = 'de'
    explains(() => [{ en: '7 + 5 = 12', de: '7 + 5 = 12' }])(card())
    render(Explain, { kit, root: board })
    await fireEvent.pointerOver(card(), pointer('mouse'))
    await wait(400)
    expect(screen.getByRole('tooltip').textContent).toMatch(
      /Karte.*Braucht: Eine freie Hand\..*Jetzt: 7 \+ 5 = 12/,
    )
  })

  test('does not come when the page has moved under a mouse that rests', async () => {
    const stop = followMouse()
    render(Explain, { kit, root: board })
    await fireEvent.pointerMove(document.body, pointer('mouse', { clientX: 5, clientY: 5 }))
    await fireEvent.pointerOver(card(), pointer('mouse', { clientX: 5, clientY: 5 }))
    await wait(400)
    expect(screen.queryByRole('tooltip')).toBeNull()
    await fireEvent.pointerOver(card(), pointer('mouse', { clientX: 6, clientY: 5 }))
    await wait(400)
    expect(screen.getByRole('tooltip')).toBeTruthy()
    stop()
  })

  test('never keeps a tap from playing', async () => {
    render(Explain, { kit, root: board })
    await fireEvent.pointerOver(card(), pointer('mouse'))
    await wait(400)
    await fireEvent.pointerDown(card(), pointer('mouse'))
    await fireEvent.click(card(), { detail: 1 })
    await wait(0)
    expect(played).toBe(1)
    expect(screen.queryByRole('tooltip')).toBeNull()
  })
})

describe('a long press', () => {
  test('explains and plays nothing', async () => {
    render(Explain, { kit, root: board })
    await fireEvent.pointerDown(card(), pointer('touch'))
    await wait(500)
    await fireEvent.pointerUp(card(), pointer('touch'))
    await fireEvent.click(card(), { detail: 1 })
    expect(screen.getByRole('dialog', { name: 'Card' })).toBeTruthy()
    expect(played).toBe(0)
    await fireEvent.pointerDown(card(), pointer('touch'))
    await wait(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    await fireEvent.pointerUp(card(), pointer('touch'))
    await fireEvent.click(card(), { detail: 1 })
    expect(played).toBe(1)
  })

  test('is none where the finger wanders or is short', async () => {
    render(Explain, { kit, root: board })
    await fireEvent.pointerDown(card(), pointer('touch', { clientX: 0, clientY: 0 }))
    await fireEvent.pointerMove(card(), pointer('touch', { clientX: 0, clientY: 40 }))
    await wait(500)
    expect(screen.queryByRole('dialog')).toBeNull()
    await fireEvent.pointerDown(card(), pointer('touch'))
    await wait(200)
    await fireEvent.pointerUp(card(), pointer('touch'))
    await fireEvent.click(card(), { detail: 1 })
    await wait(500)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(played).toBe(1)
  })
})

describe('the key ?', () => {
  test('explains what has the focus; Escape closes and gives the focus back', async () => {
    render(Explain, { kit, root: board })
    card().focus()
    await fireEvent.keyDown(card(), { key: '?' })
    await wait(0)
    const dialog = screen.getByRole('dialog', { name: 'Card' })
    expect(document.activeElement).toBe(dialog)
    await fireEvent.keyDown(dialog, { key: 'Escape' })
    await wait(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(card())
  })

  test('shows at least the name that a screen reader gets', async () => {
    render(Explain, { kit, root: board })
    const gem = board.querySelectorAll('button')[1]!
    gem.focus()
    await fireEvent.keyDown(gem, { key: '?' })
    await wait(0)
    expect(screen.getByRole('dialog', { name: 'A gem' })).toBeTruthy()
  })

  test('leads on to the rule', async () => {
    const read = vi.fn()
    render(Explain, { kit, root: board, read })
    card().focus()
    await fireEvent.keyDown(card(), { key: '?' })
    await wait(0)
    await fireEvent.click(screen.getByRole('button', { name: 'Read more in the rules' }))
    expect(read).toHaveBeenCalledWith('FG-1')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the explain mode', () => {
  test('lets any tap and any key explain instead of playing, until Escape', async () => {
    render(Explain, { kit, root: board, mode: true })
    await wait(0)
    expect(board.hasAttribute('data-explaining')).toBe(true)
    await fireEvent.pointerDown(card(), pointer('touch'))
    await fireEvent.pointerUp(card(), pointer('touch'))
    await fireEvent.click(card(), { detail: 1 })
    await wait(0)
    expect(screen.getByRole('dialog', { name: 'Card' })).toBeTruthy()
    await fireEvent.keyDown(document.body, { key: 'Escape' })
    await fireEvent.click(card(), { detail: 0 })
    await wait(0)
    expect(screen.getByRole('dialog', { name: 'Card' })).toBeTruthy()
    expect(played).toBe(0)
    await fireEvent.keyDown(document.body, { key: 'Escape' })
    await fireEvent.keyDown(document.body, { key: 'Escape' })
    await wait(0)
    expect(board.hasAttribute('data-explaining')).toBe(false)
    await fireEvent.click(card(), { detail: 1 })
    expect(played).toBe(1)
  })
})

test('what leaves the board takes its explanation along', async () => {
  render(Explain, { kit, root: board })
  card().focus()
  await fireEvent.keyDown(card(), { key: '?' })
  await wait(0)
  vi.useRealTimers()
  card().remove()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
