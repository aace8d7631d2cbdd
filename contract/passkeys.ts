import { z } from 'zod/mini'
import { SignedInMember } from './member.ts'
import { defineCall } from './call.ts'
import { atMost, body, instant, text } from './fields.ts'
import { passkeyTexts } from './texts/passkeys.ts'
import { teamTexts } from './texts/team.ts'

const words = passkeyTexts

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  /** Null if no sign-in used it. */
  lastUsedAt: z.nullable(instant),
})

export type Passkey = z.output<typeof Passkey>

/** The data that a browser needs to use or create a passkey; valid for one answer within five minutes. */
const Challenge = z.object({
  challenge: z.string(),
  /** The host of the passkeys. */
  rpId: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  /** The ids of the member's passkeys. */
  credentials: z.array(z.string()),
})

export type Challenge = z.output<typeof Challenge>

/** Bytes in base64url, as browsers write them. */
const bytes = z
  .string({ error: words.response })
  .check(atMost(3_000, words.response), z.regex(/^[\w-]+$/, { error: words.response }))

/** A new passkey (WebAuthn, `RegistrationResponseJSON`). */
const attestation = { id: bytes, clientDataJSON: bytes, attestationObject: bytes }

/** An assertion by a passkey (WebAuthn, `AuthenticationResponseJSON`). */
const Assertion = body({ id: bytes, clientDataJSON: bytes, authenticatorData: bytes, signature: bytes })

const name = text(words.name, 60, words.name).check(z.minLength(1, { error: words.name }))
const NewPasskey = body({ name, ...attestation })

export type Attestation = Omit<z.output<typeof NewPasskey>, 'name'>
export type Assertion = z.output<typeof Assertion>

const ofMember = z.object({ id: text(teamTexts.notFound) })
export const SignedIn = z.object({ member: SignedInMember, token: z.string() })

export const passkeyCalls = {
  prepareSignIn: defineCall({
    method: 'POST',
    path: '/auth/second-step/challenge',
    access: 'anyone',
    summary: 'The data for a browser to use or create a passkey, after a right code',
    answers: { 200: Challenge },
    refusals: [401, 409, 429],
  }),
  give: defineCall({
    method: 'POST',
    path: '/auth/second-step',
    access: 'anyone',
    summary: 'Exchanges a passkey for a token, after a right code',
    body: Assertion,
    answers: { 200: SignedIn },
    refusals: [400, 401, 409, 429],
  }),
  addFirst: defineCall({
    method: 'POST',
    path: '/auth/second-step/first',
    access: 'anyone',
    summary: 'Adds the first passkey of a member and exchanges it for a token, after a right code',
    body: NewPasskey,
    answers: { 200: SignedIn },
    refusals: [400, 401, 409, 429],
  }),
  listOwn: defineCall({
    method: 'GET',
    path: '/auth/passkeys',
    access: 'admin',
    summary: "The caller's passkeys, the oldest first",
    answers: { 200: z.array(Passkey) },
  }),
  prepare: defineCall({
    method: 'POST',
    path: '/auth/passkeys/challenge',
    access: 'admin',
    summary: 'The data for a browser to create a passkey',
    answers: { 200: Challenge },
    refusals: [401, 409, 429],
  }),
  add: defineCall({
    method: 'POST',
    path: '/auth/passkeys',
    access: 'admin',
    summary: 'Adds a passkey of the caller',
    body: NewPasskey,
    answers: { 204: null },
    refusals: [400, 409],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    access: 'admin',
    summary: "Removes one of the caller's passkeys; not the last one while admins need one",
    params: z.object({ id: text(words.notFound) }),
    answers: { 204: null },
    refusals: [400, 404, 409],
  }),
  listOfMember: defineCall({
    method: 'GET',
    path: '/team-members/:id/passkeys',
    access: 'admin',
    summary: 'The passkeys of a member, the oldest first',
    params: ofMember,
    answers: { 200: z.array(Passkey) },
    refusals: [400, 404],
  }),
  removeOfMember: defineCall({
    method: 'DELETE',
    path: '/team-members/:id/passkeys',
    access: 'admin',
    summary: "Removes all passkeys of a member who has lost them; not the caller's own while admins need one",
    params: ofMember,
    answers: { 204: null },
    refusals: [400, 404, 409],
  }),
} as const
