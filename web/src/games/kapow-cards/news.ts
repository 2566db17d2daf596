/** What has just happened beside a fight, in words; the important things in a burst. */

import { list } from '../../lib/i18n'
import type { Catalogue } from './facts'
import type { Note } from './scene'
import { nameOf, t } from './words'

export interface News {
  burst: string | null
  tone: 'accent' | 'good' | 'bad' | 'panel'
  text: string
}

export function news(
  note: Note,
  names: readonly string[],
  winners: readonly number[],
  cards: Catalogue,
  /** The seat of the reader, who is "you"; -1 where everybody has a name. */
  reader: number,
): News {
  const plain = (text: string): News => ({ burst: null, tone: 'panel', text })
  const name = 'seat' in note ? (names[note.seat] ?? '') : ''
  const mine = 'seat' in note && note.seat === reader
  switch (note.kind) {
    case 'pass':
      return plain(mine ? t('notePassYou') : t('notePass', { name }))
    case 'skip':
      return plain(mine ? t('noteSkipYou') : t('noteSkip', { name }))
    case 'barricade':
      return plain(mine ? t('noteBarricadeYou') : t('noteBarricade', { name }))
    case 'recruit':
      return plain(
        note.card
          ? t(mine ? 'noteRecruitDiscardYou' : 'noteRecruitDiscard', { name, card: nameOf(cards, note.card) })
          : t(mine ? 'noteRecruitYou' : 'noteRecruit', { name }),
      )
    case 'reshuffle':
      return { burst: t('burstReshuffle'), tone: 'panel', text: t('noteReshuffle', { n: note.deck }) }
    case 'last_round':
      return { burst: t('burstLastRound'), tone: 'accent', text: t('noteLastRound') }
    case 'solo':
      return { burst: t('burstSolo'), tone: 'accent', text: t(mine ? 'noteSoloYou' : 'noteSolo', { name }) }
    case 'knocked_out':
      return {
        burst: t('burstKnockedOut'),
        tone: 'bad',
        text: t(mine ? 'noteKnockedOutYou' : 'noteKnockedOut', { name }),
      }
    case 'final_battle':
      return { burst: t('burstFinalBattle'), tone: 'accent', text: t('noteFinalBattle') }
    case 'game_over': {
      const who = list(winners.map((seat) => names[seat] ?? ''))
      const shared = winners.length > 1
      const text = winners.includes(reader)
        ? t(shared ? 'noteGameOverYouShare' : 'noteGameOverYou')
        : t(shared ? 'noteGameOverShared' : 'noteGameOver', { names: who })
      return { burst: t('burstGameOver'), tone: 'good', text }
    }
  }
}
