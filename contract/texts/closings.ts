import type { DayRange } from '#domain/kernel/day-range.ts'
import { formatDayRange } from '#domain/sentences/written.ts'

export const closingTexts = {
  notFound: 'This closed week does not exist.',
  notFinished: 'Only a finished calculation can be closed.',
  overlaps: (closed: DayRange) => `${formatDayRange(closed)} is closed already and shares days with this range.`,
  tooEarly:
    'This calculation, or the lead sync that it uses, ran before the last day was over. Run a lead sync, then queue the calculation again.',
  otherZone: (beside: DayRange, zone: string) =>
    `${formatDayRange(beside)} is next to this range and is closed in the time zone ${zone}. This range has another time zone, so some hours would be paid twice or not at all. Calculate it in ${zone}.`,
  changed: 'This week was changed meanwhile. Look at it again.',
  openedAgain: 'This week was opened again meanwhile. It is no longer closed.',
  stateNow: (state: string) => `This week is ${state} now.`,
  notFrozen: 'This week is approved and can no longer be changed.',
  notApproved: 'Only an approved week can be paid.',
  notReopenable: 'Only an approved week can be taken back to frozen.',
  carries: 'A later week has lines that come from this week, so this week cannot be opened again.',
  notCarried: 'Late data of earlier weeks are still being checked. Try again in a moment.',
  earlierFrozen: 'An earlier week is frozen but not approved. Approve that week first.',
  settled:
    'The guarantee of this deposit’s deal is settled over several weeks, so the deposit cannot be left out or priced here. Adjust the affiliate by an amount instead.',
  reason: 'Give a reason of at most 500 characters.',
  noAmount: 'Write an amount in dollars, such as 250.',
  amount: 'An amount must not be 0. It is at most $10,000,000, with at most two decimals.',
  price: 'A price is from $0 to $1,000,000 with at most two decimals.',
  affiliate: 'Choose an affiliate.',
  noAffiliate: 'No affiliate has this name. Pick one, or type a source number.',
  noDeposit: 'This deposit is not in this report.',
  depositTwice: 'This deposit is adjusted already.',
  noAdjustment: 'This adjustment does not exist.',
  carriedLine: 'A line that is carried over from an earlier week cannot be removed.',
  reference: 'Give the payment’s reference, in at most 200 characters.',
  paidOn: 'Choose the day of the payment, such as 2026-03-10.',
  carriedOver: (week: DayRange) => `Late data of ${formatDayRange(week)}`,
  overpaid: (week: DayRange) => `Overpaid as of ${formatDayRange(week)}`,
  /** Beside what is to be paid, of an affiliate that is owed less than nothing. */
  overpaidBy: (sum: string) => `${sum} overpaid`,
  states: { frozen: 'Frozen', approved: 'Approved', paid: 'Paid' },
} as const
