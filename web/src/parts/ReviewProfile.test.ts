import { render, screen } from '@testing-library/svelte'
import { beforeEach, expect, test } from 'vitest'

import { settings } from '../lib/settings.svelte'
import type { ReadsTally, ReviewProfile as Profile } from '../lib/wire'
import ReviewProfile from './ReviewProfile.svelte'

const tally = (more: Partial<ReadsTally> = {}): ReadsTally => ({
  against: 'bots',
  level: 'hard',
  matches: 9,
  reads: 90_000,
  error: 30_000,
  lost: 60_000,
  ...more,
})

const profile = (more: Partial<Profile> = {}): Profile => ({
  reviewed: 9,
  unreviewed: 2,
  practice: 1,
  decisions: 120,
  assisted: 4,
  reads: tally(),
  opponents: [tally(), tally({ against: 'people', level: null, matches: 1, error: null })],
  losses: [{ game: 'kapow-cards', phase: 'ATTACK', theme: 'danger', decisions: 3, lost: 410_000 }],
  ...more,
})

const shown = (more: Partial<Profile> = {}) =>
  render(ReviewProfile, { profile: profile(more), nameOf: (game: string) => game })

beforeEach(() => {
  settings.language = 'en'
})

test('reads come with an interval that says whether they differ from zero', () => {
  shown()
  expect(screen.getByText(/^Above zero: .*\+6 to \+12 points a match/)).toBeTruthy()
})

test.each([
  [-90_000, 30_000, /^Below zero/],
  [10_000, 30_000, /^Too close to zero to tell/],
  [10_000, null, /^\+1 points a match so far/],
])('reads of %d ± %s', (reads, error, sentence) => {
  shown({ reads: tally({ reads, error }) })
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('says where most is lost and against whom', () => {
  shown()
  expect(screen.getByText('Attacks: danger overlooked')).toBeTruthy()
  expect(screen.getByText('41 points in 3 decisions')).toBeTruthy()
  expect(screen.getByText('against people')).toBeTruthy()
})

test('says what is left out, in German, too', () => {
  settings.language = 'de'
  shown()
  for (const text of [/^eine Partie zur Übung/, /^4 Entscheidungen mit Tipp/, /^2 Partien, die noch nicht/])
    expect(screen.getByText(text)).toBeTruthy()
})

test('before the first review it says how to get one', () => {
  shown({ reviewed: 0, reads: null, opponents: [], losses: [] })
  expect(screen.getByText(/^Nothing yet/)).toBeTruthy()
})
