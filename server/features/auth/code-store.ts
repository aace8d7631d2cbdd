import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { lockName } from '#platform/db/lock-name.ts'
import { timestamp } from '#platform/db/timestamp.ts'

export interface CodeRequest {
  id: string
  identifier: string
  address: string
}

/** Requests of one address, one after the other, so that none slips past a limit beside another. */
export async function lockAddress(tx: Tx, address: string): Promise<void> {
  await lockName(tx, `code requests of ${address}`)
}

export async function countRequestsByAddress(tx: Tx, address: string, since: Instant): Promise<number> {
  const row = await tx
    .selectFrom('code_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('requested_at', '>', timestamp(since))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function insertCodeRequest(
  tx: Tx,
  row: { id: string; identifier: string; address: string; now: Instant },
): Promise<void> {
  await tx
    .insertInto('code_requests')
    .values({
      id: row.id,
      identifier: row.identifier,
      address: row.address,
      requested_at: formatInstant(row.now),
    })
    .execute()
}

/** Takes a request for handling; null where somebody else has it. */
export async function claimCodeRequest(tx: Tx, id: string, now: Instant): Promise<CodeRequest | null> {
  const row = await tx
    .updateTable('code_requests')
    .set({ handled_at: formatInstant(now) })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .returning(['id', 'identifier', 'address'])
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

/** Codes made for a member since an instant: in all, and those that one address asked for. */
export async function countCodesOfMember(
  tx: Tx,
  memberId: string,
  address: string,
  since: Instant,
): Promise<{ all: number; ofAddress: number }> {
  return tx
    .selectFrom('login_codes')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('address', '=', address).as('ofAddress'),
    ])
    .where('member_id', '=', memberId)
    .where('created_at', '>', timestamp(since))
    .executeTakeFirstOrThrow()
}

export async function insertCode(
  tx: Tx,
  row: { id: string; memberId: string; address: string | null; hmac: Buffer; now: Instant; expiresAt: Instant },
): Promise<void> {
  await tx
    .insertInto('login_codes')
    .values({
      id: row.id,
      member_id: row.memberId,
      code_hmac: row.hmac,
      address: row.address,
      created_at: formatInstant(row.now),
      expires_at: formatInstant(row.expiresAt),
    })
    .execute()
}

/**
 * Counts a try against every live code of a member and gives those that it may still be judged by. The rows stay
 * locked, so that parallel tries are judged one after the other.
 */
export async function countTry(
  tx: Tx,
  row: { memberId: string; address: string; now: Instant; triesPerCode: number; triesPerAddress: number },
): Promise<{ id: string; hmac: Buffer }[]> {
  const live = await tx
    .selectFrom('login_codes')
    .select(['id', 'code_hmac as hmac'])
    .where('member_id', '=', row.memberId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', timestamp(row.now))
    .where('tries', '<', row.triesPerCode)
    .orderBy('id')
    .forUpdate()
    .execute()
  const judged: { id: string; hmac: Buffer }[] = []
  for (const code of live) {
    const counted = await tx
      .insertInto('login_code_tries')
      .values({ code_id: code.id, address: row.address, tries: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['code_id', 'address'])
          .doUpdateSet({ tries: sql`login_code_tries.tries + 1` })
          .where('login_code_tries.tries', '<', row.triesPerAddress),
      )
      .returning('code_id')
      .executeTakeFirst()
    if (!counted) continue
    await tx
      .updateTable('login_codes')
      .set({ tries: sql`tries + 1` })
      .where('id', '=', code.id)
      .execute()
    judged.push(code)
  }
  return judged
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
