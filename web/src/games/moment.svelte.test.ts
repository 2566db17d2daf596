/**
 * The moment, over recorded games of every game: nothing is said, counted or heard before its picture has come to its
 * point, and where nothing moves every card that was played lies on the stage for as long as the reader wants.
 */

import { flushSync } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { Extras, GameFacts, HappeningOf, Opaque, ViewOf } from '../lib/board'
import { followed } from '../lib/follower.svelte'
import type { Advance } from '../lib/scene'
import { settings } from '../lib/settings.svelte'
import { sound } from '../lib/sound'
import { Stage, type Wait } from '../lib/stage.svelte'
import type { Happening, Step, View } from '../lib/wire'
import { viewOf } from '../testing'
import heroesExtras from './custom-heroes/extras'
import type { Facts as Heroes } from './custom-heroes/facts'
import * as heroesScene from './custom-heroes/scene'
import { catalogue as heroesCatalogue } from './custom-heroes/testing/positions'
import * as heroes from './custom-heroes/testing/recorded'
import cardsExtras from './kapow-cards/extras'
import type { Facts as Cards } from './kapow-cards/facts'
import * as cardsScene from './kapow-cards/scene'
import * as cards from './kapow-cards/testing/recorded'
import diceExtras from './kapow-dice/extras'
import type { Facts as Dice } from './kapow-dice/facts'
import * as diceScene from './kapow-dice/scene'
import * as dice from './kapow-dice/testing/recorded'
import tagTeamExtras from './tag-team/extras'
import type { Facts as TagTeam } from './tag-team/facts'
import * as tagTeamScene from './tag-team/scene'
import * as tagTeam from './tag-team/testing/recorded'

vi.mock('../lib/sound', () => ({ sound: vi.fn() }))

interface Facts {
  steps: Step[]
  view: View
}

/** A game that was recorded, and how its stage is read. */
interface Played<Game extends GameFacts, Scene> {
  extras: Extras<Game>
  games: { start: View; scenes: Facts[] }[]
  /** Kinds of events in which something is turned over, rolled or laid down: their words have to wait. */
  turning: string[]
  sceneAt: (view: ViewOf<Game>, before: Scene | null) => Scene
  advance: Advance<Game, Scene>
  catalogue: Game['catalogue']
  /** What lies on the stage. */
  onStage: (scene: Scene) => (string | null)[]
  /** What an event has put there. */
  played: (happening: HappeningOf<Game>) => (string | null)[]
}

interface RecordedGame {
  seats: number
  start: object
  steps: { happenings: object[]; after: object }[]
}

const entry = (happenings: object[], ply: number): Step => ({
  ply,
  seat: 0,
  move: '',
  label: { en: '', de: '' },
  happenings: happenings as Happening[],
})

const gamesOf = <One extends RecordedGame>(
  recorded: One[],
  at: (game: One, position: Opaque) => unknown,
): { start: View; scenes: Facts[] }[] =>
  recorded.map((game) => ({
    start: at(game, game.start) as View,
    scenes: game.steps.map(({ happenings, after }, ply) => ({
      steps: [entry(happenings, ply)],
      view: at(game, after) as View,
    })),
  }))

/** Checked as the game it is, then one of many. */
const anyGame = <Game extends GameFacts, Scene>(one: Played<Game, Scene>): Played<Opaque, Opaque> => one

const GAMES: Record<string, Played<Opaque, Opaque>> = {
  'kapow-cards': anyGame<Cards, cardsScene.Scene>({
    extras: cardsExtras,
    games: gamesOf(cards.recorded, cards.viewOf),
    turning: ['clash', 'final_battle'],
    sceneAt: ({ board }, before) => ({
      ...cardsScene.sceneOf(board),
      ...(before && cardsScene.remembered(before)),
    }),
    advance: cardsScene.advance,
    catalogue: cards.catalogue,
    onStage: ({ clash }) => (clash ? [...clash.cards, clash.card] : []),
    played: ({ kind, facts }) => (kind === 'clash' ? [facts.card] : kind === 'attack' ? facts.cards : []),
  }),
  'custom-heroes': anyGame<Heroes, heroesScene.Scene>({
    extras: heroesExtras,
    games: gamesOf(heroes.recorded, heroes.viewOf),
    turning: ['play'],
    sceneAt: ({ board }) => heroesScene.sceneOf(board),
    advance: heroesScene.advance,
    catalogue: heroesCatalogue,
    onStage: ({ table }) => {
      const laid = table.tricks.at(-1)?.steps.findLast((one) => one.do === 'play')
      return laid?.do === 'play' ? laid.cards.map(({ card }) => card) : []
    },
    played: ({ kind, facts }) => (kind === 'play' ? facts.cards.map(({ card }) => card) : []),
  }),
  'tag-team': anyGame<TagTeam, tagTeamScene.Scene>({
    extras: tagTeamExtras,
    games: tagTeam.recorded.map(({ happenings, views }) => ({
      start: { ...viewOf(), board: { sides: [] } },
      scenes: [{ steps: [entry(happenings, 0)], view: views.at(-1) as View }],
    })),
    turning: ['clash'],
    sceneAt: ({ board }) => tagTeamScene.sceneOf(board),
    advance: tagTeamScene.advance,
    catalogue: tagTeam.catalogue,
    onStage: ({ clash }) => clash?.sides.map(({ card }) => card) ?? [],
    played: ({ kind, facts }) => (kind === 'clash' ? facts.cards : []),
  }),
  'kapow-dice': anyGame<Dice, diceScene.Scene>({
    extras: diceExtras,
    games: gamesOf(dice.recorded, dice.viewOf),
    turning: ['roll', 'reroll', 'turn', 'rival_roll', 'reveal'],
    sceneAt: ({ board }) => diceScene.sceneOf(board),
    advance: diceScene.advance,
    catalogue: dice.catalogue,
    onStage: ({ hit }) => (hit ? [`${hit.attack} ${hit.defence}`] : []),
    played: ({ kind, facts }) => (kind === 'hit' ? [`${facts.attack} ${facts.defence}`] : []),
  }),
}

