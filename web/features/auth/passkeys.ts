import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { ApiError } from '#contract/client.ts'
import type { Assertion, Attestation, Challenge } from '#contract/passkeys.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { messageOf } from '#web/lib/api.ts'

const words = passkeyTexts

/** As long as a challenge is good for. */
const TIMEOUT_MS = 300_000
/** ES256 and RS256, as the server takes them. */
const ALGORITHMS = [-7, -257]

/** Why this page cannot use passkeys; null where it can. */
export function findHindrance(): string | null {
  if (!window.isSecureContext) return words.insecure
  return browserSupportsWebAuthn() ? null : words.unsupported
}

/** Asks the browser for a passkey of the member. */
export async function givePasskey({ challenge, rpId, credentials }: Challenge): Promise<Assertion> {
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId,
      allowCredentials: credentials.map(describe),
      userVerification: 'required',
      timeout: TIMEOUT_MS,
    },
  })
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

/** Has the browser make a passkey. */
export async function makePasskey({ challenge, rpId, user, credentials }: Challenge): Promise<Attestation> {
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rpId, name: rpId },
      user: { ...user, displayName: user.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: credentials.map(describe),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
      timeout: TIMEOUT_MS,
    },
  })
  return { id, clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject }
}

function describe(id: string) {
  return { id, type: 'public-key' as const }
}

const BY_CODE: Partial<Record<WebAuthnError['code'], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: words.addedBefore,
  ERROR_INVALID_DOMAIN: words.elsewhere,
  ERROR_INVALID_RP_ID: words.elsewhere,
  // Of `NotAllowedError`, which browsers give for both and do not tell apart.
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: words.cancelled,
  ERROR_CEREMONY_ABORTED: words.cancelled,
}

/** What to tell of a passkey that was not given or not made, by the server or by the browser. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError) return messageOf(error)
  return (error instanceof WebAuthnError && BY_CODE[error.code]) || words.unable
}
