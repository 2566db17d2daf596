import { afterEach, describe, expect, test } from 'vitest'

import { viewOf } from '../testing'
import { settings } from './settings.svelte'
import { coloursOf, isTeamGame, opponentsOf, partnersOf, ranked, teamName } from './teams'
import { verdict } from './banner'
import type { Result } from './wire'

const PAIRS = [
  [0, 1],
  [2, 3],
]
const TOGETHER = [[0, 1]]
const names = ['Ada', 'Bo', 'Cy', 'Di']
const result = (ranks: number[]): Result => ({
  ranks,
  winners: ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])),
  scores: null,
  values: null,
  reason: 'KNOCKOUT',
  text: { en: '', de: '' },
})

afterEach(() => {
  settings.language = 'en'
})

describe('teams', () => {
  test('colour their seats where they play against each other', () => {
    expect(coloursOf(PAIRS)).toBe(
      '--seat-1: var(--team-1); --seat-2: var(--team-1); --seat-3: var(--team-2); --seat-4: var(--team-2)',
    )
    expect(coloursOf(TOGETHER)).toBe('')
    expect(coloursOf([[0], [1]])).toBe('')
  })

  test('are seats that win and lose together', () => {
    expect(isTeamGame(PAIRS)).toBe(true)
    expect(isTeamGame([[0], [1]])).toBe(false)
    expect(isTeamGame([[0]])).toBe(false)
    expect(partnersOf(PAIRS, 2)).toEqual([3])
    expect(opponentsOf(PAIRS, 2)).toEqual([0, 1])
  })

  test('leave spectators out', () => {
    expect(partnersOf(PAIRS, -1)).toEqual([])
  })

  test('have names of their own', () => {
    expect([0, 1].map((team) => teamName(PAIRS, team))).toEqual(['Team A', 'Team B'])
    settings.language = 'de'
    expect(teamName(TOGETHER, 0)).toBe('Gemeinsam gegen das Spiel')
  })

  test('rank by what their members share', () => {
    expect(ranked(PAIRS, [2, 2, 1, 1])).toEqual([1, 0])
    expect(ranked(PAIRS, [1, 1, 2, 2])).toEqual([0, 1])
  })
})

describe('the verdict of a team game', () => {
  const team = (seat: number, ranks: number[], teams = PAIRS): string =>
    verdict(viewOf({ seat, seats: ranks.length, teams, outcome: result(ranks) }), names)

  test('is said to a team as a team', () => {
    expect(team(0, [1, 1, 2, 2])).toBe('Your team wins!')
    expect(team(3, [1, 1, 2, 2])).toBe('Ada and Bo win!')
    expect(team(-1, [2, 2, 1, 1])).toBe('Cy and Di win!')
    expect(team(0, [1, 1, 1, 1])).toBe('A draw!')
  })

  test('is no draw where everybody beats the game, or nobody does', () => {
    expect(team(1, [1, 1], TOGETHER)).toBe('Your team wins!')
    expect(team(1, [2, 2], TOGETHER)).toBe('Your team loses!')
    expect(team(-1, [2, 2], TOGETHER)).toBe('Ada and Bo lose!')
    expect(team(0, [1], [[0]])).toBe('You win!')
    expect(team(0, [2], [[0]])).toBe('You lose!')
  })

  test('is a draw where the game says so: neither won nor lost against the game', () => {
    const drawn = (seat: number, seats: number): string => {
      const outcome = { ...result(Array<number>(seats).fill(2)), values: Array<number>(seats).fill(0.5) }
      return verdict(viewOf({ seat, seats, teams: [[...Array(seats).keys()]], outcome }), names)
    }
    expect([drawn(0, 1), drawn(1, 2), drawn(-1, 2)]).toEqual(['A draw!', 'A draw!', 'A draw!'])
  })
})