const settled = async (): Promise<void> => {
  for (let count = 0; count < 20; count += 1) await Promise.resolve()
}

beforeEach(() => {
  settings.speed = 'normal'
  settings.stills = 'wait'
})

describe.each(Object.entries(GAMES))('%s', (_, { extras, games, turning, sceneAt, advance, ...game }) => {
  test('what is turned over, rolled or laid down has a point, and no point comes after its picture', () => {
    for (const kind of turning) expect(extras.beats?.[kind]?.revealAt, kind).toBeGreaterThan(0)
    for (const [kind, beat] of Object.entries(extras.beats ?? {}))
      expect(beat?.revealAt ?? 0, kind).toBeLessThan(beat?.milliseconds ?? 380)
  })

  test('no sentence and no sound comes before its picture has come to its point', async () => {
    let end = (): void => {}
    const wait: Wait = () => ({ over: new Promise((resolve) => (end = resolve)), cut: () => end() })
    const heard: string[] = []
    vi.mocked(sound).mockImplementation(async (name) => void heard.push(name))
    const waited = new Set<string>()
    for (const { start, scenes } of games) {
      const stage = new Stage(wait)
      stage.beats = extras.beats ?? {}
      stage.jump(start, [])
      let toldBefore = 0
      let pictures = 0
      for (const scene of scenes) {
        stage.add(scene)
        await settled()
        for (let beat = 0; stage.running && beat < 2000; beat += 1) {
          const now = stage.happening
          const sentences = stage.log.flatMap(({ happenings }) => happenings)
          expect(sentences.at(-1) === now, now?.kind).toBe(stage.revealed)
          if (stage.revealed) {
            expect(sentences.length).toBe(++toldBefore)
            expect(heard.length).toBeGreaterThan(0)
            pictures += 1
          } else {
            expect(sentences.length).toBe(toldBefore)
            expect(stage.page.includes(now!)).toBe(false)
            expect(heard).toEqual(extras.beats?.[now!.kind]?.cue ? [extras.beats[now!.kind]!.cue] : [])
            waited.add(now!.kind)
          }
          if (stage.revealed) heard.length = 0
          end()
          await settled()
        }
      }
      expect(stage.running).toBe(false)
      expect(pictures).toBe(toldBefore)
    }
    for (const kind of waited) expect(turning).toContain(kind)
    expect(waited.size).toBeGreaterThan(0)
  }, 60_000)

  test('where nothing moves, all that was played lies on the stage until the reader goes on', async () => {
    settings.speed = 'off'
    for (const { start, scenes } of games) {
      const stage = new Stage()
      stage.beats = extras.beats ?? {}
      stage.jump(start, [])
      let picture: { readonly scene: Opaque } | undefined
      const close = $effect.root(() => {
        picture = followed<Opaque, Opaque>(
          () => ({ view: stage.view!, happening: stage.happening, passed: stage.passed }),
          (view, before) => sceneAt(view, before?.scene ?? null),
          (before, happening) => advance(before, happening, game.catalogue),
        )
      })
      flushSync()
      for (const scene of scenes) {
        const due = scene.steps.flatMap(({ happenings }) => happenings).flatMap(game.played)
        const seen = new Set<string | null>()
        const look = (): void => {
          flushSync()
          for (const one of game.onStage(picture!.scene)) seen.add(one)
        }
        stage.add(scene)
        for (let count = 0; stage.running && count < 2000; count += 1) {
          await settled()
          if (!stage.waiting) continue
          look()
          stage.next()
        }
        look()
        expect(stage.running).toBe(false)
        expect([...seen]).toEqual(expect.arrayContaining(due))
      }
      close()
    }
  }, 60_000)
})
