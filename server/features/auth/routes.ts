import type { authCalls } from '#contract/auth.ts'
import { authTexts } from '#contract/texts/auth.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { CODE_SECONDS } from '#domain/team/sign-in.ts'
import { createGate } from '#platform/http/gate.ts'
import { problem, type Caller, type Handlers, type Refusal } from '#platform/http/reply.ts'
import { newToken } from '#platform/secrets.ts'
import { requestCode, sendRequestedCode, type SignInDeps } from './code-service.ts'
import type { UsedUp } from './quota-service.ts'
import { endSession, STEP_COOKIE, verifyCode } from './service.ts'
import { DEVICE_SECONDS, readVisitor, writeDevice } from './visitor-service.ts'

/** Longer than the life of a code, so that a second request comes from the same browser. */
const CHALLENGE_SECONDS = 2 * CODE_SECONDS
const BUSY_SECONDS = 2

export function authRoutes(deps: SignInDeps): Handlers<typeof authCalls> {
  const enter = openGates()
  const send = createSending(deps)
  return {
    async request({ body: { identifier } }, caller) {
      const challenge = caller.readCookie('challenge') ?? newToken()
      const visitor = readVisitor(deps, { ...describeBrowser(caller), identifier, challenge })
      const result = await enter(visitor, () => requestCode(deps, { identifier, visitor }))
      if (!result) return busy()
      if (!result.ok) return usedUp(deps, result, authTexts.tooManyCodes)
      send(result.value.requestId)
      const cookie = { name: 'challenge', value: challenge, seconds: CHALLENGE_SECONDS }
      return { status: 200, body: { expiresInSeconds: CODE_SECONDS }, cookies: visitor.isKnown ? [] : [cookie] }
    },
    async verify({ body: { identifier, code } }, caller) {
      const visitor = readVisitor(deps, { ...describeBrowser(caller), identifier })
      const { address } = caller
      const result = await enter(visitor, () => verifyCode(deps, { identifier, code, visitor, address }))
      if (!result) return busy()
      if (!result.ok && result.reason === 'codes.too-many') return usedUp(deps, result, authTexts.tooManyTries)
      if (!result.ok) return problem(401, authTexts.verificationFailed)
      if ('passkeyDue' in result.value) {
        const step = { name: STEP_COOKIE, value: result.value.token, seconds: CODE_SECONDS }
        return { ...problem(403, passkeyTexts.needed), cookies: [step] }
      }
      const device = { name: 'device', value: writeDevice(deps, result.value.member), seconds: DEVICE_SECONDS }
      return { status: 200, body: result.value, cookies: [device] }
    },
    async me(_received, { member }) {
      return { status: 200, body: member }
    },
    async logout(_received, { token }) {
      await endSession(deps, token)
      return { status: 204, body: undefined }
    },
  }
}

function describeBrowser({ address, readCookie }: Caller) {
  return { address, challenge: readCookie('challenge'), device: readCookie('device') }
}

/** Two gates before any connection of the database: hundreds of strangers do not delay known browsers. */
function openGates() {
  const strangers = createGate({ atOnce: 4, inLine: 1_000, inLineOfOne: 4 })
  const known = createGate({ atOnce: 2, inLine: 50, inLineOfOne: 4 })
  return <T>({ isKnown, browser, site }: ReturnType<typeof readVisitor>, work: () => Promise<T>): Promise<T | null> =>
    isKnown ? known.pass(browser?.toString('hex') ?? '', work) : strangers.pass(site, work)
}

/**
 * Sends the code of a request after the answer, so its timing reveals nothing; few at once, as above. A job handles
 * requests that find no place, or that a crash left behind.
 */
function createSending(deps: SignInDeps): (requestId: string) => void {
  const gate = createGate({ atOnce: 2, inLine: 100, inLineOfOne: 1 })
  return (requestId) => {
    setImmediate(() => {
      gate
        .pass(requestId, () => sendRequestedCode(deps, requestId))
        .catch((error: unknown) => deps.log.error({ err: error }, 'code request failed'))
    })
  }
}

function busy(): Refusal {
  return problem(429, authTexts.signInBusy, { retryAfterSeconds: BUSY_SECONDS })
}

function usedUp(
  { clock }: SignInDeps,
  { of, until }: UsedUp,
  words: (of: UsedUp['of'], minutes: number) => string,
): Refusal {
  const seconds = Math.max(1, Math.ceil((until - clock.now()) / 1_000))
  return problem(429, words(of, Math.ceil(seconds / 60)), { retryAfterSeconds: seconds })
}
