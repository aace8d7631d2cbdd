import { z } from 'zod'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, formatOptionalInstant, MINUTE, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { KEY_GROUPS, type KeyRefusal } from '#domain/team/api-key.ts'
import { ROLES, signatureOf, type Member } from '#domain/team/member.ts'
import { actorOf, readHistory, recordBatch, type ChangeOf, type Kept } from '#server/features/history/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { isWholeApiKey, newApiKey } from '#platform/api-key-token.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { hashToken } from '#platform/secrets.ts'
import { findApiKey, insertApiKey, revokeApiKey, touchApiKey, type ApiKey, type KeyDraft } from './store.ts'

export { listApiKeys as readApiKeys, deleteAllApiKeys as forgetApiKeys } from './store.ts'

export type { ApiKey }

export interface ApiKeyDeps {
  db: Database
  clock: Clock
}

export type MakeRefusal = { reason: 'api-key.name-taken' } | { reason: 'api-key.last-day-past' }

/**
 * Creates a key that works up to the end of `lastDay`. Only this answer has its token. A repeat under the same `attempt`
 * adds none: its answer was lost, and the key gets another token.
 */
export async function makeApiKey(
  { db, clock }: ApiKeyDeps,
  actor: Member,
  { lastDay, ...draft }: KeyDraft & { lastDay: Day | null },
  attempt: string | null,
): Promise<Result<{ key: ApiKey; token: string }, MakeRefusal>> {
  const { token, hint } = newApiKey()
  const now = clock.now()
  return transact(db, async (tx) => {
    const zone = zoneOf((await readSettings(tx)).timezone)
    if (lastDay !== null && lastDay < zone.dayOf(now)) return refuse({ reason: 'api-key.last-day-past' })
    const drafted: ApiKey = {
      ...draft,
      groups: KEY_GROUPS.filter((group) => draft.groups.includes(group)),
      id: newId(),
      hint,
      createdAt: now,
      createdBy: signatureOf(actor),
      endsAt: lastDay && zone.startOf(addDays(lastDay, 1)),
      lastUsedAt: null,
    }
    const key = await insertApiKey(tx, drafted, { tokenHash: hashToken(token), attempt })
    if (!key) return refuse({ reason: 'api-key.name-taken' })
    await record(tx, clock, actor, { before: null, after: key })
    return accept({ key, token })
  })
}

/** Revokes a key: its next call is refused, on every node. */
export async function revokeKey(
  { db, clock }: ApiKeyDeps,
  actor: Member,
  id: string,
): Promise<Result<ApiKey, { reason: 'api-key.not-found' }>> {
  return transact(db, async (tx) => {
    const key = await revokeApiKey(tx, id, clock.now())
    if (!key) return refuse({ reason: 'api-key.not-found' })
    await record(tx, clock, actor, { before: key, after: null })
    return accept(key)
  })
}

/**
 * Finds the program of a key on every request, so a revoked key is out at once. An incomplete key is refused without a
 * database query.
 */
export async function authenticateKey(
  { db, clock }: ApiKeyDeps,
  token: string,
): Promise<Member | { refusedKey: KeyRefusal }> {
  if (!isWholeApiKey(token)) return { refusedKey: 'mistyped' }
  const now = clock.now()
  const key = await findApiKey(db, hashToken(token))
  if (!key) return { refusedKey: 'unknown' }
  if (key.revokedAt !== null) return { refusedKey: 'revoked' }
  if (key.endsAt !== null && key.endsAt <= now) return { refusedKey: 'ended' }
  const before = addMilliseconds(now, -MINUTE)
  if (key.lastUsedAt === null || key.lastUsedAt < before) await touchApiKey(db, key.id, { before, now })
  const { id, name, role, groups, mayChange } = key
  return { _id: id, telegramId: '', handle: null, role, apiKey: { name, groups, mayChange } }
}

/** The part of a key that the history keeps. */
export type StandingKey = Pick<ApiKey, 'name' | 'hint' | 'role' | 'groups' | 'mayChange' | 'endsAt'>

const KEPT: Kept<StandingKey> = {
  subject: 'apiKey',
  // As `write` wrote it.
  standing: z.object({
    name: z.string(),
    hint: z.string(),
    role: z.enum(ROLES),
    groups: z.array(z.enum(KEY_GROUPS)),
    mayChange: z.boolean(),
    endsAt: z.nullable(z.string().transform((text): Instant | null => parseInstant(text))),
  }),
}

/** Newest first. */
export async function readKeyHistory(db: Database): Promise<ChangeOf<StandingKey>[]> {
  return readHistory(db, KEPT)
}

async function record(
  tx: Tx,
  clock: Clock,
  actor: Member,
  { before, after }: { before: ApiKey | null; after: ApiKey | null },
): Promise<void> {
  const subjectId = (after ?? before)?.id ?? ''
  const action = after ? 'apiKey.made' : 'apiKey.revoked'
  const change = {
    action,
    subject: KEPT.subject,
    subjectId,
    days: [],
    before: before && write(before),
    after: after && write(after),
  }
  await recordBatch(tx, clock, { actor: actorOf(actor), changes: [change] })
  await announce(tx, { topic: 'apiKeys', days: null })
}

function write({ name, hint, role, groups, mayChange, endsAt }: ApiKey) {
  return { name, hint, role, groups, mayChange, endsAt: formatOptionalInstant(endsAt) }
}
