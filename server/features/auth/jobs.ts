import { SECOND } from '#domain/kernel/instant.ts'
import { sendForgottenCodes, type CodeDeps } from './code-service.ts'

const FORGOTTEN_CODES_EVERY = 10 * SECOND

/** Handles code requests that a killed process left behind. Any node may do so. */
export function startAuthJobs(deps: CodeDeps): { stop(): void } {
  const timer = setInterval(() => {
    sendForgottenCodes(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'unfinished code requests were not resumed; trying again'),
    )
  }, FORGOTTEN_CODES_EVERY)
  return { stop: () => clearInterval(timer) }
}
