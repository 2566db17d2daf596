/**
 * Finding a table: an open seat that somebody taps, or the one that fits best. The page of the match sits down; if
 * somebody else was faster, whoever let us choose is led to the next table.
 */

import { api } from './api'
import { company, nextOpponent } from './bots'
import { t } from './i18n'
import type { Match } from './match.svelte'
import { settle } from './options'
import { router } from './router.svelte'
import type { GameInfo, Me, NewSeat, OpenTable, PlayNow } from './wire'

/** So many tables are tried before whoever is looking gets one of their own. */
const MOST_TRIED = 5

interface Wish {
  match: string
  seat: number
  /** How to look for another one; null: it was this table. */
  asked: PlayNow | null
}

class Finding {
  #wish: Wish | null = $state.raw(null)

  /** Somebody is on the way to a seat of this match. */
  wants = (match: string): boolean => this.#wish?.match === match

  /** To a table that was tapped. */
  take(table: OpenTable): void {
    this.#wish = { match: table.id, seat: table.seat, asked: null }
    router.go(`/match/${table.id}`)
  }

  /** To the table that fits best. */
  async find(asked: PlayNow): Promise<void> {
    const found = await api.playNow(asked)
    this.#wish = found.seat < 0 ? null : { match: found.id, seat: found.seat, asked }
    router.go(`/match/${found.id}`)
  }

  /** The match has said who sits where: sit down. False: somebody else was faster. */
  async sitDown(match: Match, name: string): Promise<boolean> {
    const wish = this.#wish
    if (wish?.match !== match.id || !match.info) return true
    const free = match.info.free ?? []
    const seat = free.includes(wish.seat) ? wish.seat : free[0]
    const seated = match.mine >= 0
    const answer = seated || seat === undefined ? null : await match.sit(seat, name || t('lobby.guest'))
    if (this.#wish === wish) this.#wish = null
    if (seated || answer?.type === 'done') return true
    if (!wish.asked || wish.asked.besides!.length >= MOST_TRIED) return false
    await this.find({ ...wish.asked, besides: [...wish.asked.besides!, match.id] })
    return true
  }
}

export const finding = new Finding()

/** What to open if no table fits: this game as it was played last, with bots that make room. */
export function wishFor(game: GameInfo, me: Me, anyGame: boolean): PlayNow {
  const played = me.finished.filter((one) => one.game === game.id)
  const seats = played[0]?.seats.length ?? Math.max(2, game.first_match.seats)
  const count =
    game.seat_counts.includes(seats) && seats > 1 ? seats : (game.seat_counts.find((one) => one > 1) ?? 2)
  const known = [game.first_match, game.harder_match].find((one) => one.seats === count)
  const bots = company(game, nextOpponent(game, played), count - 1)
  return {
    match: {
      game: game.id,
      seats: [{ kind: 'me' }, ...bots.map((level): NewSeat => ({ kind: 'bot', level }))],
      options: known?.options ?? settle(game.options, {}, count),
      name: me.name,
      start: true,
      advert: { strength: 'any', bots: true, club: '' },
    },
    any_game: anyGame,
    besides: [],
  }
}
