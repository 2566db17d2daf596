import { expect, test } from 'vitest'

import { ACCENTS, accentRules } from './accents'

const PAPER = { day: ['#fffaf0', '#f6ecd6'], night: ['#241f2e', '#17141d'] }
const INK = { day: '#1b1714', night: '#f6eddb' }

function light(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test('every accent can be read in both themes: on it, on its soft one, and written on paper', () => {
  for (const [name, themes] of Object.entries(ACCENTS))
    for (const theme of ['day', 'night'] as const) {
      const [accent, on, soft, text] = themes[theme]
      expect(contrast(accent, on), `${name} ${theme}: letters on it`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(soft, INK[theme]), `${name} ${theme}: ink on the soft one`).toBeGreaterThanOrEqual(4.5)
      for (const paper of PAPER[theme])
        expect(contrast(text, paper), `${name} ${theme}: written on ${paper}`).toBeGreaterThanOrEqual(4.5)
    }
})

test('a game wears the accent it names, and the shell’s where it names none that is known', () => {
  expect(accentRules({ id: 'masks-off', accent: 'pink' })[0]).toContain(
    '[data-game="masks-off"] { --accent: #c2185b;',
  )
  expect(accentRules({ id: 'a', accent: '' })).toEqual([])
  expect(accentRules({ id: 'a', accent: 'toString' as never })).toEqual([])
})
