/** Which games somebody has played to an end in this browser: whoever has not is offered the course first. */

const KEY = 'slugfest.played'

function all(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((game) => typeof game === 'string') : []
  } catch {
    return []
  }
}

export const hasPlayed = (game: string): boolean => all().includes(game)

export function notePlayed(game: string): void {
  if (hasPlayed(game)) return
  try {
    localStorage.setItem(KEY, JSON.stringify([...all(), game]))
  } catch {
    // Private windows may forbid it: then the course is offered again.
  }
}
