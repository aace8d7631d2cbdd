import { z } from 'zod/mini'
import { ROLES } from '#domain/team/member.ts'
import { foldCode } from '#domain/team/sign-in.ts'
import { defineCall } from './call.ts'
import { body, text } from './fields.ts'
import { authTexts } from './texts/auth.ts'

const words = authTexts

/** The signed-in member, as the browser stores it. */
export const SignedInMember = z.object({
  _id: z.string(),
  telegramId: z.string(),
  handle: z.nullable(z.string()),
  role: z.enum(ROLES),
})

export type SignedInMember = z.output<typeof SignedInMember>

const identifier = text(words.identifierMissing, 64, words.identifierTooLong).check(
  z.minLength(1, { error: words.identifierMissing }),
)

const code = z.pipe(
  text(words.codeMissing),
  z.pipe(
    z.transform(foldCode),
    z
      .string()
      .check(z.minLength(1, { error: words.codeMissing }), z.maxLength(64, { error: words.verificationFailed })),
  ),
)

export const authCalls = {
  request: defineCall({
    method: 'POST',
    path: '/auth/request',
    access: 'anyone',
    summary: 'Sends a one-time code to a member; the answer is the same whoever asks',
    body: body({ identifier }),
    answers: { 200: z.object({ expiresInSeconds: z.number() }) },
    refusals: [400, 429],
  }),
  verify: defineCall({
    method: 'POST',
    path: '/auth/verify',
    access: 'anyone',
    summary: 'Exchanges a code for a token',
    body: body({ identifier, code }),
    answers: { 200: z.object({ member: SignedInMember, token: z.string() }) },
    refusals: [400, 401, 403, 429],
  }),
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
