/**
 * The table while events are running.
 *
 * The shell shows one event after the other and swaps the new position in when all are done; a turn that is watched
 * again has nothing but its events. Both walk the same way: `advance` takes the picture as it stands and one event and
 * gives the picture after it. It knows no rules; it moves what the event says has moved.
 */

import { intensityOf, type Intensity } from '../../lib/blows'
import type { HappeningOf, KindOf } from '../../lib/board'
import { follow, type Advance, type EventHandler, type EventHandlers } from '../../lib/scene'
import { blowOf } from './blow'
import type { Fighter, Side, Special, SpecialTrack, BoardView, Facts, Token } from './facts'

type Tone = 'hurt' | 'heal' | 'power' | 'block' | 'plain'

/** A small sign that flies from a card on the stage to a fighter. */
export interface Flight {
  fighter: string
  /** Seat whose card sends it, or -1: from the middle. */
  from: number
  text: string
  sign: string
  tone: Tone
  /** Health that it takes: the number counts up, and the fighter recoils. */
  hit?: { amount: number; intensity: Intensity }
}

/** Who strikes with the event on show. */
export const strikerOf = ({ said }: Scene): string | null =>
  said?.kind === 'attack' || said?.kind === 'direct' || said?.kind === 'execute' ? said.facts.fighter : null

/** Whether the other side of a seat has just lost health. */
export const hasHurt = (scene: Scene, seat: number): boolean =>
  scene.flights.some((one) => one.hit && sideOf(scene, one.fighter) === 1 - seat)

/** Who lies on the floor, and the rival whose card was open: null where both sides have somebody down. */
export function knockout(scene: Scene): { loser: string; winner: string | null } | null {
  if (scene.note?.kind !== 'ko') return null
  const [loser] = scene.note.fighters
  if (!loser) return null
  const sides = new Set(scene.note.fighters.map((one) => sideOf(scene, one)))
  const rival = 1 - sideOf(scene, loser)
  const winner = sides.size > 1 ? null : (scene.clash?.sides[rival]?.fighter ?? null)
  return { loser, winner }
}

/** What one card on the stage has done so far this turn. */
interface Deed {
  sign: string
  text: string
  tone: Tone
}

interface ClashSide {
  /** Null where it may not be looked at again. */
  card: string | null
  fighter: string
  back: boolean
  power: number
  repeat: boolean
  cancelled: boolean
  again: boolean
  deeds: Deed[]
  /** Health that the other side has lost in this turn. */
  dealt: number
}

interface Clash {
  round: number
  turn: number
  turns: number
  sides: ClashSide[]
}

type Note =
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
  said: HappeningOf<Facts> | null
  /** Counts events: what is drawn for one of them is drawn anew for the next. */
  beat: number
}

export const sceneOf = (table: Pick<BoardView, 'sides'>): Scene => ({
  sides: table.sides,
  clash: null,
  note: null,
  flights: [],
  said: null,
  beat: 0,
})

type Handler<Kind extends KindOf<Facts>> = EventHandler<Facts, Scene, Kind>

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

