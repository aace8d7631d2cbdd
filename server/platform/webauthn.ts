import type { Assertion, Attestation } from '#contract/passkeys.ts'

/** The site whose passkeys count: they belong to a host and are used on a page of this origin. */
export interface Site {
  origin: string
  rpId: string
}

/** ES256 and RS256: every device supports one of them. */
const ALGORITHMS = [-7, -257]

/** The public half of a passkey. */
export interface Credential {
  credentialId: string
  publicKey: Buffer
  /** The number of uses, if the passkey counts them. A number that was seen before comes from a copy. */
  counter: number
}

/**
 * The site of `PUBLIC_URL`. Without it only localhost is trusted: with any other name, another page could pass on what
 * it got.
 */
export function findSite(publicUrl: string | null, host: string): Site | null {
  if (publicUrl !== null) return { origin: new URL(publicUrl).origin, rpId: new URL(publicUrl).hostname }
  return /^localhost(:\d+)?$/.test(host) ? { origin: `http://${host}`, rpId: 'localhost' } : null
}

/** Loaded with the first passkey: it is large, and few installations need it. */
const loadLibrary = () => import('@simplewebauthn/server')

/**
 * Reads a new passkey whose device has verified its owner; null if it answers another challenge, or is from another
 * site.
 */
export async function readAttestation(
  { origin, rpId }: Site,
  challenge: string,
  { id, ...response }: Attestation,
): Promise<Credential | null> {
  const { verifyRegistrationResponse } = await loadLibrary()
  if (await hasCertificate(response.attestationObject)) return null
  const verified = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused)
  if (!verified?.verified) return null
  const { credential } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
  }
}

/** The counter of a used passkey; null if it is another passkey, answers another challenge, or is from another site. */
export async function readAssertion(
  { origin, rpId }: Site,
  challenge: string,
  { credentialId, publicKey, counter }: Credential,
  { id, ...response }: Assertion,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(refused)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

/**
 * Whether a new passkey has a certificate of its device. Browsers send none unless requested; the library would call
 * the addresses in it.
 */
async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const format = decoded.get('fmt')
    return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined)
  } catch {
    // The library refuses it.
    return false
  }
}

/** The library throws for everything that it refuses. */
function refused(): null {
  return null
}
