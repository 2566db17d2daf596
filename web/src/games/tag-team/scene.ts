/**
 * The table while events are running.
 *
 * The shell shows one event after the other and swaps the new position in when all are done; a turn that is watched
 * again has nothing but its events. Both walk the same way: `advance` takes the picture as it stands and one event and
 * gives the picture after it. It knows no rules; it moves what the event says has moved.
 */

import type { Happening } from '../../lib/wire'
import type { Catalogue, Fighter, Side, Special, Table, Token } from './facts'

export type Tone = 'hurt' | 'heal' | 'power' | 'block' | 'plain'

/** A small sign that flies from a card on the stage to a fighter. */
export interface Flight {
  fighter: string
  /** Seat whose card sends it, or -1: from the middle. */
  from: number
  text: string
  sign: string
  tone: Tone
}

/** What one card on the stage has done so far this turn. */
export interface Deed {
  sign: string
  text: string
  tone: Tone
}

export interface ClashSide {
  card: string
  fighter: string
  back: boolean
  power: number
  repeat: boolean
  cancelled: boolean
  again: boolean
  deeds: Deed[]
}

export interface Clash {
  round: number
  turn: number
  turns: number
  sides: ClashSide[]
}

export type Note =
  | { kind: 'fight'; round: number; turns: number }
  | { kind: 'teams' }
  | { kind: 'deck_phase'; round: number }
  | { kind: 'ko'; fighters: string[] }
  | { kind: 'transform'; fighter: string }
  | { kind: 'revive'; fighter: string }
  | { kind: 'spirit'; character: string }
  | { kind: 'instant'; seat: number; card: string }
  | { kind: 'scheme'; scheme: string }
  | { kind: 'legends' }
  | { kind: 'incineration'; fighter: string }
  | { kind: 'game_over'; reason: string; winner: number | null }

export interface Scene {
  sides: Side[]
  clash: Clash | null
  note: Note | null
  flights: Flight[]
  /** The last event that was shown, for the sentence under the cards. */
  said: Happening | null
  /** Counts events: what is drawn for one of them is drawn anew for the next. */
  beat: number
}

export const sceneOf = (table: Pick<Table, 'sides'>): Scene => ({
  sides: table.sides,
  clash: null,
  note: null,
  flights: [],
  said: null,
  beat: 0,
})

type Facts = Record<string, any>
type Telling = (scene: Scene, facts: Facts, catalogue: Catalogue) => Partial<Scene>

const withFighter = (
  sides: readonly Side[],
  key: string,
  change: (fighter: Fighter) => Partial<Fighter>,
): Side[] =>
  sides.map((side) => ({
    ...side,
    fighters: side.fighters.map((one) => (one.fighter === key ? { ...one, ...change(one) } : one)),
  }))

const withSpecial = (sides: readonly Side[], key: string, special: Special): Side[] =>
  withFighter(sides, key, (one) => ({ special: { ...one.special, ...special } }))

const sideOf = ({ sides }: Scene, fighter: string): number =>
  sides.findIndex((side) => side.fighters.some((one) => one.fighter === fighter))

/** The seat whose card an action of this fighter belongs to: its own team's. */
function noted(scene: Scene, fighter: string, deed: Deed): Clash | null {
  const seat = sideOf(scene, fighter)
  if (!scene.clash || seat < 0) return scene.clash
  return {
    ...scene.clash,
    sides: scene.clash.sides.map((side, index) =>
      index === seat ? { ...side, deeds: [...side.deeds, deed] } : side,
    ),
  }
}

const marked = (clash: Clash | null, seat: number, change: Partial<ClashSide>): Clash | null =>
  clash && {
    ...clash,
    sides: clash.sides.map((side, index) => (index === seat ? { ...side, ...change } : side)),
  }

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '±0')

function specialOf(key: string, catalogue: Catalogue): Special {
  const starts: Record<string, Special> = {
    joan: { voice: 0 },
    ching: { ships: 0 },
    bodvar: { rage: 0, form: 'bodvar' },
    wong: { concentration: 2 },
    golem: { presence: 'golem' },
    wild: { sheriff: 'wild' },
    mephisto: { serpent: 'black' },
    fey: { character: null, spirits: [], spirit: 1, flipped: [] },
    milady: { planted: 0, pile: 11, revealed: [] },
    shango: { aflame: catalogue.aflame },
  }
  return starts[key] ?? {}
}

const TOKEN_AT_HOME: Record<string, Token> = { wild: 'sheriff', golem: 'presence' }

