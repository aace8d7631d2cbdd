import type { PayoutJob } from '#contract/payouts.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatMoment } from '#web/lib/format.ts'

/** What there is to say beside the state of a calculation: when it finished, or why it failed. */
export function describeEnd({ status, completedAt, errorMessage }: PayoutJob, zone: Zone): string {
  const at = completedAt === null ? '' : formatMoment(completedAt, zone)
  return status === 'failed' ? [errorMessage, at].filter(Boolean).join(' · ') : at
}

export function nameState({ status }: PayoutJob): string {
  return payoutTexts.states[status]
}
