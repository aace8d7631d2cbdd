import { HOUR, SECOND } from '#domain/kernel/instant.ts'
import { sendForgottenCodes } from './code-service.ts'
import { cleanUp, type AuthDeps } from './service.ts'

const FORGOTTEN_CODES_EVERY = 10 * SECOND
const CLEAN_UP_EVERY = HOUR

/** Takes up code requests that a killed process left behind, and removes what is past its time. Any node may. */
export function startAuthJobs(deps: AuthDeps): { stop(): void } {
  const attempt = (name: string, work: () => Promise<void>) => () => {
    work().catch((error: unknown) => deps.log.warn({ err: error, job: name }, 'job failed; it runs again'))
  }
  const timers = [
    setInterval(
      attempt('auth.forgotten-codes', () => sendForgottenCodes(deps)),
      FORGOTTEN_CODES_EVERY,
    ),
    setInterval(
      attempt('auth.clean-up', () => cleanUp(deps)),
      CLEAN_UP_EVERY,
    ),
  ]
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) }
}
