/**
 * What a plugin's board is made of, served as `/parts.js`: the built-in cards, dice, tracks, bursts, buttons, dialogs and
 * keyboard, as functions that return pieces for `render`. Its types are in `public/parts.d.ts`, which plugins copy; the
 * test beside this file holds the two together. The styles are the shell's own: `styles/parts.css`.
 */

import { isElsewhere, tidy, walk } from '../lib/keyboard'
import { t, words as inWords } from '../lib/i18n'
import { MARKS } from '../plain/marks'
import type { PlainColour, PlainIcon, Words } from '../lib/wire'
import { h, render, type Child, type Piece } from './dom'

export { h, render }

/** A sentence of the game in the reader's language, with names for seats. */
export const words = (text: Words | null | undefined, names: readonly string[] = []): string =>
  inWords(text, names)

const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

export function icon(name: PlainIcon, size = 20): Piece {
  return h(
    'svg',
    { class: 'sf-icon', width: size, height: size, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    h('path', { d: MARKS[name] ?? '' }),
  )
}

export interface CardProps {
  key?: string
  name?: string
  value?: string | number
  icon?: PlainIcon
  colour?: PlainColour
  note?: string
  back?: boolean
  small?: boolean
  legal?: boolean
  chosen?: boolean
  idea?: boolean
  fresh?: boolean
  faded?: boolean
  label?: string
  explain?: string
  onclick?: () => void
}

export function card(props: CardProps, ...children: Child[]): Piece {
  const {
    name = '',
    value,
    colour = '',
    note,
    back,
    small,
    legal,
    chosen,
    idea,
    fresh,
    faded,
    onclick,
  } = props
  const label =
    props.label ?? (back ? t('plain.backs', { n: 1 }) : [name, value, note].filter(Boolean).join(', '))
  const common = {
    key: props.key,
    class: classes(
      'sf-card',
      colour && `sf-${colour}`,
      back && 'sf-back',
      small && 'sf-small',
      legal && 'sf-legal',
      chosen && 'sf-chosen',
      fresh && 'sf-fresh',
      faded && 'sf-faded',
    ),
    'aria-label': label,
    'data-explain': props.explain,
  }
  const inside: Child[] = [
    back
      ? h('span', { class: 'sf-pattern' }, icon(props.icon || 'question'))
      : [
          props.icon && icon(props.icon, small ? 20 : 30),
          value !== undefined && h('b', { class: 'sf-value' }, String(value)),
          name && h('span', { class: 'sf-name' }, name),
          note && h('small', null, note),
        ],
    idea && h('span', { class: 'sf-idea' }, icon('bolt', 14)),
    ...children,
  ]
  if (!onclick) return h('span', { ...common, role: 'img' }, ...inside)
  return h(
    'button',
    {
      ...common,
      type: 'button',
      'aria-pressed': chosen ? 'true' : 'false',
      'aria-disabled': legal || chosen ? undefined : 'true',
      'data-spot': true,
      'data-legal': legal || chosen ? true : undefined,
      onclick,
    },
    ...inside,
  )
}

export interface ButtonProps {
  key?: string
  kind?: 'primary' | 'plain' | 'quiet'
  icon?: PlainIcon
  disabled?: boolean
  label?: string
  onclick: () => void
}

export function button(
  { key, kind = 'plain', disabled = false, label, onclick, ...rest }: ButtonProps,
  ...children: Child[]
): Piece {
  return h(
    'button',
    {
      key,
      type: 'button',
      class: `sf-button sf-${kind}`,
      disabled,
      'aria-label': label,
      'data-spot': true,
      'data-legal': !disabled,
      onclick,
    },
    rest.icon && icon(rest.icon),
    ...children,
  )
}

const PIPS: Record<number, readonly [number, number][]> = {
  1: [[32, 32]],
  2: [
    [18, 18],
    [46, 46],
  ],
  3: [
    [17, 17],
    [32, 32],
    [47, 47],
  ],
  4: [
    [18, 18],
    [46, 18],
    [18, 46],
    [46, 46],
  ],
  5: [
    [17, 17],
    [47, 17],
    [32, 32],
    [17, 47],
    [47, 47],
  ],
  6: [
    [18, 15],
    [46, 15],
    [18, 32],
    [46, 32],
    [18, 49],
    [46, 49],
  ],
}

export interface DieProps {
  key?: string
  face: number | PlainIcon
  colour?: PlainColour
  legal?: boolean
  chosen?: boolean
  fresh?: boolean
  label?: string
  onclick?: () => void
}

export function die({ face, ...rest }: DieProps): Piece {
  const pips = typeof face === 'number' ? PIPS[face] : undefined
  const picture = pips
    ? h(
        'svg',
        { class: 'sf-pips', viewBox: '0 0 64 64', 'aria-hidden': 'true' },
        pips.map(([cx, cy]) => h('circle', { cx, cy, r: 6 })),
      )
    : typeof face === 'number'
      ? h('b', { class: 'sf-value' }, String(face))
      : icon(face, 30)
  const piece = card({ ...rest, label: rest.label ?? String(face) }, picture)
  return { ...piece, properties: { ...piece.properties, class: `${piece.properties.class} sf-die` } }
}

export interface TrackProps {
  name: string
  value: number
  most: number
  colour?: PlainColour
  icon?: PlainIcon
  gain?: number
}

/** A number that fills up: its name, the number and the steps. */
export function track({ name, value, most, colour = '', icon: mark, gain = 0 }: TrackProps): Piece {
  const said = gain > 0 ? `+${gain}` : gain < 0 ? `−${-gain}` : ''
  return h(
    'div',
    { class: classes('sf-track', colour && `sf-${colour}`) },
    mark && icon(mark, 18),
    h('span', { class: 'sf-what' }, name),
    h('b', null, String(value)),
    h(
      'span',
      { class: 'sf-steps', 'aria-hidden': 'true' },
      Array.from({ length: Math.max(most, 0) }, (_, step) =>
        h('i', { class: step < value ? 'sf-full' : '' }),
      ),
    ),
    said && h('span', { class: 'sf-gain' }, said),
  )
}

/** A word in a burst. Decoration: what happened is in the log. */
export function burst(word: string, tone: 'accent' | 'good' | 'bad' = 'accent', key = word): Piece {
  const spikes = 14
  const square = (side: number): number => Math.sign(side) * Math.abs(side) ** 0.62
  const points = Array.from({ length: spikes * 2 }, (_, index) => {
    const wobble = Math.sin(index * 12.9898) * 0.5 + 0.5
    const radius = index % 2 === 0 ? 88 + wobble * 12 : 72 + wobble * 5
    const angle = (index / (spikes * 2)) * 2 * Math.PI - Math.PI / 2
    return `${(100 + radius * square(Math.cos(angle))).toFixed(1)},${(50 + (radius / 2) * square(Math.sin(angle))).toFixed(1)}`
  }).join(' ')
  return h(
    'span',
    { key, class: `sf-burst sf-${tone}-burst`, 'aria-hidden': 'true' },
    h('svg', { viewBox: '0 0 200 100', preserveAspectRatio: 'none' }, h('polygon', { points })),
    h('b', null, word),
  )
}

/** Who sits where: the seat's number in its colour, and the name. */
export function seat(number: number, name: string, ...children: Child[]): Piece {
  return h(
    'span',
    { class: 'sf-seat' },
    h(
      'span',
      { class: 'sf-mark', style: { '--mine': `var(--seat-${(number % 6) + 1})` }, 'aria-hidden': 'true' },
      String(number + 1),
    ),
    h('span', { class: 'sf-who' }, name),
    ...children,
  )
}

export interface PanelProps {
  key?: string
  title?: Child
  label?: string
  mine?: boolean
  class?: string
}

export function panel({ key, title, label, mine, class: more }: PanelProps, ...children: Child[]): Piece {
  return h(
    'section',
    { key, class: classes('sf-panel', mine && 'sf-mine', more), 'aria-label': label },
    title !== undefined && title !== null && h('h2', null, title),
    ...children,
  )
}

export interface DialogProps {
  title: string
  open: boolean
  close: () => void
}

/** A window over the page: keeps the focus inside, gives it back, closes on Escape. */
export function dialog({ title, open, close }: DialogProps, ...children: Child[]): Piece | null {
  if (!open) return null
  return h(
    'dialog',
    {
      key: `dialog ${title}`,
      class: 'sf-dialog',
      'aria-label': title,
      ref: (element: Element) => (element as HTMLDialogElement).showModal(),
      onclose: close,
      onclick: (event: MouseEvent) => {
        if (event.target === event.currentTarget) close()
      },
    },
    h(
      'div',
      { class: 'sf-window' },
      h(
        'header',
        null,
        h('h2', null, title),
        button({ kind: 'quiet', label: t('close'), onclick: close }, '✕'),
      ),
      h('div', { class: 'sf-content' }, ...children),
    ),
  )
}

/** Arrows walk over everything that can be tapped, and each `data-group` is one tab stop. Returns how to stop it. */
export function keyboard(target: HTMLElement, start?: string): { tidy: () => void; stop: () => void } {
  const keys = (event: KeyboardEvent): void => {
    if (!isElsewhere(event) && walk(event, target, start)) event.preventDefault()
  }
  addEventListener('keydown', keys)
  return { tidy: () => tidy(target), stop: () => removeEventListener('keydown', keys) }
}
