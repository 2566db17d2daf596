/**
 * The accent colour of a game that the styles do not know: it names one of these.
 * Each is four colours for each theme: the accent, letters on it, a soft one behind ink, and one to write with.
 */

import type { Accent, GameInfo } from './wire'

type Four = readonly [accent: string, on: string, soft: string, text: string]

export const ACCENTS: Record<Exclude<Accent, ''>, { day: Four; night: Four }> = {
  yellow: {
    day: ['#ffcf26', '#1b1714', '#fff0b8', '#785800'],
    night: ['#ffcf26', '#1b1714', '#4a3d12', '#ffd84d'],
  },
  red: {
    day: ['#cf2e1f', '#ffffff', '#fbdfd7', '#b3261e'],
    night: ['#e2402f', '#120c0b', '#4a2220', '#ff8d7d'],
  },
  teal: {
    day: ['#0b7d76', '#ffffff', '#d3ece7', '#0b6e68'],
    night: ['#25b3a8', '#0c1413', '#123a37', '#5fd6cc'],
  },
  purple: {
    day: ['#6a3cc2', '#ffffff', '#e8def8', '#5f34b0'],
    night: ['#a880f0', '#120c1c', '#34235a', '#cbb0fa'],
  },
  blue: {
    day: ['#1f5fa8', '#ffffff', '#dbe9f8', '#1f5fa8'],
    night: ['#5b9ee8', '#0a1220', '#1d3350', '#86bdf5'],
  },
  green: {
    day: ['#1d7a3e', '#ffffff', '#dcf0d8', '#1a6e38'],
    night: ['#4fbf74', '#0a150e', '#1d3a28', '#6fd08c'],
  },
  pink: {
    day: ['#c2185b', '#ffffff', '#fadce8', '#a8144f'],
    night: ['#f06a9f', '#1a0a11', '#4a1d31', '#ff9cc2'],
  },
  orange: {
    day: ['#e8710a', '#1b1714', '#fde6d0', '#8f4200'],
    night: ['#f59342', '#1a0f05', '#47290f', '#ffb877'],
  },
}

const declared = ([accent, on, soft, text]: Four): string =>
  `--accent: ${accent}; --on-accent: ${on}; --accent-soft: ${soft}; --accent-text: ${text};`

/** The styles of one game, or nothing where it wears what the shell has. */
export function accentRules({ id, accent }: Pick<GameInfo, 'id' | 'accent'>): string[] {
  if (!Object.hasOwn(ACCENTS, accent)) return []
  const { day, night } = ACCENTS[accent as keyof typeof ACCENTS]
  const game = `[data-game=${JSON.stringify(id)}]`
  return [`${game} { ${declared(day)} }`, `[data-theme='night'] ${game} { ${declared(night)} }`]
}

let sheet: CSSStyleSheet | null = null
const dressed = new Set<string>()

/** Let games wear their accents from now on. */
export function dress(games: readonly GameInfo[]): void {
  for (const game of games) {
    if (dressed.has(game.id)) continue
    dressed.add(game.id)
    for (const rule of accentRules(game)) {
      if (!sheet) {
        sheet = new CSSStyleSheet()
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      sheet.insertRule(rule, sheet.cssRules.length)
    }
  }
}
