import type { KeyGroup } from '#domain/team/api-key.ts'

export const apiKeyTexts = {
  groupNames: {
    caps: 'Caps',
    limits: 'Limits',
    pauses: 'Pauses',
    plans: 'Plans',
    suggestions: 'Suggestions',
    partners: 'Partners',
    feeds: 'Lead feeds',
    leads: 'Leads',
    analytics: 'Analytics',
    payouts: 'Payouts',
    events: 'Events',
  } satisfies Record<KeyGroup, string>,
  name: 'Give the key a name of 1 to 60 characters.',
  role: 'Role must be admin, editor or viewer.',
  groups: 'Choose at least one group of calls.',
  /** `groups`: in words. */
  adminsAlone: (groups: string) => `For admins alone: ${groups}. Leave that out, or choose the role admin.`,
  mayChange: 'Say yes or no: may this key change anything?',
  lastDay: 'Choose a day, such as 2026-11-21, or leave it empty: then the key has no end.',
  lastDayPast: 'The last day must be today or a later one.',
  nameTaken: (name: string) =>
    `There is a key named ${name} already. Choose another name, or revoke that one first: a key is shown only when it is made.`,
  notFound: 'There is no such key: it was revoked already.',
  mistyped: 'This API key is incomplete or mistyped. Copy the whole key again.',
  unknown: 'This installation has no such API key.',
  ended: 'This API key has ended. An admin can make a new one in the Control Center.',
  revoked: 'This API key was revoked. An admin can make a new one in the Control Center.',
  peopleOnly: 'No API key may make this call: it is for people who sign in.',
  noGroup: 'This API key was not given the right to make this call. An admin can make one that has it.',
  readOnly: 'This API key may only read.',
  revokedNow: (name: string) => `${name} is revoked.`,
} as const
