import { expect, test } from 'vitest'

import { portraits as heroes } from '../games/custom-heroes/art'
import { pictures as cards } from '../games/kapow-cards/art'
import { portraits as fighters } from '../games/tag-team/art/portraits'
import { eyes, inMood, mask, MOODS, smile, type Picture } from './shapes'

const ALL: [string, Picture][] = [
  ...Object.entries(fighters),
  ...heroes.map((picture, index): [string, Picture] => [`hero ${index + 1}`, picture]),
]

test.each(ALL)('%s has four faces that differ in nothing but eyes, brows and mouth', (_, picture) => {
  const faces = MOODS.map((mood) =>
    JSON.stringify(inMood(picture, mood).map(([paint, path]) => [paint, path])),
  )
  expect(new Set(faces).size).toBe(MOODS.length)
  const rest = picture.filter(([, , feature]) => !feature)
  for (const mood of MOODS)
    expect(inMood(picture, mood).filter((layer) => rest.includes(layer))).toEqual(rest)
})

test('most cards of KAPOW! cards have a face that changes', () => {
  const changing = Object.values(cards).filter((picture) => picture.some(([, , feature]) => feature))
  expect(changing.length).toBeGreaterThan(Object.keys(cards).length / 2)
})

test('no path of a mood is broken', () => {
  const face: Picture = [...mask(32, 30, 30), ...eyes(32, 30, 6, 3), smile(32, 42, 8, 2)]
  for (const picture of [face, ...ALL.map(([, one]) => one)])
    for (const mood of MOODS)
      for (const [, path] of inMood(picture, mood)) expect(path).toMatch(/^M[-\d\s.,MLHVCSQTAZmlhvcsqtaz]+$/)
})