/** A fighter as it stands when the teams are named. */
function fresh(key: string, catalogue: Catalogue): Fighter {
  const info = catalogue.fighters[key]
  const track = key === 'fey' ? null : (info?.tracks[0] ?? null)
  const home = TOKEN_AT_HOME[key]
  return {
    fighter: key,
    track,
    health: track ? (catalogue.tracks[track]?.top ?? null) : null,
    space: null,
    power: info?.power ?? 0,
    tokens: home ? [home] : [],
    aflame: 0,
    special: specialOf(key, catalogue),
  }
}

/** A side before anything happened to it. */
export const freshSide = (keys: readonly string[], catalogue: Catalogue): Side => ({
  fighters: keys.map((key) => fresh(key, catalogue)),
  deck_size: 2,
  build_size: 18,
  fresh_size: 18,
  deck: null,
  inserted: null,
  known: null,
  shown: null,
  drawn: [],
  under: [],
  newest: null,
  newest_back: false,
  announced: null,
  announcements: [],
  repeat: false,
  removed: [],
})

const teams: Telling = (_, facts, catalogue) => ({
  sides: (facts.teams as string[][]).map((keys) => freshSide(keys, catalogue)),
  clash: null,
  note: { kind: 'teams' },
})

const character: Telling = (scene, { seat, character, health }) => {
  const key = scene.sides[seat]?.fighters.find((one) => one.fighter === 'fey')?.fighter ?? 'fey'
  const sides = withFighter(scene.sides, key, () => ({ track: character, health, space: null }))
  return { sides: withSpecial(sides, key, { character }) }
}

/** Both decks have taken in their new card: there are as many cards as turns. */
const fight: Telling = (scene, { round, turns }) => ({
  sides: scene.sides.map((side) => ({ ...side, deck_size: turns as number })),
  clash: null,
  note: { kind: 'fight', round, turns },
})

const clash: Telling = (scene, facts) => ({
  sides: scene.sides.map((side, seat) => ({
    ...side,
    repeat: facts.repeat[seat] ? false : side.repeat,
    newest: facts.cards[seat],
    newest_back: facts.back[seat],
    announced: null,
  })),
  clash: {
    round: facts.round,
    turn: facts.turn,
    turns: facts.turns,
    sides: [0, 1].map((seat) => ({
      card: facts.cards[seat],
      fighter: facts.fighters[seat],
      back: facts.back[seat],
      power: facts.power[seat],
      repeat: facts.repeat[seat],
      cancelled: false,
      again: false,
      deeds: [],
    })),
  },
})

const cancelled: Telling = (scene, { seat }) => ({ clash: marked(scene.clash, seat, { cancelled: true }) })
const secondPass: Telling = (scene, { seat }) => ({ clash: marked(scene.clash, seat, { again: true }) })

const attack: Telling = (scene, { fighter, targets, strengths }) => {
  const from = sideOf(scene, fighter)
  const blows = targets as string[]
  const strength = (strengths as number[]).join(' · ')
  return {
    clash: noted(scene, fighter, { sign: 'attack', text: strength, tone: 'hurt' }),
    flights: blows.map((target, index) => ({
      fighter: target,
      from,
      text: String(strengths[index]),
      sign: 'attack',
      tone: 'hurt',
    })),
  }
}

const block: Telling = (scene, { fighter }) => ({
  clash: noted(scene, fighter, { sign: 'block', text: '', tone: 'block' }),
  flights: [{ fighter, from: sideOf(scene, fighter), text: '', sign: 'block', tone: 'block' }],
})

const warded: Telling = (scene, { fighter, attackers }) => ({
  clash: noted(scene, fighter, { sign: 'check', text: '', tone: 'block' }),
  flights: (attackers as string[]).map((attacker) => ({
    fighter: attacker,
    from: sideOf(scene, fighter),
    text: '',
    sign: 'block',
    tone: 'block',
  })),
})

const spread =
  (sign: string, tone: Tone, sign_: 1 | -1): Telling =>
  (scene, { fighter, targets, amount }) => {
    const text = signed(sign_ * (amount as number))
    return {
      clash: noted(scene, fighter, { sign, text, tone }),
      flights: (targets as string[]).map((target) => ({
        fighter: target,
        from: sideOf(scene, fighter),
        text,
        sign,
        tone,
      })),
    }
  }

const track: Telling = (scene, { fighter, track, to, from }) => {
  const key = ({ voices: 'voice', ships: 'ships', rage: 'rage' } as const)[
    track as 'voices' | 'ships' | 'rage'
  ]
  return {
    sides: withSpecial(scene.sides, fighter, { [key]: to }),
    flights: [
      {
        fighter,
        from: sideOf(scene, fighter),
        text: track === 'voices' ? '' : signed(to - from),
        sign: track,
        tone: 'plain',
      },
    ],
  }
}

