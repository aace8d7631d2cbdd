import type { PayoutTerms } from '#domain/payouts/terms.ts'

export const payoutTexts = {
  range: 'Choose a start and an end day, such as 2026-03-02 and 2026-03-08.',
  reversed: 'The end must not be before the start.',
  tooLong: 'A report covers at most 366 days.',
  which: 'Choose the days: a preset, or a start and an end.',
  preset: 'The preset must be current_week, previous_week or custom.',
  noStart: 'The start is missing. Send both start and end, such as 2026-03-02 and 2026-03-08.',
  noEnd: 'The end is missing. Send both start and end, such as 2026-03-02 and 2026-03-08.',
  presetAndDays: 'Send a preset or days, not both. Start and end go only with the preset custom.',
  notFound: 'This payout report does not exist.',
  noResult: 'There is no finished payout report with this id.',
  noReport: 'No payout calculations have been generated yet. Queue a calculation to see weekly totals.',
  evaluation: 'Only admins can access this page while it is in evaluation mode.',
  states: {
    pending: 'Calculation queued',
    running: 'Calculation in progress',
    success: 'Calculation completed',
    failed: 'Calculation failed',
  },
  queueFailed: 'Failed to queue payout report.',
  loadFailed: 'Failed to load payout summary.',
  unknownError: 'Unknown error.',
  unknown: { geo: 'unknown geo', broker: 'unknown broker' },
  noDeals: 'No deals found for the selected range.',
  noAffiliates: 'No affiliate totals available for the selected range.',
  noDeal: 'This deal is not in this report.',
  notRunning: 'This calculation has ended already.',
  cancelledBy: (who: string) => `Cancelled by ${who}`,
  failed: 'The calculation failed on our side. It has been logged. Please queue it again.',
  terms: {
    priceBy: {
      deal: 'Deals are paid by their own CPA and CRG.',
      affiliateCap: 'Deals are paid by the CPA and CRG of the affiliate cap, if it has a CPA.',
    },
    guarantee: {
      deal: 'The guarantee is computed for each deal.',
      pool: 'The guarantee is computed for all deals of one affiliate, broker and geo together.',
    },
    conversions: {
      fractional: 'Fractions of a conversion are guaranteed too.',
      whole: 'Only whole conversions are guaranteed.',
    },
    allInvalid: 'All invalid leads are deducted.',
    mostInvalid: (percent: number) => `At most ${percent}% of the leads of a deal are deducted as invalid.`,
    allPaused: 'Leads that came during a pause count like other leads.',
    noPaused: 'Leads that came during a pause are not paid for.',
    somePaused: (hours: number) =>
      `Leads of the first ${hours === 1 ? 'hour' : `${hours} hours`} of a pause count like other leads. Later leads of the pause are not paid for.`,
    earlierLeads: {
      reported: 'Deposits of earlier leads count as reported.',
      settled: 'Deposits of earlier leads are settled with their own deal.',
    },
  },
  limit: 'The limit must be a whole number from 1 to 100.',
  status: 'Status must be any, pending, running, success or failed.',
} as const

const { terms: words } = payoutTexts

/** The terms of a report as sentences, in a fixed order. */
export function describeTerms(terms: PayoutTerms): string[] {
  return [
    words.priceBy[terms.priceBy],
    words.guarantee[terms.guarantee],
    words.conversions[terms.conversions],
    terms.mostInvalid === null ? words.allInvalid : words.mostInvalid(terms.mostInvalid),
    words.earlierLeads[terms.earlierLeads],
    describePaused(terms.pausedLeads),
  ]
}

function describePaused(hours: number | null): string {
  if (hours === null) return words.allPaused
  return hours === 0 ? words.noPaused : words.somePaused(hours)
}
