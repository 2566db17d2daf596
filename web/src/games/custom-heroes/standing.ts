/** What a player is doing, in one or two words and a tone: out, on top, passed, skipped and by whom, thinking. */

import type { BoardView } from './facts'
import { t } from './words'

export interface Standing {
  text: string
  tone: 'plain' | 'good' | 'bad' | 'info'
  /** Who made it so, where somebody did. */
  by?: number
}

export function stateOf(table: BoardView, seat: number, actors: readonly number[]): Standing {
  const player = table.players[seat]
  const plain = (text: string): Standing => ({ text, tone: 'plain' })
  if (!player || !player.playing) return plain(player ? t('notPlaying') : '')
  if (player.place)
    return { text: t('place', { n: player.place }), tone: player.place === 1 ? 'good' : 'plain' }
  if (table.phase === 'over') return plain('')
  if (table.phase === 'wagers') {
    if (player.wagers.length) return { text: t('wagered', { n: player.wagers.length }), tone: 'good' }
    if (actors.includes(seat)) return { text: t('deciding'), tone: 'info' }
    return player.asked ? { text: t('sealed'), tone: 'good' } : plain('')
  }
  if (!table.top) return table.turn === seat ? { text: t('leads'), tone: 'info' } : plain('')
  if (table.top.seat === seat) return { text: t('holdsTop'), tone: 'good' }
  const steps = table.tricks.at(-1)?.steps ?? []
  const since = steps.slice(steps.findLastIndex((step) => step.do === 'play') + 1)
  const last = since.findLast((step) => step.seat === seat)
  if (last?.do === 'skip') return { text: t('skipped'), tone: 'bad', by: table.top.seat }
  return plain(last ? t('passed') : '')
}
