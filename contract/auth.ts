import { z } from 'zod/mini'
import { foldCode } from '#domain/team/sign-in.ts'
import { defineCall } from './call.ts'
import { body, text } from './fields.ts'
import { memberCalls, SignedInMember } from './member.ts'
import { authTexts } from './texts/auth.ts'

const words = authTexts

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
  ...memberCalls,
} as const
