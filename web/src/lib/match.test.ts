import { beforeEach, describe, expect, test } from 'vitest'

import { ideaOf, matchInfo, seat, snapshot, step, update, viewOf } from '../testing'
import { pinOf } from './fairness'
import { Match, isOtherStory, missing, namesOf } from './match.svelte'
import { settings } from './settings.svelte'
import type { Channel } from './host'
import type { ClientMessage, PreviewResult, LessonNow, ServerMessage } from './wire'

let got: ClientMessage[]
let channel: Channel
let match: Match

const says = (message: ServerMessage): void => channel.onmessage?.({ data: JSON.stringify(message) })
const settled = async (): Promise<void> => {
  for (let count = 0; count < 20; count += 1) await Promise.resolve()
}
const lastId = (): string => {
  const last = got.at(-1)
  return last && 'id' in last ? last.id : ''
}

beforeEach(() => {
  settings.speed = 'off'
  settings.stills = 'end'
  got = []
  match = new Match('m1', {
    open: () => {
      channel = {
        send: (text) => got.push(JSON.parse(text) as ClientMessage),
        close: () => {},
        onopen: null,
        onmessage: null,
        onclose: null,
      }
      return channel
    },
    later: () => () => {},
    random: () => 0,
  })
  match.open()
  says(snapshot(1, [step(0, -1, 'deal')]))
})

describe('my part in the chance of a match', () => {
  const waiting = matchInfo({ id: 'chance', status: 'lobby', nonce_wanted: true })

  test('is added once, as soon as the match is seen and its fingerprint noted', () => {
    says({ ...snapshot(2, [], null), match: waiting })
    says({ ...update(3, [], null), match: waiting })
    const sent = got.filter((message) => message.type === 'nonce')
    expect(sent).toEqual([{ type: 'nonce', id: sent[0]?.id, nonce: pinOf('chance')?.nonce }])
    expect(pinOf('chance')?.commitment).toBe('c')
  })

  test('goes along when I sit down', () => {
    const open = matchInfo({ id: 'chance', status: 'lobby', seats: [seat('Bo'), seat('', { kind: 'open' })] })
    says({ ...snapshot(2, [], null), match: open })
    void match.sit(1, 'Ada')
    expect(got.at(-1)).toMatchObject({ type: 'sit', seat: 1, nonce: pinOf('chance')?.nonce })
  })

  test('is not asked for in a match that runs', () => {
    void match.sit(0, 'Ada')
    expect(got.at(-1)).toMatchObject({ type: 'sit', nonce: null })
    expect(got.filter((message) => message.type === 'nonce')).toEqual([])
  })
})

describe('what comes in', () => {
  test('an update is shown with its sentences', async () => {
    says(update(2, [step(1, 0, 'attack')], viewOf({ actors: [1] })))
    await settled()
    expect(match.stage.log.map((entry) => entry.ply)).toEqual([0, 1])
    expect(match.stage.view?.actors).toEqual([1])
    expect(match.canUndo).toBe(true)
  })

  test('the steps missed in a break are shown, not lost', async () => {
    settings.speed = 'slow'
    says(snapshot(3, [step(0, -1, 'deal'), step(1, 0, 'attack')], viewOf({ actors: [1] })))
    await settled()
    expect(match.stage.happening?.kind).toBe('attack')
    match.stage.skip()
    await settled()
    expect(match.stage.view?.actors).toEqual([1])
  })

  test('a log that was rewritten replaces the old one', async () => {
    says(update(2, [step(1, 0, 'attack')]))
    await settled()
    says(snapshot(3, [step(0, -1, 'deal')]))
    expect(match.stage.log.map((entry) => entry.ply)).toEqual([0])
  })

  test('a match that is over says so only after its last event was shown', async () => {
    settings.speed = 'normal'
    const last = update(2, [step(1, 0, 'final')])
    says({ ...last, match: matchInfo({ status: 'finished' }) })
    expect(match.info?.status).toBe('playing')
    match.stage.skip()
    await settled()
    expect(match.info?.status).toBe('finished')
  })

  test('who came or went is known at once', () => {
    says({ ...update(1, []), match: matchInfo({ spectators: 3 }) })
    expect(match.info?.spectators).toBe(3)
  })

  test('who came or went while events are on show is known after them, and gives no end away', async () => {
    settings.speed = 'normal'
    const last = update(2, [step(1, 0, 'final')])
    says({ ...last, match: matchInfo({ status: 'finished', spectators: 1 }) })
    says({ ...update(2, []), match: matchInfo({ status: 'finished', spectators: 3 }) })
    expect(match.info?.status).toBe('playing')
    match.stage.skip()
    await settled()
    expect(match.info).toMatchObject({ status: 'finished', spectators: 3 })
  })

  test('a snapshot without a new step is shown after what is on show', async () => {
    settings.speed = 'normal'
    const steps = [step(1, 0, 'attack')]
    says(update(2, steps, viewOf({ actors: [0] })))
    says(snapshot(3, [step(0, -1, 'deal'), ...steps], viewOf({ actors: [0, 1] })))
    match.stage.skip()
    await settled()
    expect(match.stage.view?.actors).toEqual([0, 1])
  })
})

