import { expect, test } from 'vitest'

import { isolated } from './names'

test.each(['Ann', 'Jörg', '山田', '🦸', 'Ann 2'])('%s stays as it is', (name) => {
  expect(isolated(name)).toBe(name)
})

test.each(['\u05de\u05e8\u05d9\u05dd', 'x \u0645', '\u{1e900}'])(
  '%s does not turn its neighbours',
  (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`)
  },
)
