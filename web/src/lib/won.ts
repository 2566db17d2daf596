/** Which games somebody has won in this browser: whoever has not is offered the course and a first match. */

const KEY = 'slugfest.won'

function all(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((game) => typeof game === 'string') : []
  } catch {
    return []
  }
}

export const hasWon = (game: string): boolean => all().includes(game)

export function noteWon(game: string): void {
  if (hasWon(game)) return
  try {
    localStorage.setItem(KEY, JSON.stringify([...all(), game]))
  } catch {
    // Private windows may forbid it: then they are offered again.
  }
}
