import type { PayoutJob } from '#contract/payouts.ts'
import { texts } from '#contract/texts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { DayRange } from '#domain/payouts/rows.ts'
import { formatDay, formatMoment } from '#web/lib/format.ts'

/** `Mon 16 Nov – Sun 22 Nov 2026` */
export function formatRange({ start, end }: DayRange): string {
  const [first, last] = [start.slice(0, 4), end.slice(0, 4)]
  return `${formatDay(start)}${first === last ? '' : ` ${first}`} – ${formatDay(end)} ${last}`
}

/** What there is to say beside the state of a calculation: when it finished, or why it failed. */
export function describeEnd({ status, completedAt, errorMessage }: PayoutJob, zone: Zone): string {
  const at = completedAt === null ? '' : formatMoment(completedAt, zone)
  return status === 'failed' ? [errorMessage, at].filter(Boolean).join(' · ') : at
}

export function nameState({ status }: PayoutJob): string {
  return texts.payouts.states[status]
}
