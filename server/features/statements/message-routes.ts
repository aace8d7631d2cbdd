import { statementTexts } from '#contract/texts/statements.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import { isApproved } from '#domain/payouts/closing.ts'
import { NOTHING } from '#domain/payouts/money.ts'
import { formatCount, formatDayName, formatDayRange, formatDollars } from '#domain/sentences/written.ts'
import type { AffiliateStatement } from './service.ts'

const words = statementTexts

/** Plain text: nothing in it is markup. */
export function writeMessage(statement: AffiliateStatement): string {
  const { report, affiliateId, affiliateName, owed, adjustments, due, closing } = statement
  const affiliate = `#${affiliateId}${affiliateName === null ? '' : ` ${affiliateName}`}`
  const lines = [
    words.title(affiliate),
    `${formatDayRange(report.range)} (${labelOfZone(report.timezone)})`,
    '',
    words.leads(formatCount(owed?.validLeads ?? 0), formatCount(owed?.deposits ?? 0)),
    `${words.cpa} ${formatDollars(owed?.cpaComponent ?? NOTHING)}`,
    `${words.topUp} ${formatDollars(owed?.crgComponent ?? NOTHING)}`,
    `${words.extras} ${formatDollars(owed?.extraPayout ?? NOTHING)}`,
    ...adjustments.map(({ reason, amount }) => `${reason}: ${formatDollars(amount)}`),
    '',
    `${words.nameDue(statement)} ${formatDollars(due)}`,
  ]
  const doubt = describeDoubt(statement)
  if (doubt) lines.push(doubt)
  // Nothing was transferred where nothing was due.
  if (closing?.state === 'paid' && due > 0)
    lines.push(words.paid(closing.paidOn ? formatDayName(closing.paidOn) : '', closing.paymentReference ?? ''))
  return lines.join('\n')
}

/** The reason that a statement's amount may not be the paid one; null if it is. */
export function describeDoubt({ closing, closedOtherwise, newer }: AffiliateStatement): string | null {
  if (closedOtherwise) return words.closedOtherwise(formatDayRange(closedOtherwise))
  if (newer) return words.newer
  return isApproved(closing) ? null : words.notApproved
}
