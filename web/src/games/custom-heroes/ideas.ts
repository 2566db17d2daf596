/** What an idea of the bot is about, read from its move. */

export interface Hinted {
  act: string
  piece: string | null
  card: string | null
}

export function readIdea(move: string): Hinted {
  const attached = /^attach (\S+) > (\S+)$/.exec(move)
  if (attached) return { act: 'attach', piece: attached[1]!, card: attached[2]! }
  const named = /^(card|wager) ([^*=]+)/.exec(move)
  return { act: named?.[1] ?? move, piece: null, card: named?.[2] ?? null }
}
