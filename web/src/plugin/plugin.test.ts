import { render as show, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'

import type * as Declared from '../../public/parts'
import { settings } from '../lib/settings.svelte'
import { option, unasked, viewOf } from '../testing'
import * as parts from './parts'
import { h, render } from './dom'
import PluginBoard from './PluginBoard.svelte'

// `npm run check` compares the declared types with the parts.
parts satisfies typeof Declared

const place = (): HTMLElement => document.body.appendChild(document.createElement('div'))

afterEach(() => {
  settings.plainBoard = false
  document.body.replaceChildren()
})

describe('render', () => {
  test('keeps what stays: an element with the focus keeps it, whatever is drawn around it', () => {
    const target = place()
    const list = (keys: string[]) =>
      h(
        'ul',
        null,
        keys.map((key) => h('li', { key }, h('button', null, key))),
      )
    render(target, list(['a', 'b', 'c']))
    const b = target.querySelectorAll('button')[1]!
    b.focus()
    render(target, 'before', list(['c', 'x', 'b']))
    expect([...target.querySelectorAll('button')].map((one) => one.textContent)).toEqual(['c', 'x', 'b'])
    expect(target.querySelectorAll('button')[2]).toBe(b)
    expect(document.activeElement).toBe(b)
  })

  test('changes listeners, attributes and texts, and takes away what is gone', () => {
    const target = place()
    const [first, second] = [vi.fn(), vi.fn()]
    render(target, h('button', { onclick: first, disabled: true, class: 'a' }, 'one'), h('p', null, 'two'))
    render(target, h('button', { onclick: second }, 'three', false, null))
    const button = target.querySelector('button')!
    button.click()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
    expect([button.disabled, button.className, target.textContent]).toEqual([false, '', 'three'])
  })

  test('draws vectors as vectors', () => {
    const target = place()
    render(target, parts.icon('star'))
    expect(target.querySelector('path')!.namespaceURI).toBe('http://www.w3.org/2000/svg')
  })
})

describe('the parts', () => {
  test('say what they are, and can be tapped where they can be used', () => {
    const target = place()
    const tapped = vi.fn()
    render(
      target,
      parts.card({ name: 'Baker', value: 3, note: 'Market', legal: true, onclick: tapped }),
      parts.card({ back: true }),
      parts.die({ face: 5 }),
      parts.track({ name: 'Fame', value: 2, most: 5, gain: 2 }),
    )
    screen.getByRole('button', { name: 'Baker, 3, Market' }).click()
    expect(tapped).toHaveBeenCalledOnce()
    expect(screen.getByRole('img', { name: 'one face down' })).toBeTruthy()
    expect(screen.getByRole('img', { name: '5' }).querySelectorAll('circle')).toHaveLength(5)
    expect(target.querySelectorAll('.sf-full')).toHaveLength(2)
    expect(target.textContent).toContain('+2')
  })
})

const module = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`

const given = (module_: string) => ({
  view: viewOf({ moves: [option('PASS')], board: { deck: 3 } }),
  names: ['Ada', 'Bo'],
  catalogue: {},
  happening: null,
  busy: false,
  play: vi.fn(),
  say: () => {},
  ...unasked,
  ideas: [],
  module: module_,
})

const WORKING = `export function mount(target, state) {
  const draw = (state) => { target.textContent = state.language + ' ' + state.view.board.deck }
  draw(state)
  return { update: draw, destroy: () => { globalThis.destroyed = (globalThis.destroyed ?? 0) + 1 } }
}`

describe('a board by plugin', () => {
  test('is mounted, updated with everything that changes, and taken away', async () => {
    const props = given(module(WORKING))
    const { rerender, unmount } = show(PluginBoard, props as never)
    await vi.waitFor(() => expect(document.querySelector('[data-board]')?.textContent).toBe('en 3'))
    await rerender({ ...props, view: viewOf({ board: { deck: 2 } }) } as never)
    expect(document.querySelector('[data-board]')?.textContent).toBe('en 2')
    settings.language = 'de'
    await tick()
    expect(document.querySelector('[data-board]')?.textContent).toBe('de 2')
    settings.language = 'en'
    unmount()
    expect((globalThis as { destroyed?: number }).destroyed).toBe(1)
  })

  test('gives way to the plain board where the reader prefers that one', async () => {
    settings.plainBoard = true
    show(PluginBoard, given(module(WORKING)) as never)
    expect(screen.getByRole('heading', { name: 'What you can do' })).toBeTruthy()
    expect(screen.queryByRole('status')).toBeNull()
  })

  test.each([
    ['is not there', '/games/none/0/board.js'],
    ['has no mount', module('export const nothing = 1')],
    ['throws when it is mounted', module('export function mount() { throw new Error("no") }')],
    ['mounts nothing that can be updated', module('export function mount() {}')],
    ['throws on an update', module('export const mount = () => ({ update() { throw new Error("later") } })')],
  ])('that %s leaves the match to the plain board, and says so', async (_, address) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    show(PluginBoard, given(address) as never)
    expect((await screen.findByRole('status')).textContent).toContain('you play on the plain one')
    expect(screen.getByRole('heading', { name: 'What you can do' })).toBeTruthy()
    expect(warned).toHaveBeenCalled()
    warned.mockRestore()
  })
})
