export const planTexts = {
  notFound: 'This plan no longer exists.',
  stale: 'This plan was changed meanwhile. Look at its current values and save again.',
  numbers: 'A plan has seven numbers, from Monday to Sunday. Leave a day without a cap empty.',
  noNumbers: 'Give at least one weekday a number.',
  everyWeeks: 'A plan repeats every 1 to 8 weeks.',
  ofDay: 'Choose the day whose caps become plans.',
  firstDay: 'First day must be a calendar day such as 2026-11-21.',
  lastDay: 'Last day must be a calendar day such as 2026-11-21, or empty.',
  endsBeforeStart: 'The last day must not be before the first day.',
  skipped: (nextWeek: string) =>
    `From the first day of the change on, this plan makes no cap before ${nextWeek}, when its next week begins. The last day must be that day or later.`,
  overlaps: (plan: string, firstDay: string, lastDay: string | null, day: string) =>
    `The plan ${plan} from ${firstDay}${lastDay === null ? '' : ` to ${lastDay}`} already makes this cap, first on ${day}. Change or end that plan.`,
  past: (today: string) => `Past days cannot be changed. Choose ${today} or a later day.`,
  outside: (firstDay: string, lastDay: string | null) =>
    `This plan makes caps from ${firstDay} ${lastDay === null ? 'on' : `to ${lastDay}`}. Choose one of these days, or another plan.`,
  from: 'Choose the first day of the change, such as 2026-11-21.',
  tooMany: 'At most 500 plans can be saved at once.',
  nothing: 'There is no plan to save.',
  undo: 'There is nothing left to undo here.',
  changedSince: 'This can no longer be undone: one of these plans was changed later.',
  gone: (caps: number) =>
    caps === 1
      ? '1 cap is left out: its advertiser is no longer registered.'
      : `${caps} caps are left out: their advertisers are no longer registered.`,
  saved: 'Plan saved',
  daySaved: 'Day saved',
  deleted: 'Plan deleted',
  dayOff: {
    key: 'Choose the advertiser or geo that has a day off.',
    geo: 'Name one geo, such as DE.',
    day: 'Day must be a calendar day such as 2026-12-25.',
    name: 'Give the day a name of at most 200 characters.',
    number: 'Give a number of leads from 0 to 1,000,000, and only for a day off that has its own number.',
    exists: 'This day off exists already.',
    notFound: 'This day off no longer exists.',
    changedSince: 'This can no longer be undone: one of these days off was changed later.',
    nothing: 'There is no day off to save.',
    tooMany: 'At most 100 days off can be saved at once.',
    added: 'Day off added',
    deleted: 'Day off deleted',
    effects: { none: 'No cap', keep: 'Same as other days', number: 'Own number' },
  },
} as const
