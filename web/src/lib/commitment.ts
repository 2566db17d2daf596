/** Was the chance behind a match fixed before it began? The hash of the secret must be the one shown at the start. */

/** null where the browser cannot tell: hashing is only offered on secure pages. */
export async function fits(secret: string, commitment: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex === commitment
}
