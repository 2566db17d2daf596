/** What lies on a fighter's board besides health and Power, as signs with a number and words. */

import type { Words } from '../../lib/wire'
import type { Catalogue, Fighter } from './facts'
import { both, read, t } from './words'

export interface Mark {
  /** What it is, for explanations and lessons. */
  key: string
  /** How it stands right now. */
  now: Words
  sign: string
  /** A number or a word beside the sign. */
  text: string
  label: string
  /** A little track: so many places, the marker on `at` (0: before the first). */
  pips?: { top: number; at: number; symbols?: Record<string, string> }
  /** A face instead of a sign. */
  portrait?: string
  faded?: boolean
  hot?: boolean
}

/** A mark whose label is how it stands now, in the reader's language. */
const marked = (key: string, now: Words, rest: Omit<Mark, 'key' | 'now' | 'label'>): Mark => ({
  key,
  now,
  label: read(now),
  ...rest,
})

const tokenMark = (facts: Catalogue, token: string): Mark =>
  marked(`token:${token}`, facts.tokens[token] ?? { en: token, de: token }, { sign: token, text: '' })

type EventHandler = (fighter: Fighter, facts: Catalogue) => Mark[]

const joan: EventHandler = ({ special }, facts) => {
  const at = special.voice ?? 0
  const { top, symbols } = facts.special.voices
  return [
    marked('track:voices', at ? both('voice', { n: at, top }) : both('voiceCentre'), {
      sign: 'voices',
      text: '',
      pips: { top, at, ...(symbols ? { symbols } : {}) },
    }),
  ]
}

const ching: EventHandler = ({ special }, facts) => {
  const n = special.ships ?? 0
  const { top } = facts.special.ships
  return [
    marked('track:ships', both('ships', { n, top }), { sign: 'ships', text: `${n}/${top}`, hot: n === top }),
  ]
}

const bodvar: EventHandler = ({ special }, facts) => {
  const n = special.rage ?? 0
  const { top } = facts.special.rage
  if (special.form === 'bear')
    return [marked('track:rage', both('bearForm'), { sign: 'rage', text: '', portrait: 'bear' })]
  return [
    marked('track:rage', both('rage', { n, top }), {
      sign: 'rage',
      text: '',
      pips: { top, at: n },
      hot: n > 0.8 * top,
    }),
  ]
}

const wong: EventHandler = ({ special }) => {
  const n = special.concentration ?? 0
  return [
    marked('token:concentration', both('concentrationHome', { n }), {
      sign: 'concentration',
      text: `×${n}`,
      faded: n === 0,
    }),
  ]
}

const mephisto: EventHandler = ({ special }) => {
  const black = special.serpent === 'black'
  return [
    marked('token:serpent', both(black ? 'serpentBlack' : 'serpentWhite'), {
      sign: 'serpent',
      text: t(black ? 'serpentBlackShort' : 'serpentWhiteShort'),
      hot: black,
    }),
  ]
}

const fey: EventHandler = ({ special, track }, facts) => {
  const n = special.spirit ?? 1
  const { top } = facts.special.spirit
  const faces = (facts.fighters.fey?.tracks ?? [])
    .filter((key) => key === track || special.spirits?.includes(key))
    .map((key): Mark => {
      const gone = key !== track
      const name = facts.tracks[key]?.name
      const line = gone ? 'isSpirit' : 'characterIn'
      const now = {
        en: both(line, { name: name?.en ?? key }).en,
        de: both(line, { name: name?.de ?? key }).de,
      }
      return marked(`health:${key}`, now, { sign: 'spirit', portrait: key, text: '', faded: gone })
    })
  return [
    marked('track:spirit', both('spiritTrack', { n, top }), {
      sign: 'spirit',
      text: String(n),
      hot: n === top,
    }),
    ...faces,
  ]
}

/** The Schemes that lie planted, where a match that is over is shown with everything shown. */
export function openSchemes({ special }: Fighter, facts: Catalogue): Words[] {
  const { planted, schemes = [] } = special
  if (schemes.length !== planted) return [] // one has just been laid, and its picture has not come yet
  return schemes.flatMap((key) => facts.schemes[key]?.text ?? [])
}

const milady: EventHandler = (fighter, facts) => {
  const { special } = fighter
  const planted = special.planted ?? 0
  const count = both('schemes', { n: planted, pile: special.pile ?? 0 })
  const texts = openSchemes(fighter, facts)
  const sentence = (language: keyof Words): string =>
    texts.length ? `${count[language]}: ${texts.map((text) => text[language]).join(' ')}` : count[language]
  return [
    marked(
      'token:scheme',
      { en: sentence('en'), de: sentence('de') },
      {
        sign: 'scheme',
        text: `×${planted}`,
        faded: planted === 0,
      },
    ),
  ]
}

const shango: EventHandler = ({ special }) => {
  const n = special.aflame ?? 0
  return [marked('token:aflame', both('aflameHome', { n }), { sign: 'aflame', text: `×${n}`, faded: true })]
}

const own: Record<string, EventHandler> = { joan, ching, bodvar, wong, mephisto, fey, milady, shango }

/** All signs of a fighter, its own first, then what others laid there. */
export function marksOf(fighter: Fighter, facts: Catalogue): Mark[] {
  const marks = own[fighter.fighter]?.(fighter, facts) ?? []
  const tokens = fighter.tokens.map((token) => tokenMark(facts, token))
  const fire: Mark[] = fighter.aflame
    ? [
        marked('token:aflame', both('burning', { n: fighter.aflame }), {
          sign: 'aflame',
          text: `×${fighter.aflame}`,
          hot: true,
        }),
      ]
    : []
  return [...marks, ...tokens, ...fire]
}