describe('what goes out', () => {
  test('a move waits for its answer, and a second one is not sent meanwhile', async () => {
    match.play(['PASS'])
    match.play(['RECRUIT'])
    expect(got.map((message) => message.type)).toEqual(['play'])
    expect(match.busy).toBe(true)
    says({ type: 'done', id: lastId(), version: 2 })
    await settled()
    expect(match.busy).toBe(false)
  })

  test('a refusal is said, with its rule', async () => {
    match.play(['PASS'])
    const text = { en: 'No.', de: 'Nein.' }
    says({ type: 'refused', id: lastId(), code: 'X', rule: 'KC-39', text })
    await settled()
    expect(match.bubble).toEqual({ text, rule: 'KC-39' })
  })

  test('the next request clears what was said before', () => {
    match.say({ en: 'No.', de: 'Nein.' }, 'KC-1')
    match.undo()
    expect(match.bubble).toBeNull()
  })

  test('advice arrives as ideas', async () => {
    void match.hint()
    expect(match.thinking).toBe(true)
    expect(match.busy).toBe(false)
    const idea = ideaOf('PASS')
    says({ type: 'advice', id: lastId(), ideas: [idea] })
    await settled()
    expect(match.ideas).toEqual([idea])
    expect(match.thinking).toBe(false)
  })

  test('advice holds while only others decide', async () => {
    void match.hint()
    const id = lastId()
    says(update(2, [step(1, 1, 'attack')]))
    const idea = ideaOf('PASS')
    says({ type: 'advice', id, ideas: [idea] })
    await settled()
    says(update(3, [step(1, 1, 'attack')]))
    expect(match.ideas).toEqual([idea])
  })

  test('advice for a position that is past is dropped', async () => {
    void match.hint()
    const id = lastId()
    says(update(2, [step(1, 0, 'attack')]))
    says({ type: 'advice', id, ideas: [ideaOf('PASS')] })
    await settled()
    expect(match.ideas).toEqual([])
  })
})

describe('a hint in three taps', () => {
  const reasoned = {
    ...ideaOf('PASS'),
    where: { en: 'Where?', de: 'Wo?' },
    why: { en: 'Because.', de: 'Darum.' },
  }

  test('is where to look, the idea, and then the move for the board to point at', async () => {
    void match.hint()
    says({ type: 'advice', id: lastId(), ideas: [reasoned] })
    await settled()
    const asked = got.length
    expect([match.hintStep, match.ideas]).toEqual([1, []])
    void match.hint()
    expect([match.hintStep, match.ideas]).toEqual([2, []])
    void match.hint()
    void match.hint()
    expect([match.hintStep, match.ideas]).toEqual([3, [reasoned]])
    expect(got.length).toBe(asked)
  })

  test('is over when I have moved', async () => {
    void match.hint()
    says({ type: 'advice', id: lastId(), ideas: [reasoned] })
    await settled()
    match.play(['PASS'])
    expect(match.hintStep).toBe(0)
  })
})

describe('before a waste', () => {
  const SURE = { code: 'SURE', rule: 'KC-1', text: { en: 'Really?', de: 'Wirklich?' } }

  test('the engine’s question is asked, and the same moves are made when I am sure', async () => {
    match.play(['PASS'])
    expect(got.at(-1)).toMatchObject({ type: 'play', moves: ['PASS'], sure: false })
    says({ type: 'refused', id: lastId(), ...SURE })
    await settled()
    expect(match.doubt).toMatchObject({ text: SURE.text, moves: ['PASS'] })
    expect(match.bubble).toBeNull()
    match.doItAnyway()
    expect(match.doubt).toBeNull()
    expect(got.at(-1)).toMatchObject({ type: 'play', moves: ['PASS'], sure: true })
  })

  test('whoever thinks again has made no move', async () => {
    match.play(['PASS'])
    says({ type: 'refused', id: lastId(), ...SURE })
    await settled()
    const sent = got.length
    match.thinkAgain()
    expect([match.doubt, match.busy, got.length]).toEqual([null, false, sent])
  })

  test('whoever does not want to be asked is not', () => {
    settings.askFirst = false
    match.play(['PASS'])
    settings.askFirst = true
    expect(got.at(-1)).toMatchObject({ sure: true })
  })
})

