/** What lies on a fighter's board besides health and Power, as signs with a number and words. */

import type { Catalogue, Fighter } from './facts'
import { fighterName, read, t } from './words'

export interface Mark {
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

const tokenMark = (facts: Catalogue, token: string): Mark => ({
  sign: token,
  text: '',
  label: read(facts.tokens[token]),
})

type Telling = (fighter: Fighter, facts: Catalogue) => Mark[]

const joan: Telling = ({ special }, facts) => {
  const at = special.voice ?? 0
  const { top, symbols } = facts.special.voices
  return [
    {
      sign: 'voices',
      text: '',
      label: at ? t('voice', { n: at, top }) : t('voiceCentre'),
      pips: { top, at, ...(symbols ? { symbols } : {}) },
    },
  ]
}

const ching: Telling = ({ special }, facts) => {
  const n = special.ships ?? 0
  const { top } = facts.special.ships
  return [{ sign: 'ships', text: `${n}/${top}`, label: t('ships', { n, top }), hot: n === top }]
}

const bodvar: Telling = ({ special }, facts) => {
  const n = special.rage ?? 0
  const { top } = facts.special.rage
  if (special.form === 'bear') return [{ sign: 'rage', text: '', label: t('bearForm'), portrait: 'bear' }]
  return [{ sign: 'rage', text: '', label: t('rage', { n, top }), pips: { top, at: n }, hot: n > 0.8 * top }]
}

const wong: Telling = ({ special }) => {
  const n = special.concentration ?? 0
  return [{ sign: 'concentration', text: `×${n}`, label: t('concentrationHome', { n }), faded: n === 0 }]
}

const mephisto: Telling = ({ special }) => {
  const black = special.serpent === 'black'
  return [
    {
      sign: 'serpent',
      text: t(black ? 'serpentBlackShort' : 'serpentWhiteShort'),
      label: t(black ? 'serpentBlack' : 'serpentWhite'),
      hot: black,
    },
  ]
}

const fey: Telling = ({ special, track }, facts) => {
  const n = special.spirit ?? 1
  const { top } = facts.special.spirit
  const faces = (facts.fighters.fey?.tracks ?? [])
    .filter((key) => key === track || special.spirits?.includes(key))
    .map((key): Mark => {
      const name = fighterName(facts, key)
      const gone = key !== track
      return {
        sign: 'spirit',
        portrait: key,
        text: '',
        label: t(gone ? 'isSpirit' : 'characterIn', { name }),
        faded: gone,
      }
    })
  return [{ sign: 'spirit', text: String(n), label: t('spiritTrack', { n, top }), hot: n === top }, ...faces]
}

const milady: Telling = ({ special }) => {
  const planted = special.planted ?? 0
  return [
    {
      sign: 'scheme',
      text: `×${planted}`,
      label: t('schemes', { n: planted, pile: special.pile ?? 0 }),
      faded: planted === 0,
    },
  ]
}

const shango: Telling = ({ special }) => {
  const n = special.aflame ?? 0
  return [{ sign: 'aflame', text: `×${n}`, label: t('aflameHome', { n }), faded: true }]
}

const own: Record<string, Telling> = { joan, ching, bodvar, wong, mephisto, fey, milady, shango }

/** All signs of a fighter, its own first, then what others laid there. */
export function marksOf(fighter: Fighter, facts: Catalogue): Mark[] {
  const marks = own[fighter.fighter]?.(fighter, facts) ?? []
  const tokens = fighter.tokens.map((token) => tokenMark(facts, token))
  const fire: Mark[] = fighter.aflame
    ? [{ sign: 'aflame', text: `×${fighter.aflame}`, label: t('burning', { n: fighter.aflame }), hot: true }]
    : []
  return [...marks, ...tokens, ...fire]
}
