import { beforeEach, expect, test } from 'vitest'

import type { Channel } from '../lib/host'
import { Analysis, isPosition, keepPosition, momentAddress } from './analysis.svelte'

class FakeLine implements Channel {
  onopen: Channel['onopen'] = null
  onmessage: Channel['onmessage'] = null
  onclose: Channel['onclose'] = null
  readonly sent: { id: string; seat: number; level: string }[] = []
  closed = false

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.closed = true
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const LAID = { game: 'hush', position: { game: 'hush' }, deciding: [1], views: [] }
const PROBLEM = { code: 'NO_POSITION', text: { en: 'no', de: 'nein' } }

let lines: FakeLine[]
let answers: Record<string, [number, object]>
let analysis: Analysis

beforeEach(() => {
  keepPosition('')
  lines = []
  answers = { '/api/device/position': [200, LAID] }
  analysis = new Analysis(
    (_, path) => {
      const [status, body] = answers[path] ?? [404, PROBLEM]
      return Promise.resolve({ status, body: JSON.stringify(body) })
    },
    () => {
      const line = new FakeLine()
      lines.push(line)
      return line
    },
  )
})

const states = (): string[] => analysis.opinions.map(({ state }) => state)

test('every bot is asked about whoever has to decide, and each answer is shown as it comes', async () => {
  await analysis.layOut('{}')
  lines[0]?.onopen?.()
  expect(lines[0]?.sent.map(({ seat, level }) => [seat, level])).toEqual([
    [1, 'easy'],
    [1, 'medium'],
    [1, 'hard'],
  ])
  lines[0]?.says({ type: 'advice', id: 'easy', ideas: [] })
  lines[0]?.says({ type: 'refused', id: 'medium', ...PROBLEM })
  expect(states()).toEqual(['done', 'failed', 'thinking'])
})

test('whoever stops the bots ends the line; what was answered stays', async () => {
  await analysis.layOut('{}')
  lines[0]?.says({ type: 'advice', id: 'easy', ideas: [] })
  analysis.stop()
  expect(lines[0]?.closed).toBe(true)
  expect(states()).toEqual(['done', 'stopped', 'stopped'])
})

test('a position that cannot be laid out says why, and nothing is asked', async () => {
  answers = {}
  await analysis.layOut('{}')
  expect(analysis.problem).toEqual(PROBLEM.text)
  expect(lines).toEqual([])
})

test('nobody is asked where nobody has to decide', async () => {
  answers = { '/api/device/position': [200, { ...LAID, deciding: [] }] }
  await analysis.layOut('{}')
  expect(analysis.laid).not.toBeNull()
  expect(lines).toEqual([])
})

test('a move is made, the bots are asked on from there, and it is taken back', async () => {
  const after = { ...LAID, position: { game: 'hush', moved: true }, deciding: [0] }
  answers['/api/device/position/moves'] = [200, after]
  await analysis.layOut('{}')
  await analysis.play(['PASS'])
  expect(analysis.laid).toEqual(after)
  expect([analysis.seat, analysis.earlier.length]).toEqual([0, 1])
  expect(lines.map(({ closed }) => closed)).toEqual([true, false])
  analysis.back()
  expect(analysis.laid).toEqual(LAID)
  expect([analysis.seat, analysis.earlier.length]).toEqual([1, 0])
})

test('a move that is not possible changes nothing, and is explained', async () => {
  answers['/api/device/position/moves'] = [422, PROBLEM]
  await analysis.layOut('{}')
  await analysis.play(['PASS'])
  expect(analysis.problem).toEqual(PROBLEM.text)
  expect(analysis.laid).toEqual(LAID)
  expect(analysis.earlier).toEqual([])
})

test('a reload lays out again what was pasted', async () => {
  await analysis.layOut('{"position": {}}')
  analysis.laid = null
  analysis.seat = -1
  await analysis.begin('')
  expect(analysis.laid).toEqual(LAID)
})

test('a moment of a match has an address, and the names of who played', async () => {
  const address = momentAddress('ABCD', 7)
  answers['/api/matches/ABCD/position?step=7'] = [200, {}]
  answers['/api/matches/ABCD'] = [200, { seats: [{ name: 'Ann' }, { name: 'Bob' }] }]
  await analysis.begin(address.slice(address.indexOf('?')))
  expect(analysis.players).toEqual(['Ann', 'Bob'])
  expect(analysis.laid).toEqual(LAID)
})

test('a position is distinguished from a file of matches, from a record and from nonsense', () => {
  expect(isPosition('{"game": "hush", "position": {}}')).toBe(true)
  expect(isPosition('{"slugfest": "matches", "position": {}}')).toBe(false)
  expect(isPosition('# Slugfest record')).toBe(false)
  expect(isPosition('null')).toBe(false)
})