/** A token goes from one fighter to another; at home, Concentration is a count. */
const token: Telling = (scene, { token, from, to }) => {
  let sides = scene.sides
  if (token === 'concentration' && from === 'wong')
    sides = withFighter(sides, 'wong', (one) => ({
      special: { ...one.special, concentration: (one.special.concentration ?? 1) - 1 },
    }))
  else
    sides = withFighter(sides, from, (one) => {
      const at = one.tokens.indexOf(token)
      return at < 0 ? {} : { tokens: one.tokens.filter((_, index) => index !== at) }
    })
  if (token === 'concentration' && to === 'wong')
    sides = withFighter(sides, 'wong', (one) => ({
      special: { ...one.special, concentration: (one.special.concentration ?? 0) + 1 },
    }))
  else sides = withFighter(sides, to, (one) => ({ tokens: [...one.tokens, token] }))
  if (token === 'sheriff') sides = withSpecial(sides, 'wild', { sheriff: to })
  if (token === 'presence') sides = withSpecial(sides, 'golem', { presence: to })
  return {
    sides,
    flights: [{ fighter: to, from: sideOf(scene, from), text: '', sign: token, tone: 'plain' }],
  }
}

/** `count` tokens burn there now; Shango has the rest. */
const aflame: Telling = (scene, { fighter, count }, catalogue) => {
  const sides = withFighter(scene.sides, fighter, () => ({ aflame: count }))
  return {
    sides: withSpecial(sides, 'shango', { aflame: catalogue.aflame - count }),
    flights: [{ fighter, from: sideOf(scene, 'shango'), text: '', sign: 'aflame', tone: 'hurt' }],
  }
}

const doused: Telling = (scene, { fighter }, catalogue) => ({
  sides: withSpecial(
    withFighter(scene.sides, fighter, () => ({ aflame: 0 })),
    'shango',
    { aflame: catalogue.aflame },
  ),
})

const serpent: Telling = (scene, { side }) => ({
  sides: withSpecial(scene.sides, 'mephisto', { serpent: side }),
  flights: [
    { fighter: 'mephisto', from: sideOf(scene, 'mephisto'), text: '', sign: 'serpent', tone: 'plain' },
  ],
})

const planted: Telling = (scene, { planted, pile }) => ({
  sides: withSpecial(scene.sides, 'milady', { planted, pile }),
  flights: [{ fighter: 'milady', from: sideOf(scene, 'milady'), text: '+1', sign: 'plant', tone: 'plain' }],
})

const scheme: Telling = (scene, { scheme, planted }) => {
  const milady = scene.sides.flatMap((side) => side.fighters).find((one) => one.fighter === 'milady')
  const revealed = [...(milady?.special.revealed ?? []), scheme as string]
  return {
    sides: withSpecial(scene.sides, 'milady', { planted, revealed }),
    clash: noted(scene, 'milady', { sign: 'unleash', text: '', tone: 'plain' }),
    note: { kind: 'scheme', scheme },
  }
}

const flipped: Telling = (scene, { card }, catalogue) => {
  const fey = scene.sides.flatMap((side) => side.fighters).find((one) => one.fighter === 'fey')
  const turned = new Set([...(fey?.special.flipped ?? []), card as string])
  return {
    sides: withSpecial(scene.sides, 'fey', {
      flipped: (catalogue.fighters.fey?.cards ?? []).filter((one) => turned.has(one)),
    }),
    clash: noted(scene, 'fey', { sign: 'flip_card', text: '', tone: 'plain' }),
  }
}

const double: Telling = (scene, { seat }) => ({
  sides: scene.sides.map((side, index) => (index === seat ? { ...side, repeat: true } : side)),
})

const power: Telling = (scene, { fighter, change, to, why }) => ({
  sides: withFighter(scene.sides, fighter, () => ({ power: to })),
  flights: [
    {
      fighter,
      from: why === 'card' ? sideOf(scene, fighter) : -1,
      text: signed(change),
      sign: 'power',
      tone: 'power',
    },
  ],
})

const health: Telling = (scene, { fighter, from, to, space, ignored }) => ({
  sides: withFighter(scene.sides, fighter, () => ({ health: to, space })),
  flights: ignored
    ? [{ fighter, from: -1, text: '', sign: 'cancel', tone: 'plain' }]
    : [
        {
          fighter,
          from: -1,
          text: signed(to - from),
          sign: to < from ? 'hit' : 'heal',
          tone: to < from ? 'hurt' : 'heal',
        },
      ],
})

