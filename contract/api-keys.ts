import { z } from 'zod/mini'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { KEY_GROUPS } from '#domain/team/api-key.ts'
import { isOpenTo, ROLES } from '#domain/team/member.ts'
import { defineCall } from './call.ts'
import { atMost, body, changeOf, day, instant, text } from './fields.ts'
import { apiKeyTexts } from './texts/api-keys.ts'

const words = apiKeyTexts

/** A key as the history has it. */
export const StandingKey = z.object({
  name: z.string(),
  /** The beginning of the key, for recognising it; not secret. */
  hint: z.string(),
  role: z.enum(ROLES),
  groups: z.array(z.enum(KEY_GROUPS)),
  mayChange: z.boolean(),
  /** The first instant at which the key is refused; null if it has no end. */
  endsAt: z.nullable(instant),
})

/** A key that was not revoked. The key itself is not stored. */
export const ApiKey = z.extend(StandingKey, {
  id: z.string(),
  createdAt: instant,
  /** The author's signature. */
  createdBy: z.string(),
  /** To the minute; null if it was never used. */
  lastUsedAt: z.nullable(instant),
})

export type ApiKey = z.output<typeof ApiKey>

export const KeyDraft = body({
  name: text(words.name, 60, words.name).check(z.minLength(1, { error: words.name })),
  role: z.enum(ROLES, { error: words.role }),
  groups: z
    .array(z.enum(KEY_GROUPS, { error: words.unknownGroup }), { error: words.groups })
    .check(z.minLength(1, { error: words.groups }), atMost(KEY_GROUPS.length, words.groups)),
  /** If off, the key can only read. */
  mayChange: z._default(z.boolean({ error: words.mayChange }), false),
  /** The last day on which it works, in the configured time zone; null if it has no end. */
  lastDay: z._default(z.nullable(day(words.lastDay)), null),
}).check(({ value, issues }) => {
  const closed = value.groups.filter((group) => !isOpenTo(value.role, group))
  if (closed.length === 0) return
  const message = words.adminsAlone(closed.map((group) => words.groupNames[group]).join(', '))
  issues.push({ code: 'custom', input: value.groups, path: ['groups'], message })
})

export type KeyDraftWire = z.input<typeof KeyDraft>

export const apiKeyCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api-keys',
    access: 'admin',
    summary: 'The API keys that were not revoked, by name',
    answers: { 200: z.array(ApiKey) },
  }),
  make: defineCall({
    method: 'POST',
    path: '/api-keys',
    access: 'admin',
    summary: 'Creates an API key and shows it, only once',
    body: KeyDraft,
    answers: { 201: z.object({ key: ApiKey, token: z.string() }) },
    refusals: [400, 409],
    secret: true,
  }),
  revoke: defineCall({
    method: 'DELETE',
    path: '/api-keys/:id',
    access: 'admin',
    summary: 'Revokes an API key, from its next call on',
    params: z.object({ id: text(words.notFound) }),
    answers: { 204: null },
    refusals: [400, 404],
  }),
  listHistory: defineCall({
    method: 'GET',
    path: '/api-keys/history',
    access: 'admin',
    summary: `Created and revoked API keys with their authors, newest first, at most ${MOST_CHANGES}`,
    answers: { 200: z.array(changeOf(StandingKey)) },
  }),
} as const
