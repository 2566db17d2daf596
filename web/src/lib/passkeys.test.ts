import { afterEach, describe, expect, it, vi } from 'vitest'
import { makePasskey, obstacle, toBytes, toText, usePasskey } from './passkeys'

const bytes = (...numbers: number[]): ArrayBuffer => new Uint8Array(numbers).buffer
const credentials = { create: vi.fn(), get: vi.fn() }

afterEach(() => {
  vi.unstubAllGlobals()
  credentials.create.mockReset()
  credentials.get.mockReset()
})

describe('passkeys', () => {
  it('say why there are none', () => {
    const secure = { isSecureContext: true, PublicKeyCredential: {} }
    expect(obstacle('play.example', secure)).toBeNull()
    expect(obstacle('', secure)).toBe('unnamed')
    expect(obstacle('play.example', { isSecureContext: true })).toBe('unsupported')
    expect(obstacle('play.example', { isSecureContext: false, PublicKeyCredential: {} })).toBe('insecure')
  })

  it('write bytes as base64url and read them again', () => {
    const all = Uint8Array.from({ length: 256 }, (_, index) => index)
    for (const length of [0, 1, 2, 3, 256]) {
      const text = toText(all.slice(0, length).buffer)
      expect(text).toMatch(/^[\w-]*$/)
      expect([...toBytes(text)]).toEqual([...all.slice(0, length)])
    }
  })

  it('are made from what the server asks', async () => {
    vi.stubGlobal('navigator', { credentials })
    credentials.create.mockResolvedValue({
      id: 'AQI',
      rawId: bytes(1, 2),
      type: 'public-key',
      response: { clientDataJSON: bytes(3), attestationObject: bytes(4), getTransports: () => ['internal'] },
    })
    const made = await makePasskey({
      challenge: 'BQ',
      user: { id: 'Bg', name: 'Zoe' },
      excludeCredentials: [{ id: 'Bw' }],
    })
    expect(made).toEqual({
      id: 'AQI',
      rawId: 'AQI',
      type: 'public-key',
      response: { clientDataJSON: 'Aw', attestationObject: 'BA', transports: ['internal'] },
    })
    const { publicKey } = credentials.create.mock.calls[0]![0]
    expect([...publicKey.challenge]).toEqual([5])
    expect([...publicKey.user.id]).toEqual([6])
    expect([...publicKey.excludeCredentials[0].id]).toEqual([7])
  })

  it('answer nothing if the person says no, and throw what is a fault', async () => {
    vi.stubGlobal('navigator', { credentials })
    credentials.get.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    expect(await usePasskey({ challenge: 'BQ' })).toBeNull()
    credentials.get.mockRejectedValueOnce(new DOMException('bad', 'SecurityError'))
    await expect(usePasskey({ challenge: 'BQ' })).rejects.toThrow('bad')
  })
})
