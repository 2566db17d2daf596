/** Passkeys by the browser's own WebAuthn. The server asks and checks; bytes travel as base64url. */

import type { PasskeyOptions } from './wire'

type Json = PasskeyOptions['options']

/** Why this page cannot use passkeys; `null` if it can. `host`: the name for which the server makes them. */
export function obstacle(
  host: string,
  page: { isSecureContext: boolean; PublicKeyCredential?: unknown } = globalThis,
): 'insecure' | 'unnamed' | 'unsupported' | null {
  if (!page.isSecureContext) return 'insecure'
  if (host === '') return 'unnamed'
  return page.PublicKeyCredential ? null : 'unsupported'
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

export function toText(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(plain).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

const described = (one: Json): PublicKeyCredentialDescriptor => ({ type: 'public-key', id: toBytes(one.id) })

/** Make a passkey; `null` if the person changed their mind. */
export async function makePasskey(options: Json): Promise<Json | null> {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map(described),
  } as unknown as PublicKeyCredentialCreationOptions
  const made = await asked(() => navigator.credentials.create({ publicKey }))
  if (!made) return null
  const response = made.response as AuthenticatorAttestationResponse
  return told(made, {
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  })
}

/** Sign in with a passkey; `null` if the person changed their mind. */
export async function usePasskey(options: Json): Promise<Json | null> {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map(described),
  } as unknown as PublicKeyCredentialRequestOptions
  const used = await asked(() => navigator.credentials.get({ publicKey }))
  if (!used) return null
  const response = used.response as AuthenticatorAssertionResponse
  return told(used, {
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    ...(response.userHandle && { userHandle: toText(response.userHandle) }),
  })
}

/** Cancelled, timed out, and "this device has one already" are all the person's or the device's no. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null
  } catch (error) {
    if (
      error instanceof DOMException &&
      ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)
    )
      return null
    throw error
  }
}

const told = (one: PublicKeyCredential, response: Json): Json => ({
  id: one.id,
  rawId: toText(one.rawId),
  type: one.type,
  response,
})
