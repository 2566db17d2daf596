/** Small positions for tests, with a catalogue of the few things they need. */

import type { Card, Catalogue, Colour, Player, BoardView, TypeInfo, You } from '../facts'
import { typeOf } from '../pieces'

const both = (text: string) => ({ en: text, de: text })

const type = (name: string, colour: Colour, rest: Partial<TypeInfo>): TypeInfo => ({
  name: both(name),
  colour,
  modifier: null,
  base: null,
  ability: null,
  use: null,
  cost: null,
  copies: 2,
  text: both(`${name} text`),
  ...rest,
})

const HEROES = ['Hana', 'Satoshi', 'Riku', 'Misao', 'Iwao', 'Emi', 'Toru', 'Kichiro', 'Yoshima', 'Ryoko']

export const catalogue: Catalogue = {
  types: {
    RP1: type('Fish', 'red', { modifier: 1 }),
    RM4: type('Anchor Chain', 'red', { modifier: -4 }),
    BP2: type('Power Gauntlet', 'blue', { modifier: 2 }),
    BM3: type('Feather Duster', 'blue', { modifier: -3 }),
    G07: type('Tide Aura', 'green', { base: 7 }),
    AF: type('Ascended Form', 'yellow', { ability: 'ascended', use: 'alone', cost: 2 }),
    KO: type('Kodora', 'yellow', { ability: 'kodora', use: 'wager', cost: 0 }),
    SPK: type('Spike', 'yellow', { ability: 'spike', use: 'set', cost: 1 }),
    BRA: type('Brando', 'yellow', { ability: 'brando', use: 'set', cost: 1 }),
    CHA: type('Charmanta', 'yellow', { ability: 'charmanta', use: 'set', cost: 1 }),
  },
  cards: Object.fromEntries(
    HEROES.flatMap((name, index) =>
      [...'abcdef'].map((set) => [`C${String(index + 1).padStart(2, '0')}${set}`, { base: index + 1, name }]),
    ),
  ),
  colours: {
    red: { name: both('Red'), slot: both('left hand') },
    blue: { name: both('Blue'), slot: both('right hand') },
    yellow: { name: both('Yellow'), slot: both('companion') },
    green: { name: both('Green'), slot: both('aura') },
  },
  power_limit: 6,
  exchange_rate: 4,
  stake: 2,
  rewards: {},
}

/** "7a" is a plain card, "7a+RP1+SPK" one with two pieces. */
export function card(text: string): Card {
  const [id, ...pieces] = text.split('+')
  const name = `C${id!.slice(0, -1).padStart(2, '0')}${id!.slice(-1)}`
  const types = pieces.map((piece) => typeOf(catalogue, piece))
  const base = types.find((type) => type.base !== null)?.base ?? catalogue.cards[name]!.base
  const value = types.reduce((sum, { modifier }) => sum + (modifier ?? 0), base)
  return {
    card: name,
    value,
    pieces: pieces.map((piece, index) => ({ piece: `${piece}-${index + 1}`, by: 0, round: 1 })),
  }
}

const hand = (text: string): Card[] => text.split(' ').filter(Boolean).map(card)

export const player = (rest: Partial<Player> = {}): Player => ({
  playing: true,
  vp: 3,
  staked: 0,
  power: null,
  power_in: 2,
  power_out: 0,
  stock: 3,
  hand: 10,
  asked: false,
  wagers: [],
  place: null,
  reward: null,
  settled: 0,
  ...rest,
})

export const you = (cards: string, rest: Partial<You> = {}): You => ({
  hand: hand(cards),
  stock: ['AF-1', 'KO-1', 'RP1-2'],
  power: 2,
  wagers: [],
  answered: false,
  draft: [],
  set: null,
  crafted: [],
  ...rest,
})

export const table = (rest: Partial<BoardView> = {}): BoardView => ({
  phase: 'turn',
  round: 2,
  rounds: 6,
  sudden_death: false,
  target: 10,
  participants: [0, 1, 2],
  turn: 0,
  tricks: [],
  top: null,
  descending: false,
  equal_beats: true,
  passes: 0,
  passes_needed: 0,
  spookies: [0, 0, 0],
  players: [player({ power: 2 }), player(), player()],
  you: you('3a 3b 7a 9a'),
  deck: [],
  unseen: [],
  bag: 60,
  drawn: [],
  standing: [],
  places: [[2, 0, 1]],
  rewards: [
    [5, 0, 1],
    [2, 1, 2],
    [-1, 2, 3],
  ],
  order: null,
  ...rest,
})
