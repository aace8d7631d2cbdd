import { z } from 'zod/mini'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { MAX_NAME_LENGTH } from '#domain/caps/cap.ts'
import { ROLES } from '#domain/team/member.ts'
import { HANDLE, TELEGRAM_ID } from '#domain/team/sign-in.ts'
import { defineCall } from './call.ts'
import { body, changeWith, text } from './fields.ts'
import { teamTexts } from './texts/team.ts'

const words = teamTexts

/** A member of the team as admins see it. */
export const TeamMember = z.object({
  _id: z.string(),
  telegramId: z.string(),
  /** Telegram handle without the `@`. */
  handle: z.nullable(z.string()),
  alias: z.nullable(z.string()),
  role: z.enum(ROLES),
  /** Whether they may sign in. */
  loginEnabled: z.boolean(),
})

export type TeamMember = z.output<typeof TeamMember>

const id = text(words.notFound)
const role = z.enum(ROLES, { error: words.role })
const loginEnabled = z.boolean({ error: words.loginEnabled })

const telegramId = text(words.telegramIdRequired).check(
  z.minLength(1, { error: words.telegramIdRequired, abort: true }),
  z.regex(TELEGRAM_ID, { error: words.telegramId }),
)

/** Without its `@`; null where empty. */
const handle = z.pipe(
  text(words.handle),
  z.transform((value, context) => {
    const bare = value.replace(/^[@\s]+/, '')
    if (bare === '' || HANDLE.test(bare)) return bare || null
    context.issues.push({ code: 'custom', message: words.handle, input: value })
    return z.NEVER
  }),
)

const alias = z.pipe(
  text(words.alias, MAX_NAME_LENGTH, words.alias),
  z.transform((value) => value || null),
)

export const MemberDraft = body({
  telegramId,
  handle: z._default(z.nullable(handle), null),
  alias: z._default(z.nullable(alias), null),
  role: z._default(role, 'viewer'),
  loginEnabled: z._default(loginEnabled, true),
})

/** A field that is left out stays as it is. */
export const MemberEdit = body(
  {
    alias: z.optional(z.nullable(alias)),
    role: z.optional(role),
    loginEnabled: z.optional(loginEnabled),
  },
  TeamMember.shape,
)

export type MemberDraftWire = z.input<typeof MemberDraft>
export type MemberEditWire = z.input<typeof MemberEdit>

export const teamCalls = {
  list: defineCall({
    method: 'GET',
    path: '/team-members',
    access: 'admin',
    summary: 'The members, in the order in which they were added',
    answers: { 200: z.array(TeamMember) },
  }),
  add: defineCall({
    method: 'POST',
    path: '/team-members',
    access: 'admin',
    summary: 'Adds a member; by default a viewer who may sign in',
    body: MemberDraft,
    answers: { 201: TeamMember },
    refusals: [400, 409],
  }),
  change: defineCall({
    method: 'PUT',
    path: '/team-members/:id',
    access: 'admin',
    summary: 'Changes alias, role or the right to sign in of a member, from their next request on',
    params: z.object({ id }),
    body: MemberEdit,
    answers: { 200: TeamMember },
    refusals: [400, 404, 409],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/team-members/:id',
    access: 'admin',
    summary: 'Removes a member and ends their sessions',
    params: z.object({ id }),
    answers: { 204: null },
    refusals: [400, 404, 409],
  }),
  listHistory: defineCall({
    method: 'GET',
    path: '/team-members/history',
    access: 'admin',
    summary: `Who changed what: of one member, or of all; newest first, at most ${MOST_CHANGES}`,
    query: z.object({ id: z.optional(id) }),
    answers: {
      200: z.array(changeWith(TeamMember, { subjectId: z.string() })),
    },
    refusals: [400],
  }),
} as const