const transform: Telling = (scene, { fighter, power, health }) => ({
  sides: withSpecial(
    withFighter(scene.sides, fighter, () => ({ track: 'bear', power, health, space: null })),
    fighter,
    { form: 'bear', rage: 7 },
  ),
  note: { kind: 'transform', fighter },
})

const revive: Telling = (scene, { fighter, health }) => ({
  sides: withFighter(scene.sides, fighter, () => ({ health, space: null })),
  note: { kind: 'revive', fighter },
})

const symbol: Telling = (scene, { fighter, symbol }) => ({
  flights: [{ fighter, from: sideOf(scene, fighter), text: '!', sign: symbol, tone: 'power' }],
})

const spirit: Telling = (scene, { character, spirit }, catalogue) => {
  const fey = scene.sides.flatMap((side) => side.fighters).find((one) => one.fighter === 'fey')
  const gone = new Set([...(fey?.special.spirits ?? []), character as string])
  const spirits = (catalogue.fighters.fey?.tracks ?? []).filter((key) => gone.has(key))
  const sides = withFighter(scene.sides, 'fey', () => ({ track: null, health: null, space: null }))
  return {
    sides: withSpecial(sides, 'fey', { spirits, spirit, character: null }),
    note: { kind: 'spirit', character },
  }
}

const aimed =
  (sign: string, whom: string): Telling =>
  (scene, facts) => ({
    flights: [
      {
        fighter: facts[whom],
        from: facts.fighter && whom !== 'fighter' ? sideOf(scene, facts.fighter) : -1,
        text: facts.amount === undefined ? String(facts.strength ?? '') : signed(-facts.amount),
        sign,
        tone: 'hurt',
      },
    ],
  })

const transfer: Telling = (scene, { from, to, amount }) => ({
  clash: noted(scene, from, { sign: 'transfer', text: String(amount), tone: 'power' }),
  flights: [
    { fighter: to, from: sideOf(scene, from), text: String(amount), sign: 'transfer', tone: 'power' },
  ],
})

const removed: Telling = (scene, { cards }) => ({
  sides: scene.sides.map((side, seat) => ({
    ...side,
    removed: cards[seat] ? [...side.removed, cards[seat] as string] : side.removed,
  })),
})

const tellings: Record<string, Telling> = {
  teams,
  character,
  fight,
  clash,
  cancelled,
  second_pass: secondPass,
  attack,
  block,
  warded,
  direct: spread('direct', 'hurt', -1),
  heal: spread('heal', 'heal', 1),
  idle_block: (scene, { fighter }) => ({
    clash: noted(scene, fighter, { sign: 'cancel', text: '', tone: 'plain' }),
  }),
  redirected: aimed('redirect', 'target'),
  absorbed: (_, { fighter }) => ({
    flights: [{ fighter, from: -1, text: '0', sign: 'presence', tone: 'block' }],
  }),
  track,
  token,
  aflame,
  doused,
  serpent,
  planted,
  scheme,
  flipped,
  double,
  stolen: (scene, { fighter, amount }) => ({
    flights: [
      { fighter, from: 1 - sideOf(scene, fighter), text: signed(amount), sign: 'steal_heals', tone: 'heal' },
    ],
  }),
  transfer,
  power,
  transform,
  health,
  symbol,
  revive,
  execute: aimed('execute', 'target'),
  poison: aimed('poison', 'fighter'),
  removed,
  spirit,
  ko: (_, { fighters }) => ({ note: { kind: 'ko', fighters } }),
  legends: () => ({ note: { kind: 'legends' } }),
  incineration: (_, { fighter }) => ({ note: { kind: 'incineration', fighter } }),
  deck_phase: (_, { round }) => ({ note: { kind: 'deck_phase', round } }),
  instant: (scene, { seat, card }) => ({
    sides: scene.sides.map((side, at) =>
      at === seat ? { ...side, announced: card, announcements: [...side.announcements, card] } : side,
    ),
    note: { kind: 'instant', seat, card },
  }),
  game_over: (_, { reason, winner }) => ({ note: { kind: 'game_over', reason, winner } }),
}

/** The picture after one event. An event nobody knows changes nothing but the sentence. */
export function advance(scene: Scene, happening: Happening, catalogue: Catalogue): Scene {
  const changes = tellings[happening.kind]?.(scene, happening.facts, catalogue) ?? {}
  return { ...scene, note: null, flights: [], ...changes, said: happening, beat: scene.beat + 1 }
}