describe('previews', () => {
  const previewResult = (id: string, more: Partial<PreviewResult> = {}): PreviewResult => ({
    type: 'preview_result',
    id,
    moves: [],
    refusal: null,
    view: null,
    ...more,
  })
  const refusal = { code: 'X', rule: 'KC-39', text: { en: 'No.', de: 'Nein.' }, index: 0 }

  test('neither make the table wait nor take back what was said', async () => {
    match.say({ en: 'No.', de: 'Nein.' })
    const answer = match.preview(['PASS'])
    expect(match.busy).toBe(false)
    expect(match.bubble).not.toBeNull()
    says(previewResult(lastId(), { refusal }))
    expect((await answer)?.refusal?.rule).toBe('KC-39')
    expect(match.bubble?.rule).toBe('')
  })

  test('are asked for once while the position is the same', async () => {
    void match.preview(['PASS'])
    void match.preview(['PASS'])
    void match.preview(['RECRUIT'])
    expect(got).toHaveLength(2)
    says(update(2, [step(1, 1, 'attack')], viewOf({ actors: [1] })))
    await settled()
    void match.preview(['PASS'])
    expect(got).toHaveLength(3)
  })

  test('of a position that is past are dropped', async () => {
    const answer = match.preview(['PASS'])
    const id = lastId()
    says(update(2, [step(1, 0, 'attack')]))
    says(previewResult(id))
    expect(await answer).toBeNull()
  })

  test('are not asked for while events are on show', async () => {
    settings.speed = 'normal'
    says(update(2, [step(1, 1, 'attack')]))
    expect(await match.preview(['PASS'])).toBeNull()
    expect(got).toHaveLength(0)
  })

  test('that are refused themselves say nothing', async () => {
    const answer = match.preview(['PASS'])
    says({ ...refusal, type: 'refused', id: lastId() })
    expect(await answer).toBeNull()
    expect(match.bubble).toBeNull()
  })

  test('say why not', async () => {
    void match.whyNot(['PASS'])
    says(previewResult(lastId(), { refusal }))
    await settled()
    expect(match.bubble).toEqual({ text: refusal.text, rule: 'KC-39' })
  })
})

describe('steps that were missed', () => {
  const [a, b, c] = [step(1, 0, 'a'), step(2, 1, 'b'), step(2, 0, 'c')]

  test('are those after what is known', () => {
    expect(missing([a], [a, b])).toEqual([b])
    expect(missing([a], [a])).toEqual([])
    expect(missing([], [a])).toEqual([a])
  })

  test('is unknown where the log was rewritten', () => {
    expect(missing([a, b], [a])).toBeNull()
    expect(missing([a, b], [a, c])).toBeNull()
  })
})

test('a seat without a name is called by its number', () => {
  expect(namesOf(matchInfo({ seats: [seat('Ada'), seat('', { kind: 'open' })] }))).toEqual(['Ada', 'Seat 2'])
})

describe('a lesson', () => {
  const lesson: LessonNow = {
    type: 'lesson',
    version: 2,
    game: 'g',
    number: 1,
    lessons: 3,
    step: 1,
    steps: 2,
    title: { en: 'Hit', de: 'Zuschlagen' },
    state: 'right',
    say: [{ en: 'Yes', de: 'Ja' }],
    point: [],
    rule: '',
    again: false,
    fresh: false,
    cheer: true,
  }

  test('speaks at once where nothing is on show', () => {
    says(lesson)
    expect(match.lesson).toEqual(lesson)
  })

  test('does not speak before the board has shown what happened', async () => {
    settings.speed = 'normal'
    says(update(2, [step(1, 0, 'attack')], viewOf({ actors: [1] })))
    says(lesson)
    expect(match.lesson).toBe(null)
    match.stage.skip()
    await settled()
    expect(match.lesson).toEqual(lesson)
    expect(match.stage.view?.actors).toEqual([1])
  })

  test('goes on, and to another step', () => {
    void match.next()
    expect(got.at(-1)).toMatchObject({ type: 'next' })
    void match.go(2)
    expect(got.at(-1)).toMatchObject({ type: 'go', step: 2 })
  })
})

test('what a board remembers is wrong once the story goes back before it, not after one small step', () => {
  const log = [
    step(0, -1, 'The game begins.'),
    step(1, 0, 'Ada attacks.'),
    step(2, 1, 'Bo falls.', 'Bo draws.'),
  ]
  expect(isOtherStory(log, log.slice(0, 1))).toBe(true)
  expect(isOtherStory(log, log.slice(0, 2))).toBe(true)
  expect(isOtherStory(log.slice(0, 2), log.slice(0, 1))).toBe(false)
  expect(isOtherStory(log, log)).toBe(false)
})
