#!/usr/bin/env node
// A bot in JavaScript that needs nothing but Node: the protocol of docs/bot-protocol.md and nothing else.
//
// It reads what its seat sees. Every other time it plays the move whose forecast adds up to most, if the game makes
// forecasts, and else the one that the game would make for somebody whose time is up (so that it never dawdles). It tells
// its first moves as ideas, for `slugfest analyse`.
//
//   slugfest ladder kapow-cards --bots summer,random --program "summer=node examples/bots/summer.js"

'use strict'

const readline = require('node:readline')

const say = (line) => process.stdout.write(line + '\n')

/** All numbers in a document, added up. */
function sum(value) {
  if (typeof value === 'number') return value
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce((total, part) => total + sum(part), 0)
}

let question = {}

function answer() {
  const view = JSON.parse(question.view)
  const sums = view.moves.map((move) => sum(move.forecast))
  const best = Math.max(...sums)
  const least = Math.min(...sums)
  const bold = best > least && Number(question.chance) % 2 === 0
  const played = bold ? sums.indexOf(best) + 1 : Number(question.default)
  if (best > least) {
    sums.slice(0, 3).forEach((worth, index) => {
      say(`idea ${index + 1} 1 ${((worth - least) / (best - least)).toFixed(3)}`)
    })
  }
  say(`play ${played}`)
}

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', (line) => {
  const space = line.indexOf(' ')
  const word = space < 0 ? line : line.slice(0, space)
  const rest = space < 0 ? '' : line.slice(space + 1)
  if (word === 'hello') {
    say('bot Summer 1.0')
    say('ready')
  } else if (word === 'decide') {
    question = {}
  } else if (word === 'go') {
    answer()
  } else if (word === 'bye') {
    process.exit(0)
  } else {
    question[word] = rest
  }
})
