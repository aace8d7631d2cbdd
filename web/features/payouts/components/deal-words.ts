import type { PayoutDeal } from '#contract/payouts.ts'
import { formatCount, MISSING } from '#web/lib/format.ts'

export function countInvalid({ invalidStatuses }: PayoutDeal): number {
  return Object.values(invalidStatuses).reduce((total, count) => total + count, 0)
}

/** `Duplicate 12, Test 3` */
export function listStatuses({ invalidStatuses }: PayoutDeal): string {
  return Object.entries(invalidStatuses)
    .map(([status, count]) => `${status} ${formatCount(count)}`)
    .join(', ')
}

export function describeHours({ alwaysOn, workingHours }: PayoutDeal): string {
  return alwaysOn ? '24/7' : (workingHours ?? MISSING)
}
