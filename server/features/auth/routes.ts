import type { authCalls } from '#contract/auth.ts'
import { authTexts } from '#contract/texts/auth.ts'
import { CODE_SECONDS } from '#domain/team/codes.ts'
import { problem, type Handlers } from '#platform/http/reply.ts'
import { requestCode, sendRequestedCode, type SignInDeps } from './code-service.ts'
import { endSession, verifyCode } from './service.ts'

const HOUR_SECONDS = 3600

export function authRoutes(deps: SignInDeps): Handlers<typeof authCalls> {
  return {
    async request({ body }, { address, log }) {
      const result = await requestCode(deps, { identifier: body.identifier, address })
      if (!result.ok) return problem(429, authTexts.tooManyCodes, { retryAfterSeconds: HOUR_SECONDS })
      // After the answer, so that its time tells nothing; what a crash leaves behind is taken up again by a job.
      setImmediate(() => {
        sendRequestedCode(deps, result.value.requestId).catch((error: unknown) =>
          log.error({ err: error }, 'code request failed'),
        )
      })
      return { status: 200, body: { expiresInSeconds: CODE_SECONDS } }
    },
    async verify({ body }, { address }) {
      const result = await verifyCode(deps, { ...body, address })
      if (!result.ok) return problem(401, authTexts.verificationFailed)
      const { member, token } = result.value
      return { status: 200, body: { member, token } }
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
