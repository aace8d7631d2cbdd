import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authTexts } from '#contract/texts/auth.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { apiKeyCalls } from '#contract/api-keys.ts'
import { KEY_GROUPS, type KeyRights } from '#domain/team/api-key.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { isOpenTo, type Role } from '#domain/team/member.ts'
import { systemClock } from '#platform/clock.ts'
import { hashToken } from '#platform/secrets.ts'
import { makeApiKey } from '#testing/api-keys.ts'
import { insertMember, insertSession, startTestCapline, type TestCapline } from '#testing/capline.ts'
import { ALL_CALLS, fillPath, type NamedCall } from '#testing/requests.ts'
import { KEY_RIGHTS, RIGHTS } from '#testing/rights.ts'

let capline: TestCapline

beforeAll(async () => {
  capline = await startTestCapline()
})
afterAll(() => capline.close())

/** A fresh session each time, since some calls end the one that makes them. */
async function signIn(role: Role, loginEnabled = true): Promise<string> {
  const member = await insertMember(capline.db, { role, loginEnabled })
  return insertSession(capline.db, member, systemClock)
}

async function endedSession(): Promise<string> {
  const token = await signIn('admin')
  await capline.db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
  return token
}

async function revokedKey(): Promise<string> {
  const { token, key } = await makeApiKey(capline, { role: 'admin' })
  const admin = await capline.signIn('admin')
  await admin.call(apiKeyCalls.revoke, { params: { id: key.id } })
  return token
}

async function setViewerReadOnly(value: boolean): Promise<void> {
  const row = { value: String(value), updated_at: formatInstant(systemClock.now()), updated_by: 'test' }
  await capline.db
    .insertInto('settings')
    .values({ key: 'viewer_read_only', ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

interface Caller {
  /** Null: no token at all. */
  token: () => Promise<string | null>
  viewersReadOnly: boolean
  /** The accesses that are granted. */
  may: readonly string[]
  /** What everything else is answered with. */
  refusal: 401 | 403
  /** What a program's key was given beside its role. */
  key?: KeyRights
}

const asMember = ['anyone', 'member']
const asAdmin = ['anyone', 'member', 'capEditor', 'admin']

/** For what outlives every call, as a session does not. */
function once(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined
  return () => (made ??= make())
}

function keyOf(role: Role, rights: KeyRights, may: readonly string[]): Caller {
  const token = once(async () => (await makeApiKey(capline, { role, ...rights })).token)
  return { token, viewersReadOnly: true, may, refusal: 403, key: rights }
}

const EVERY_GROUP = { groups: KEY_GROUPS, mayChange: true }

/** Those of which somebody else than an admin may make a call. */
const OF_VIEWERS = KEY_GROUPS.filter((group) =>
  ALL_CALLS.some(({ name }) => KEY_RIGHTS[name.split('.')[0] ?? ''] === group && RIGHTS[name] !== 'admin'),
)

const CALLERS: Record<string, Caller> = {
  nobody: { token: async () => null, viewersReadOnly: false, may: ['anyone'], refusal: 401 },
  'an ended session': { token: once(endedSession), viewersReadOnly: false, may: ['anyone'], refusal: 401 },
  'a disabled member': {
    token: once(() => signIn('admin', false)),
    viewersReadOnly: false,
    may: ['anyone'],
    refusal: 401,
  },
  'a viewer who may only look': {
    token: () => signIn('viewer'),
    viewersReadOnly: true,
    may: ['anyone', 'member'],
    refusal: 403,
  },
  'a viewer': {
    token: () => signIn('viewer'),
    viewersReadOnly: false,
    may: ['anyone', 'member', 'capEditor'],
    refusal: 403,
  },
  'an editor': {
    token: () => signIn('editor'),
    viewersReadOnly: true,
    may: ['anyone', 'member', 'capEditor'],
    refusal: 403,
  },
  'an admin': {
    token: () => signIn('admin'),
    viewersReadOnly: true,
    may: ['anyone', 'member', 'capEditor', 'admin'],
    refusal: 403,
  },
  'a key of an admin with every group': keyOf('admin', EVERY_GROUP, asAdmin),
  'a key of an admin that may only read': keyOf('admin', { ...EVERY_GROUP, mayChange: false }, asAdmin),
  'a key of an admin for analytics and payouts': keyOf(
    'admin',
    { groups: ['analytics', 'payouts'], mayChange: true },
    asAdmin,
  ),
  'a key of a viewer who may only look': keyOf('viewer', { ...EVERY_GROUP, groups: OF_VIEWERS }, asMember),
  'a revoked key': { token: once(revokedKey), viewersReadOnly: true, may: ['anyone'], refusal: 401 },
}

/** What is asked with a body, and changes nothing. */
const READING = new Set(['capReadings.read', 'plans.preview', 'plans.previewChange'])

/** Whether a key was given a call, by the table of how that is meant. */
function isGiven(key: KeyRights, { name, call }: NamedCall): boolean {
  if (call.access === 'anyone') return true
  const group = KEY_RIGHTS[name.split('.')[0] ?? '']
  return (
    group !== undefined && key.groups.includes(group) && (key.mayChange || call.method === 'GET' || READING.has(name))
  )
}

/** Asks with nothing in it: who may is told what is missing, or answered. */
async function ask({ call }: NamedCall, token: string | null): Promise<{ status: number; message: unknown }> {
  const response = await fetch(
    `${capline.address}${fillPath(call, (name) => (name === 'date' ? '2026-11-21' : 'x'))}`,
    {
      method: call.method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(call.body && { 'content-type': 'application/json' }),
      },
      ...(call.body && { body: '{}' }),
    },
  )
  if (call.streams && response.ok) {
    await response.body?.cancel()
    return { status: response.status, message: null }
  }
  const text = await response.text()
  return {
    status: response.status,
    message: text.startsWith('{') ? Reflect.get(Object(JSON.parse(text)), 'message') : null,
  }
}

test('every call says of itself who may make it, as it is meant', () => {
  expect(Object.fromEntries(ALL_CALLS.map(({ name, call }) => [name, call.access]))).toEqual(RIGHTS)
})

test('a key is given no group of which its role may make no call', () => {
  expect(KEY_GROUPS.filter((group) => isOpenTo('viewer', group))).toEqual(OF_VIEWERS)
})

describe.each(Object.entries(CALLERS))('%s', (_caller, { token, viewersReadOnly, may, refusal, key }) => {
  beforeAll(() => setViewerReadOnly(viewersReadOnly))

  test.each(ALL_CALLS)('$name', async (named) => {
    const { status, message } = await ask(named, await token())
    const access = RIGHTS[named.name] ?? 'not in the table'
    if (may.includes(access) && (!key || isGiven(key, named))) {
      // Verifying a code that is none is refused as such.
      expect([401, 403].includes(status) && message !== authTexts.verificationFailed).toBe(false)
      expect(status).toBeLessThan(500)
      expect(message).not.toBe(httpTexts.notFound)
    } else expect(status).toBe(refusal)
  })
})
