/** The default list of invalid statuses: their leads are not paid for. Spelling makes no difference (`foldStatus`). */
export const INVALID_STATUSES = [
  'Invalid',
  'Duplicate',
  'Test',
  'Test lead',
  'Fake',
  'Wrong number',
  'Invalid number',
  'Wrong info',
  'Wrong person',
  'Wrong country',
  'Wrong language',
  'Language barrier',
  'Underage',
  'Not registered',
  'Never registered',
  'Spam',
] as const
