import { expect, test, vi } from 'vitest'
import { api } from './api'
import { faceOf, HEROES, personas, robotOf } from './faces.svelte'
import type { PersonaInfo } from './wire'

const line = (text: string) => [{ en: text, de: text }]
const rita: PersonaInfo = {
  id: 'robo-rita',
  name: 'Robo Rita',
  about: { en: 'Fair.', de: 'Fair.' },
  portrait: { head: 'box', eyes: 'visor', mouth: 'grille', top: 'antenna', colour: 'red' },
  lines: { greeting: line('Hi'), hit: line('Ha'), hurt: line('Ow'), win: line('Yes'), loss: line('No') },
}

test('bots have the face of their persona, people a hero each, and an empty seat none', async () => {
  vi.spyOn(api, 'personas').mockResolvedValue([rita])
  personas.load()
  await vi.waitFor(() => expect(personas.all).toHaveLength(1))
  expect(faceOf({ kind: 'bot', name: 'Robo Rita' }, 1)).toEqual({ robot: rita.portrait })
  for (const name of ['Rita 2', 'Robo Rita 2'])
    expect(faceOf({ kind: 'bot', name }, 2)).toEqual({ robot: rita.portrait })
  expect(faceOf({ kind: 'person', name: 'Robo Rita' }, 1)).toEqual({ hero: 1 })
  expect(faceOf({ kind: 'open', name: '' }, 1)).toBeNull()
  expect(faceOf(undefined, 1)).toBeNull()
  const heroes = Array.from({ length: HEROES }, (_, seat) => faceOf({ kind: 'person', name: 'Ann' }, seat))
  expect(new Set(heroes.map((face) => JSON.stringify(face))).size).toBe(HEROES)
})

test('a bot without a persona has a robot of its own, always the same', () => {
  expect(robotOf('Gizmo')).toEqual(robotOf('Gizmo'))
  expect(robotOf('Gizmo')).not.toEqual(robotOf('Mega Mo'))
  expect(faceOf({ kind: 'bot', name: 'Gizmo' }, 1)).toEqual({ robot: robotOf('Gizmo') })
})
