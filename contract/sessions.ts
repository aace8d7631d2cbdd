import { z } from 'zod/mini'
import { defineCall } from './call.ts'
import { instant, text } from './fields.ts'
import { teamTexts } from './texts/team.ts'

const words = teamTexts

/** A session of a member. */
export const Session = z.object({
  id: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  /** The network address where it began; null for the server's own terminal. */
  address: z.nullable(z.string()),
  /** Whether it is the caller's own. */
  current: z.boolean(),
})

export type Session = z.output<typeof Session>

const params = z.object({ id: text(words.notFound) })

export const sessionCalls = {
  listOwn: defineCall({
    method: 'GET',
    path: '/auth/sessions',
    access: 'member',
    summary: "The caller's sessions, the last used first",
    answers: { 200: z.array(Session) },
  }),
  endOwn: defineCall({
    method: 'DELETE',
    path: '/auth/sessions',
    access: 'member',
    summary: 'Signs the caller out everywhere, including here',
    answers: { 204: null },
  }),
  endOne: defineCall({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'member',
    summary: "Ends one of the caller's sessions",
    params,
    answers: { 204: null },
    refusals: [400, 404],
  }),
  listOfMember: defineCall({
    method: 'GET',
    path: '/team-members/:id/sessions',
    access: 'admin',
    summary: 'The sessions of a member, the last used first',
    params,
    answers: { 200: z.array(Session) },
    refusals: [400, 404],
  }),
  endOfMember: defineCall({
    method: 'DELETE',
    path: '/team-members/:id/sessions',
    access: 'admin',
    summary: 'Signs a member out everywhere',
    params,
    answers: { 204: null },
    refusals: [400, 404],
  }),
} as const
