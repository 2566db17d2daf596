import { describe, expect, test } from 'vitest'

import { at, fileAt, placeOf } from './address'

describe('on a server', () => {
  test('a page has a path of its own', () => {
    expect(at('/replay/m1?step=2', false)).toBe('/replay/m1?step=2')
    expect(placeOf(new URL('https://slug.example/replay/m1?step=2#x'), false)).toEqual({
      path: '/replay/m1',
      search: '?step=2',
    })
  })
})

describe('on a static host', () => {
  test('a page comes after the hash, in whatever folder the file lies', () => {
    expect(at('/replay/m1?step=2', true)).toBe('#/replay/m1?step=2')
    const url = new URL(at('/replay/m1?step=2', true), 'https://host.example/some/folder/index.html')
    expect(placeOf(url, true)).toEqual({ path: '/replay/m1', search: '?step=2' })
  })

  test('no hash, or one that leads to a part of the page, is the home page', () => {
    expect(placeOf(new URL('https://host.example/folder/'), true).path).toBe('/')
    expect(placeOf(new URL('https://host.example/folder/#content'), true).path).toBe('/')
  })

  test('what a game brings lies in the folder of the page', () => {
    expect(fileAt('/games/masks-off/1f/board.js', false)).toBe('/games/masks-off/1f/board.js')
    const under = new URL('games/masks-off/1f/board.js', document.baseURI).href
    expect(fileAt('/games/masks-off/1f/board.js', true)).toBe(under)
    expect(fileAt('', true)).toBe('')
  })
})
