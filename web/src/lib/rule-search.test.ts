import { describe, expect, test } from 'vitest'
import { findTerms, findTopics } from './rule-search'
import { GAMES, printedGuide } from '../testing'

describe.each(GAMES.map((game) => [game, printedGuide(game)] as const))('%s', (_, { guide, questions }) => {
  test.each(questions.map(({ ask, topic }) => [ask, topic]))('“%s” is answered by %s', (ask, topic) => {
    expect(findTopics(guide, ask).map(({ id }) => id)[0]).toBe(topic)
  })

  test.each(['win', 'winning', 'goal', 'Ziel', 'gewinnen', 'wie gewinnt man'])(
    '“%s” means the goal',
    (ask) => {
      expect(findTopics(guide, ask)[0]?.id).toBe('goal')
    },
  )

  test('its own words are found as they are written', () => {
    for (const { id, title } of guide.topics)
      for (const text of [title.en, title.de]) expect(findTopics(guide, text)[0]?.id).toBe(id)
    for (const term of guide.terms)
      for (const text of [term.name.en, term.name.de])
        expect(findTerms(guide, text).map(({ key }) => key)).toContain(term.key)
  })

  test('nonsense finds nothing', () => {
    expect(findTopics(guide, 'qwzx')).toEqual([])
    expect(findTerms(guide, 'qwzx')).toEqual([])
    expect(findTerms(guide, '')).toEqual([])
  })
})