/** A side of which nothing is known but its fighters. */
export const sideWith = (fighters: Fighter[]): Side => ({
  fighters,
  deck_size: 0,
  build_size: 0,
  fresh_size: 0,
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

const teams: Handler<'teams'> = (_, { fighters }) => ({
  sides: fighters.map(sideWith),
  clash: null,
  note: { kind: 'teams' },
})

const character: Handler<'character'> = (scene, { character, health }) => {
  const sides = withFighter(scene.sides, 'fey', () => ({ track: character, health, space: null }))
  return { sides: withSpecial(sides, 'fey', { character }) }
}

/** Both decks have taken in their new card: there are as many cards as turns. */
const fight: Handler<'fight'> = (scene, { round, turns, fighters }) => ({
  sides: fighters.map((team, seat) => ({
    ...(scene.sides[seat] ?? sideWith([])),
    fighters: team,
    deck_size: turns,
  })),
  clash: null,
  note: { kind: 'fight', round, turns },
})

const clash: Handler<'clash'> = (scene, facts) => ({
  sides: scene.sides.map((side, seat) => ({
    ...side,
    repeat: facts.repeat[seat] ? false : side.repeat,
    newest: facts.cards[seat] ?? null,
    newest_back: facts.back[seat] ?? false,
    announced: null,
  })),
  clash: {
    round: facts.round,
    turn: facts.turn,
    turns: facts.turns,
    sides: facts.cards.map((card, seat) => ({
      card,
      fighter: facts.fighters[seat] ?? '',
      back: facts.back[seat] ?? false,
      power: facts.power[seat] ?? 0,
      repeat: facts.repeat[seat] ?? false,
      cancelled: false,
      again: false,
      deeds: [],
      dealt: 0,
    })),
  },
})

const cancelled: Handler<'cancelled'> = (scene, { seat }) => ({
  clash: marked(scene.clash, seat, { cancelled: true }),
})

const secondPass: Handler<'second_pass'> = (scene, { seat }) => ({
  clash: marked(scene.clash, seat, { again: true }),
})

const attack: Handler<'attack'> = (scene, { fighter, targets, strengths }) => {
  const from = sideOf(scene, fighter)
  return {
    clash: noted(scene, fighter, { sign: 'attack', text: strengths.join(' · '), tone: 'hurt' }),
    flights: targets.map((target, index) => ({
      fighter: target,
      from,
      text: String(strengths[index]),
      sign: 'attack',
      tone: 'hurt',
    })),
  }
}

const block: Handler<'block'> = (scene, { fighter }) => ({
  clash: noted(scene, fighter, { sign: 'block', text: '', tone: 'block' }),
  flights: [{ fighter, from: sideOf(scene, fighter), text: '', sign: 'block', tone: 'block' }],
})

const warded: Handler<'warded'> = (scene, { fighter, attackers }) => ({
  clash: noted(scene, fighter, { sign: 'check', text: '', tone: 'block' }),
  flights: attackers.map((attacker) => ({
    fighter: attacker,
    from: sideOf(scene, fighter),
    text: '',
    sign: 'block',
    tone: 'block',
  })),
})

const spread =
  (sign: string, tone: Tone, sign_: 1 | -1): Handler<'heal' | 'direct'> =>
  (scene, { fighter, targets, amount }) => {
    const text = signed(sign_ * amount)
    return {
      clash: noted(scene, fighter, { sign, text, tone }),
      flights: targets.map((target) => ({
        fighter: target,
        from: sideOf(scene, fighter),
        text,
        sign,
        tone,
      })),
    }
  }

const track: Handler<'track'> = (scene, { fighter, track, to, from }) => {
  const moved: Record<SpecialTrack, Special> = {
    voices: { voice: to },
    ships: { ships: to },
    rage: { rage: to },
  }
  return {
    sides: withSpecial(scene.sides, fighter, moved[track]),
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

const withoutToken = (tokens: readonly Token[], token: Token): Token[] => {
  const at = tokens.indexOf(token)
  return tokens.filter((_, index) => index !== at)
}

/** A token goes from one fighter to another; with Wong, Concentration is a count. */
const token: Handler<'token'> = (scene, { token, from, to, concentration }) => {
  const kept = (key: string): boolean => token !== 'concentration' || key !== 'wong'
  let sides = scene.sides
  if (kept(from)) sides = withFighter(sides, from, ({ tokens }) => ({ tokens: withoutToken(tokens, token) }))
  if (kept(to)) sides = withFighter(sides, to, ({ tokens }) => ({ tokens: [...tokens, token] }))
  if (token === 'sheriff') sides = withSpecial(sides, 'wild', { sheriff: to })
  else if (token === 'presence') sides = withSpecial(sides, 'golem', { presence: to })
  else sides = withSpecial(sides, 'wong', { concentration })
  return {
    sides,
    flights: [{ fighter: to, from: sideOf(scene, from), text: '', sign: token, tone: 'plain' }],
  }
}

/** `count` tokens burn there now; Shango has the rest. */
const aflame: Handler<'aflame'> = (scene, { fighter, count, left }) => ({
  sides: withSpecial(
    withFighter(scene.sides, fighter, () => ({ aflame: count })),
    'shango',
    { aflame: left },
  ),
  flights: [{ fighter, from: sideOf(scene, 'shango'), text: '', sign: 'aflame', tone: 'hurt' }],
})

const doused: Handler<'doused'> = (scene, { fighter }, { catalogue }) => ({
  sides: withSpecial(
    withFighter(scene.sides, fighter, () => ({ aflame: 0 })),
    'shango',
    { aflame: catalogue.aflame },
  ),
})

const serpent: Handler<'serpent'> = (scene, { side }) => ({
  sides: withSpecial(scene.sides, 'mephisto', { serpent: side }),
  flights: [
    { fighter: 'mephisto', from: sideOf(scene, 'mephisto'), text: '', sign: 'serpent', tone: 'plain' },
  ],
})

const planted: Handler<'planted'> = (scene, { planted, pile }) => ({
  sides: withSpecial(scene.sides, 'milady', { planted, pile }),
  flights: [{ fighter: 'milady', from: sideOf(scene, 'milady'), text: '+1', sign: 'plant', tone: 'plain' }],
})

const scheme: Handler<'scheme'> = (scene, { scheme, planted }) => {
  const milady = scene.sides.flatMap((side) => side.fighters).find((one) => one.fighter === 'milady')
  const revealed = [...(milady?.special.revealed ?? []), scheme]
  const { schemes } = milady?.special ?? {}
  const lying = schemes?.toSpliced(schemes.indexOf(scheme), schemes.includes(scheme) ? 1 : 0)
  return {
    sides: withSpecial(scene.sides, 'milady', { planted, revealed, ...(lying && { schemes: lying }) }),
    clash: noted(scene, 'milady', { sign: 'unleash', text: '', tone: 'plain' }),
    note: { kind: 'scheme', scheme },
  }
}

const flipped: Handler<'flipped'> = (scene, { card }, { catalogue }) => {
  const fey = scene.sides.flatMap((side) => side.fighters).find((one) => one.fighter === 'fey')
  const turned = new Set([...(fey?.special.flipped ?? []), card])
  return {
    sides: withSpecial(scene.sides, 'fey', {
      flipped: (catalogue.fighters.fey?.cards ?? []).filter((one) => turned.has(one)),
    }),
    clash: noted(scene, 'fey', { sign: 'flip_card', text: '', tone: 'plain' }),
  }
}

const double: Handler<'double'> = (scene, { seat }) => ({
  sides: scene.sides.map((side, index) => (index === seat ? { ...side, repeat: true } : side)),
})

const power: Handler<'power'> = (scene, { fighter, change, to, why }) => ({
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

/** Who strikes is ahead by what the other side loses. */
function struckBy(scene: Scene, fighter: string, lost: number): Clash | null {
  const rival = 1 - sideOf(scene, fighter)
  const dealt = scene.clash?.sides[rival]?.dealt ?? 0
  return lost > 0 ? marked(scene.clash, rival, { dealt: dealt + lost }) : scene.clash
}

const health: Handler<'health'> = (scene, { fighter, from, to, space, ignored }) => ({
  sides: withFighter(scene.sides, fighter, () => ({ health: to, space })),
  clash: struckBy(scene, fighter, ignored ? 0 : from - to),
  flights: ignored
    ? [{ fighter, from: -1, text: '', sign: 'cancel', tone: 'plain' }]
    : [
        {
          fighter,
          from: -1,
          text: signed(to - from),
          sign: to < from ? 'hit' : 'heal',
          tone: to < from ? 'hurt' : 'heal',
          ...(to < from && {
            hit: { amount: from - to, intensity: intensityOf(blowOf({ from, to, space, ignored })) },
          }),
        },
      ],
})

const transform: Handler<'transform'> = (scene, { fighter, track, power, health, rage }) => ({
  sides: withSpecial(
    withFighter(scene.sides, fighter, () => ({ track, power, health, space: null })),
    fighter,
    { form: 'bear', rage },
  ),
  note: { kind: 'transform', fighter },
})

const revive: Handler<'revive'> = (scene, { fighter, health }) => ({
  sides: withFighter(scene.sides, fighter, () => ({ health, space: null })),
  note: { kind: 'revive', fighter },
})

const symbol: Handler<'symbol'> = (scene, { fighter, symbol }) => ({
  flights: [{ fighter, from: sideOf(scene, fighter), text: '!', sign: symbol, tone: 'power' }],
})

const spirit: Handler<'spirit'> = (scene, { character, spirit }, { catalogue }) => {
  const fey = scene.sides.flatMap((side) => side.fighters).find((one) => one.fighter === 'fey')
  const gone = new Set([...(fey?.special.spirits ?? []), character])
  const spirits = (catalogue.fighters.fey?.tracks ?? []).filter((key) => gone.has(key))
  const sides = withFighter(scene.sides, 'fey', () => ({ track: null, health: null, space: null }))
  return {
    sides: withSpecial(sides, 'fey', { spirits, spirit, character: null }),
    note: { kind: 'spirit', character },
  }
}

/** Something that strikes a fighter late, or from elsewhere. */
const struck = (fighter: string, from: number, text: string, sign: string): Partial<Scene> => ({
  flights: [{ fighter, from, text, sign, tone: 'hurt' }],
})

const transfer: Handler<'transfer'> = (scene, { from, to, amount }) => ({
  clash: noted(scene, from, { sign: 'transfer', text: String(amount), tone: 'power' }),
  flights: [
    { fighter: to, from: sideOf(scene, from), text: String(amount), sign: 'transfer', tone: 'power' },
  ],
})

const removed: Handler<'removed'> = (scene, { cards }) => ({
  sides: scene.sides.map((side, seat) => ({
    ...side,
    removed: [...side.removed, ...cards.slice(seat, seat + 1)],
  })),
})

const handlers: EventHandlers<Facts, Scene> = {
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
  redirected: (_, { target, strength }) => struck(target, -1, String(strength), 'redirect'),
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
  execute: (scene, { fighter, target, amount }) =>
    struck(target, sideOf(scene, fighter), signed(-amount), 'execute'),
  poison: (_, { fighter, amount }) => struck(fighter, -1, signed(-amount), 'poison'),
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

const step = follow<Facts, Scene>(handlers, { note: null, flights: [] })

/** The picture after one event. An event nobody knows changes nothing but the sentence. */
export const advance: Advance<Facts, Scene> = (scene, happening, catalogue) => {
  const next = step(scene, happening, catalogue)
  // New cards are drawn while the last blow still lands.
  if (happening.kind === 'deck_phase' || happening.kind === 'drawn')
    return { ...next, flights: scene.flights, said: happening, beat: scene.beat }
  return { ...next, said: happening, beat: scene.beat + 1 }
}
