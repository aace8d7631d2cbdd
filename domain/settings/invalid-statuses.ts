/**
 * Statuses of leads that are not paid for, while nobody has set others. How they are spelled makes no difference
 * (`foldStatus`).
 */
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
