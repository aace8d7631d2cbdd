export const statementTexts = {
  notFound: 'There is no such report, or it owes that affiliate nothing and has no deposits of it.',
  noChat: 'No Telegram chat is linked to this affiliate. Link one under Publishers.',
  changed: 'The statement was changed meanwhile. Look at it again before it is sent.',
  title: (affiliate: string) => `Payout statement · affiliate ${affiliate}`,
  leads: (validLeads: string, deposits: string) => `Valid leads ${validLeads} · deposits ${deposits}`,
  cpa: 'CPA',
  topUp: 'CRG top-up',
  extras: 'Extras',
  /** What a statement comes to, in whatever unit its `due` is. */
  nameDue: ({ due, closedOtherwise }: { due: number; closedOtherwise: object | null }) => {
    if (closedOtherwise) return 'Total of this calculation'
    return due < 0 ? 'Overpaid, taken off the next week' : 'To be paid'
  },
  notApproved: 'Not approved yet: this may still change.',
  closedOtherwise: (days: string) => `${days} is closed with another calculation: this is not what is paid.`,
  sendOther: (days: string) => `${days} is closed with another calculation. Send the statement of that one.`,
  paid: (day: string, reference: string) => `Paid on ${day} (${reference})`,
} as const
