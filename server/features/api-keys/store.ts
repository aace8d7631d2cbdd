import { sql } from 'kysely'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { KEY_GROUPS, type KeyRights } from '#domain/team/api-key.ts'
import { ROLES, type Role } from '#domain/team/member.ts'
import { PREPARED } from '#platform/db/connection.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

/** A new key as an admin describes it. */
export interface KeyDraft extends KeyRights {
  name: string
  role: Role
}

/** A key as it is kept: of the key itself only its beginning. */
export interface ApiKey extends KeyDraft {
  id: string
  hint: string
  createdAt: Instant
  createdBy: string
  endsAt: Instant | null
  lastUsedAt: Instant | null
}

/** The part of a key that is not shown. */
export interface KeyMaking {
  tokenHash: Buffer
  /** Of the call that makes it (`Caller`); null: nobody will repeat it. */
  attempt: string | null
}

/**
 * Adds a key and returns it; null if its name is taken. A repeat of the same attempt gives the key that it made a new
 * secret, unless that key was used: then its answer was not lost.
 */
export async function insertApiKey(tx: Tx, key: ApiKey, { tokenHash, attempt }: KeyMaking): Promise<ApiKey | null> {
  const row = await tx
    .insertInto('api_keys')
    .values({
      id: key.id,
      name: key.name,
      hint: key.hint,
      token_hash: tokenHash,
      role: key.role,
      call_groups: [...key.groups],
      may_change: key.mayChange,
      created_at: formatInstant(key.createdAt),
      created_by: key.createdBy,
      ends_at: formatOptionalInstant(key.endsAt),
      attempt,
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(name)`)
        .where('revoked_at', 'is', null)
        .doUpdateSet(({ ref }) => ({ hint: ref('excluded.hint'), token_hash: ref('excluded.token_hash') }))
        .where('api_keys.last_used_at', 'is', null)
        .where(({ and, eb, ref }) =>
          and([
            ...MADE_ALIKE.map((column) => eb(`api_keys.${column}`, '=', ref(`excluded.${column}`))),
            eb('api_keys.ends_at', 'is not distinct from', ref('excluded.ends_at')),
          ]),
        ),
    )
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? toApiKey(row) : null
}

/** Keys that were not revoked, by name. */
export async function listApiKeys(db: Database): Promise<ApiKey[]> {
  const rows = await selectApiKeys(db)
    .where('revoked_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map(toApiKey)
}

/** The key of a token, with the time of its revocation; null if there is none. */
export async function findApiKey(
  db: Database,
  tokenHash: Buffer,
): Promise<(ApiKey & { revokedAt: Instant | null }) | null> {
  const row = await selectApiKeys(db)
    .modifyFront(PREPARED)
    .select('revoked_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row ? { ...toApiKey(row), revokedAt: row.revoked_at } : null
}

/** Notes the use of a key that was not used since `before`, as sessions are (`touchSession`): not on every call. */
export async function touchApiKey(db: Database, id: string, use: { before: Instant; now: Instant }): Promise<void> {
  await db
    .updateTable('api_keys')
    .from(sql`(select set_config('synchronous_commit', 'off', true))`.as('unhurried'))
    .set({ last_used_at: formatInstant(use.now) })
    .where('id', '=', id)
    .where((the) => the.or([the('last_used_at', 'is', null), the('last_used_at', '<', timestamp(use.before))]))
    .execute()
}

/** Revokes a key and returns it; null if there is none, or it was revoked already. */
export async function revokeApiKey(tx: Tx, id: string, now: Instant): Promise<ApiKey | null> {
  const row = await tx
    .updateTable('api_keys')
    .set({ revoked_at: formatInstant(now) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? toApiKey(row) : null
}

/** As sessions, keys do not come back with a backup: some may have been revoked since. */
export async function deleteAllApiKeys(tx: Tx): Promise<void> {
  await tx.deleteFrom('api_keys').execute()
}

/** What a repeat has in common with what it repeats. */
const MADE_ALIKE = ['attempt', 'name', 'role', 'call_groups', 'may_change'] as const

const COLUMNS = [
  'id',
  'name',
  'hint',
  'role',
  'call_groups',
  'may_change',
  'created_at',
  'created_by',
  'ends_at',
  'last_used_at',
] as const

function selectApiKeys(db: Database) {
  return db.selectFrom('api_keys').select(COLUMNS)
}

type ApiKeyRow = Awaited<ReturnType<ReturnType<typeof selectApiKeys>['executeTakeFirstOrThrow']>>

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    // The table's check allows no other role. As a fallback the lowest role is used.
    role: ROLES.find((role) => role === row.role) ?? 'viewer',
    // A group that this version does not know is not granted.
    groups: KEY_GROUPS.filter((group) => row.call_groups.includes(group)),
    mayChange: row.may_change,
    createdAt: row.created_at,
    createdBy: row.created_by,
    endsAt: row.ends_at,
    lastUsedAt: row.last_used_at,
  }
}
