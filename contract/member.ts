import { z } from 'zod/mini'
import { ROLES } from '#domain/team/member.ts'
import { defineCall } from './call.ts'

/** The signed-in member, as the browser stores it. */
export const SignedInMember = z.object({
  _id: z.string(),
  telegramId: z.string(),
  handle: z.nullable(z.string()),
  role: z.enum(ROLES),
})

export type SignedInMember = z.output<typeof SignedInMember>

/** The calls of whoever is signed in. They are separate, so screens do not load how people sign in. */
export const memberCalls = {
  me: defineCall({
    method: 'GET',
    path: '/auth/me',
    access: 'member',
    summary: 'The signed-in member',
    answers: { 200: SignedInMember },
  }),
  logout: defineCall({
    method: 'POST',
    path: '/auth/logout',
    access: 'member',
    summary: 'Ends the session of the token',
    answers: { 204: null },
  }),
} as const
