// boardgame.io's own server with a card game like KAPOW! cards: 58 cards, hands of five, a secret deck, one card a turn.
//
//   node server.mjs PORT memory|flatfile [FOLDER]     prints "ready"
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url) // its servers are published for `require` alone
const { FlatFile, Server } = require('boardgame.io/server')
const { INVALID_MOVE } = require('boardgame.io/core')

const CARDS = 58
const HAND = 5

const likeCards = {
  name: 'cards',
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([...Array(CARDS).keys()])
    const hands = Object.fromEntries(ctx.playOrder.map((player) => [player, deck.splice(0, HAND)]))
    return { deck, hands, discard: [], points: Object.fromEntries(ctx.playOrder.map((player) => [player, 0])) }
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // On the server alone, as a game with secrets must: a browser does not know the deck.
    play: {
      client: false,
      move: ({ G, random, playerID }, card) => {
        const place = G.hands[playerID].indexOf(card)
        if (place < 0) return INVALID_MOVE
        G.discard.push(...G.hands[playerID].splice(place, 1))
        G.points[playerID] += card % 7
        if (G.deck.length === 0) G.deck = random.Shuffle(G.discard.splice(0))
        G.hands[playerID].push(G.deck.pop())
      },
    },
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([player, hand]) => [player, player === playerID ? hand : hand.length]),
    ),
  }),
}

const [port, storage, folder] = process.argv.slice(2)
const db = storage === 'flatfile' ? { db: new FlatFile({ dir: folder }) } : {}
const server = Server({ games: [likeCards], origins: ['*'], ...db })
await server.run({ port: Number(port), callback: () => console.log('ready') })
