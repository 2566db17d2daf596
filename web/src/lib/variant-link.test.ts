import { expect, test } from 'vitest'

import { codeIn, decodeVariant, encodeVariant, isVariant, LONGEST_CODE, variantLink } from './variant-link'

const KLONK =
  'game = "kapow-dice"\nname = { en = "Softer", de = "Sanfter – für Oma" }\n\n[change]\n"ability.klonk.does.attack_base" = 5\n'

test('what a link carries is the very text', async () => {
  const code = await encodeVariant(KLONK)
  expect(code).toMatch(/^1[\w-]+$/)
  expect(await decodeVariant(code ?? '')).toBe(KLONK)
  const link = new URL(variantLink('kapow-dice', code ?? ''), 'http://host/')
  expect(link.search).toBe('') // what stands behind the # is sent to no server
  expect(codeIn(link)).toBe(code)
  expect(codeIn(new URL(`http://host/#/change/kapow-dice?v=${code}`), true)).toBe(code)
})

test('a variant too long for a link has none', async () => {
  const letters = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(97 + ((at * at * 7919) % 26)))
  const noise = Array.from({ length: 3_000 }, () => Math.random().toString(36)).join('')
  expect(await encodeVariant(letters.join('') + noise)).toBeNull()
})

test('a link that unpacks to more than a variant may have is not unpacked', async () => {
  const code = await encodeVariant('a'.repeat(64 * 1024))
  expect((await decodeVariant(code ?? ''))?.length).toBe(64 * 1024)
  const packed = await new Response(
    new Blob(['a'.repeat(5_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer()
  const bomb = `1${btoa(String.fromCharCode(...new Uint8Array(packed)))}`
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  expect(bomb.length).toBeLessThan(10_000)
  expect(await decodeVariant(bomb.replace(/=+$/, '').slice(0, LONGEST_CODE))).toBeNull()
})

test.each(['', '1', '2abc', '1!!', '1AAAA', `1${'A'.repeat(LONGEST_CODE)}`, '<script>'])(
  'what is no link is nothing: %s',
  async (code) => expect(await decodeVariant(code)).toBeNull(),
)

test('the file of a variant is told from records, positions and files of matches', () => {
  expect(isVariant(KLONK)).toBe(true)
  expect(isVariant('# mine\n\ngame = "tag-team"\n[[add.fighter]]\nkey = "nova"')).toBe(true)
  expect(isVariant('# Slugfest record\ngame: kapow-dice')).toBe(false)
  expect(isVariant('{"slugfest": "matches"}')).toBe(false)
  expect(isVariant('')).toBe(false)
})
