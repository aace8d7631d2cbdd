import type { FullClosing } from '#contract/closings.ts'
import { formatDue } from '#domain/sentences/amounts.ts'
import { tallyDue } from '#domain/payouts/closing.ts'
import { formatExact } from '#web/lib/dollars.ts'
import { countOf } from '#web/lib/format.ts'

/** What is to be transferred, and what is not. */
export function describeDue({ totalDue, lines }: FullClosing): string {
  const { paid, overpaid, withoutSource } = tallyDue(lines)
  const sum = formatDue(formatExact(totalDue), paid, withoutSource === null ? null : formatExact(withoutSource))
  if (overpaid === 0) return sum
  return `${sum} ${countOf(overpaid, 'affiliate')} got too much before: that is taken off the next week.`
}
