import { expect, test } from 'vitest'

import { catalogue } from '../testing/recorded'
import { portraits } from './portraits'
import { signs } from './signs'

test('every fighter and every other shape of one has a portrait of its own', () => {
  const shapes = new Set([...Object.keys(catalogue.fighters), ...Object.keys(catalogue.tracks)])
  for (const key of shapes) expect(portraits[key], key).toBeDefined()
  const drawn = Object.values(portraits).map((picture) => JSON.stringify(picture))
  expect(new Set(drawn).size).toBe(drawn.length)
})

test('everything a card can do and every token and symbol has a sign', () => {
  const deeds = Object.values(catalogue.cards).flatMap((card) => [...card.does, ...card.back_does])
  const symbols = Object.values(catalogue.tracks).flatMap((track) =>
    track.spaces.flatMap((space) => (space.symbol ? [space.symbol] : [])),
  )
  for (const key of [...deeds, ...symbols, ...Object.keys(catalogue.tokens), 'stop', 'ko', 'spirit', 'swap'])
    expect(signs[key], key).toBeDefined()
})

test('no path is broken', () => {
  const paths = [
    ...Object.values(portraits).flatMap((picture) => picture.map(([, path]) => path)),
    ...Object.values(signs),
  ]
  for (const path of paths) expect(path).toMatch(/^M[-\d\s.,MLHVCSQTAZmlhvcsqtaz]+$/)
})
