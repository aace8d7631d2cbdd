export const statementTexts = {
  notFound: 'This report owes that affiliate nothing and has no deposits of it.',
  noChat: 'No Telegram chat is linked to this affiliate. Link one under Publishers.',
  changed: 'The statement was changed meanwhile. Look at it again before it is sent.',
  title: (affiliate: string) => `Payout statement · affiliate ${affiliate}`,
  leads: (validLeads: string, deposits: string) => `Valid leads ${validLeads} · deposits ${deposits}`,
  cpa: 'CPA',
  topUp: 'CRG top-up',
  extras: 'Extras',
  due: 'To be paid',
  overpaid: 'Overpaid, taken off the next week',
  notApproved: 'Not approved yet: this may still change.',
  paid: (day: string, reference: string) => `Paid on ${day} (${reference})`,
} as const
