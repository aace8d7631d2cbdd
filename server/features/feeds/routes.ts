import type { feedCalls, SyncResult } from '#contract/feeds.ts'
import { syncTexts } from '#contract/texts/feeds.ts'
import { formatOptionalInstant } from '#domain/kernel/instant.ts'
import type { SyncOutcome } from '#domain/leads/feed-run.ts'
import { signatureOf } from '#domain/team/member.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { readFreshness, readProgress, requestSync, type FeedDeps, type OpenRun } from './service.ts'

export function feedRoutes(deps: FeedDeps): Handlers<typeof feedCalls> {
  return {
    async runSync(_received, { member }) {
      const outcome = await requestSync(deps, signatureOf(member))
      return { status: 200, body: outcome ? presentOutcome(outcome) : await goesOn(deps) }
    },
    async freshness() {
      const { syncedAt, ...rest } = await readFreshness(deps)
      return { status: 200, body: { ...rest, syncedAt: formatOptionalInstant(syncedAt) } }
    },
  }
}

async function goesOn(deps: FeedDeps): Promise<SyncResult> {
  const message = deps.stopping.aborted ? syncTexts.goesOnAfterRestart : sayProgress(await readProgress(deps.db))
  return { status: 'skipped', processedLeads: 0, processedDeposits: 0, reason: 'already_running', message }
}

/** The progress of a run that did not end while somebody waited. */
function sayProgress(run: OpenRun | null): string {
  if (!run) return syncTexts.waitsForTurn
  return run.pages === 0 ? syncTexts.waitsForAnswer : syncTexts.goesOn(run.pages, run.newLeads, run.newDeposits)
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
