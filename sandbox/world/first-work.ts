/** Who of the demo world has done what when somebody first looks; each place has a cap on every day. */
export const FIRST_WORK = {
  admin: '100001',
  editor: '100002',
  summaryGroup: '-1001000000001',
  paused: { geo: 'DE', advertiserId: 'B-113', sourceNumber: '80' },
  pauseNote: 'Too many wrong numbers since this morning',
  pauseText: 'Hello, we pause {{geo}} from {{source}} until {{until}} ({{reason}}).',
  resumeText: 'Hello, {{geo}} from {{source}} is on again.',
  repeated: { geo: 'GB', advertiserId: 'B-134', sourceNumber: '97' },
  planNote: 'Half on Saturdays, nothing on Sundays',
  message:
    'Hello, here is the plan of <b>#{{sourceNumber}}</b> for tomorrow:\n\n{{caps}}\n\nPlease confirm by 18:00. Thank you!',
} as const
