export const statementTexts = {
  notFound: 'There is no statement: the report does not exist, or it has no amount and no deposit for this affiliate.',
  noChat: 'No Telegram chat is linked to this affiliate. Link one under Publishers.',
  changed: 'The statement has changed in the meantime. Look at it again before you send it.',
  title: (affiliate: string) => `Payout statement · affiliate ${affiliate}`,
  leads: (validLeads: string, deposits: string) => `Valid leads ${validLeads} · deposits ${deposits}`,
  cpa: 'CPA',
  topUp: 'CRG top-up',
  extras: 'Extras',
  /** The name of a statement's total, in any unit of `due`. */
  nameDue: ({ due, closedOtherwise }: { due: number; closedOtherwise: object | null }) => {
    if (closedOtherwise) return 'Total of this calculation'
    return due < 0 ? 'Overpaid, deducted from the next week' : 'To be paid'
  },
  notApproved: 'Not approved yet: this may still change.',
  closedOtherwise: (days: string) => `${days} is closed with another calculation. This amount is not paid.`,
  sendOther: (days: string) => `${days} is closed with another calculation. Send the statement of that calculation.`,
  newer: 'These days were calculated again since then. This amount is out of date.',
  sendNewer: 'These days were calculated again since then. Send the statement of the newest calculation.',
  paid: (day: string, reference: string) => `Paid on ${day} (${reference})`,
} as const
