import type { feedCalls, SyncResult } from '#contract/feeds.ts'
import { syncTexts } from '#contract/texts/sync.ts'
import { formatOptionalInstant } from '#domain/kernel/instant.ts'
import type { SyncOutcome } from '#domain/leads/outcome.ts'
import { signatureOf } from '#domain/team/member.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { readFreshness, requestSync, type FeedDeps } from './service.ts'

export function feedRoutes(deps: FeedDeps): Handlers<typeof feedCalls> {
  return {
    async runSync(_received, { member }) {
      const outcome = await requestSync(deps, signatureOf(member))
      return { status: 200, body: outcome ? presentOutcome(outcome) : goesOn(deps) }
    },
    async freshness() {
      const { syncedAt, ...rest } = await readFreshness(deps)
      return { status: 200, body: { ...rest, syncedAt: formatOptionalInstant(syncedAt) } }
    },
  }
}

function goesOn({ stopping }: FeedDeps): SyncResult {
  const message = stopping.aborted ? syncTexts.goesOnAfterRestart : syncTexts.goesOn
  return { status: 'skipped', processedLeads: 0, processedDeposits: 0, reason: 'already_running', message }
}

const SKIPPED = {
  already_running: syncTexts.alreadyRunning,
  missing_configuration: syncTexts.missingConfiguration,
  up_to_date: syncTexts.upToDate,
} as const

function presentOutcome({ status, reason, message, processedLeads, processedDeposits }: SyncOutcome): SyncResult {
  const skipReason = reason === 'interrupted' ? null : reason
  const sentence = message ?? (skipReason ? SKIPPED[skipReason] : null)
  return { status, processedLeads, processedDeposits, reason: skipReason, message: sentence }
}
