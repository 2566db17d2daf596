/** What has just happened, in a burst where it is worth one. */

import { list } from '../../lib/i18n'
import type { HappeningOf } from '../../lib/board'
import type { Card, Catalogue, Facts } from './facts'
import { sayPoints, t } from './words'

export interface News {
  burst: string
  tone: 'accent' | 'good' | 'bad' | 'panel'
  text: string
  /** What lies open with it: cards on a bet, an Ascended Form. */
  cards: Card[]
  /** The set on the pile has won: it is shown. */
  wins?: boolean
}

export function news(
  note: HappeningOf<Facts>,
  names: readonly string[],
  text: string,
  /** The seat of the reader, who is "you"; -1 where everybody has a name. */
  reader = -1,
): News | null {
  const { kind, facts } = note
  const burst = (word: string, tone: News['tone'], said = text): News => ({
    burst: word,
    tone,
    text: said,
    cards: [],
  })
  switch (kind) {
    case 'round':
      return burst(facts.sudden_death ? t('burstSudden') : t('burstRound', { n: facts.round }), 'accent')
    case 'wager':
      return { ...burst(t('burstWager'), 'accent'), cards: facts.cards }
    case 'no_wagers':
      return burst(t('wagerTitle'), 'panel')
    case 'play':
      return facts.set === 'ascended' ? { ...burst(t('burstAscended'), 'accent'), cards: facts.cards } : null
    case 'turned':
      return burst(t('burstTurned'), 'bad')
    case 'skip':
      return burst(
        t('burstSkip'),
        'bad',
        t(facts.seat === reader ? 'noteSkipYou' : facts.by === reader ? 'noteSkipByYou' : 'noteSkip', {
          name: names[facts.seat] ?? '',
          by: names[facts.by] ?? '',
        }),
      )
    case 'trick':
      return { ...burst(t('burstTrick'), 'good'), wins: true }
    case 'out':
      return facts.place === 1
        ? burst(t('burstFirst'), 'good')
        : burst(t('burstOut', { n: facts.place }), 'panel')
    case 'wagers_won':
      return burst(t('burstVp', { n: facts.vp }), 'good')
    case 'wagers_lost':
      return burst(t('burstLost'), 'bad')
    case 'reward':
      return burst(sayPoints(facts.vp), facts.vp < 0 ? 'bad' : 'good')
    case 'abandoned':
      return burst(t('burstAbandoned'), 'panel')
    case 'round_over':
      return burst(
        t('roundOver', { n: facts.round }),
        'accent',
        list(
          facts.places.map(
            (seat, place) => `${place + 1}. ${seat === reader ? t('you') : (names[seat] ?? '')}`,
          ),
        ),
      )
    case 'sudden_death':
      return burst(t('burstSudden'), 'bad')
    case 'game_over':
      return burst(t('burstOver'), 'good')
    default:
      return null
  }
}

/** How an event moved the power of its player, as everybody saw it. */
export function movedPower({ kind, facts }: HappeningOf<Facts>, { exchange_rate }: Catalogue): number {
  switch (kind) {
    case 'power':
      return facts.gain
    case 'reward':
      return facts.power
    case 'play':
      return -facts.cost
    case 'exchange':
      return -exchange_rate
    case 'discard':
      return -facts.count
    default:
      return 0
  }
}
