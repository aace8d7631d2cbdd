import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

/** The origin of a request for a code, which may also try it. */
export interface Asker {
  /** Null: any browser. */
  browser: Buffer | null
  /** The network from which the code may be tried without the cookie; null if it may not. */
  network: string | null
}

export interface CodeRequest extends Asker {
  identifier: string
}

export async function insertCodeRequest(tx: Tx, row: CodeRequest & { id: string; now: Instant }): Promise<void> {
  await tx
    .insertInto('code_requests')
    .values({
      id: row.id,
      identifier: row.identifier,
      browser: row.browser,
      address: row.network,
      requested_at: formatInstant(row.now),
    })
    .execute()
}

/** Claims a request for handling; null if another process has it. */
export async function claimCodeRequest(tx: Tx, id: string, now: Instant): Promise<CodeRequest | null> {
  const row = await tx
    .updateTable('code_requests')
    .set({ handled_at: formatInstant(now) })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .returning(['identifier', 'browser', 'address as network'])
    .executeTakeFirst()
  return row ?? null
}

export async function listUnhandledRequests(db: Database, since: Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('code_requests')
    .select('id')
    .where('handled_at', 'is', null)
    .where('requested_at', '>', timestamp(since))
    .orderBy('requested_at')
    .limit(100)
    .execute()
  return rows.map((row) => row.id)
}

export async function insertCode(
  tx: Tx,
  row: Asker & { id: string; memberId: string; hmac: Buffer; now: Instant; expiresAt: Instant },
): Promise<void> {
  await tx
    .insertInto('login_codes')
    .values({
      id: row.id,
      member_id: row.memberId,
      code_hmac: row.hmac,
      browser: row.browser,
      address: row.network,
      created_at: formatInstant(row.now),
      expires_at: formatInstant(row.expiresAt),
    })
    .execute()
}

/** The codes that an attempt may match. */
export interface Reach {
  memberId: string
  /** Codes that this browser asked for. */
  own: Buffer | null
  /** Codes that were asked for from this network. */
  network: string | null
  /** Codes that are bound to nobody. */
  unbound: boolean
  now: Instant
}

/** The same statement for any number of codes. */
export async function listLiveCodes(tx: Tx, reach: Reach): Promise<{ id: string; hmac: Buffer }[]> {
  return tx
    .selectFrom('login_codes')
    .select(['id', 'code_hmac as hmac'])
    .where('member_id', '=', reach.memberId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', timestamp(reach.now))
    .where((code) =>
      code.or([
        code('browser', '=', sql<Buffer>`${reach.own}::bytea`),
        code('address', '=', sql<string>`${reach.network}::text`),
        code.and([code('browser', 'is', null), code('address', 'is', null), sql<boolean>`${reach.unbound}::boolean`]),
      ]),
    )
    .orderBy('id')
    .execute()
}

export async function markCodeUsed(tx: Tx, id: string, now: Instant): Promise<boolean> {
  const row = await tx
    .updateTable('login_codes')
    .set({ used_at: formatInstant(now) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** All codes, and requests whose code was not sent yet. */
export async function deleteAllCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom('code_requests').execute()
  await tx.deleteFrom('login_codes').execute()
}
