import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

export interface PasskeyRow {
  id: string
  name: string
  createdAt: Instant
  lastUsedAt: Instant | null
  credentialId: string
  publicKey: Buffer
  counter: number
}

/** The oldest first. */
export async function listPasskeys(db: Database, memberId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select(['credential_id as credentialId', 'public_key as publicKey', 'counter'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Whether it was new: a credential belongs to one member. */
export async function insertPasskey(
  tx: Tx,
  row: Omit<PasskeyRow, 'lastUsedAt'> & { memberId: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('passkeys')
    .values({
      id: row.id,
      member_id: row.memberId,
      name: row.name,
      credential_id: row.credentialId,
      public_key: row.publicKey,
      counter: row.counter,
      created_at: formatInstant(row.createdAt),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateUse(tx: Tx, id: string, use: { counter: number; now: Instant }): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: formatInstant(use.now) })
    .where('id', '=', id)
    .execute()
}

/** Deletes one passkey of a member, or all if none is named. Returns their number. */
export async function deletePasskeys(tx: Tx, memberId: string, id: string | null): Promise<number> {
  const all = tx.deleteFrom('passkeys').where('member_id', '=', memberId).returning('id')
  return (await (id === null ? all : all.where('id', '=', id)).execute()).length
}

/** The member or sign-in that is about to use or add a passkey. */
export interface StepKey {
  tokenHash: Buffer
  /** Whether a passkey is still due for a session. */
  signsIn: boolean
}

export interface Step {
  memberId: string
  /** Null once it was answered, and before one was asked for. */
  challenge: string | null
}

export async function upsertStep(tx: Tx, row: StepKey & Step & { expiresAt: Instant }): Promise<void> {
  const { challenge } = row
  const expires_at = formatInstant(row.expiresAt)
  await tx
    .insertInto('passkey_steps')
    .values({ token_hash: row.tokenHash, member_id: row.memberId, signs_in: row.signsIn, challenge, expires_at })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ challenge, expires_at }))
    .execute()
}

/** Null where it is over. */
export async function findStep(tx: Tx, { tokenHash, signsIn }: StepKey, now: Instant): Promise<Step | null> {
  const row = await tx
    .selectFrom('passkey_steps')
    .select(['member_id as memberId', 'challenge'])
    .where('token_hash', '=', tokenHash)
    .where('signs_in', '=', signsIn)
    .where('expires_at', '>', timestamp(now))
    .executeTakeFirst()
  return row ?? null
}

export async function updateChallenge(tx: Tx, { tokenHash }: StepKey, challenge: string | null): Promise<void> {
  await tx.updateTable('passkey_steps').set({ challenge }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteStep(tx: Tx, { tokenHash }: StepKey): Promise<void> {
  await tx.deleteFrom('passkey_steps').where('token_hash', '=', tokenHash).execute()
}

export async function deleteAllSteps(tx: Tx): Promise<void> {
  await tx.deleteFrom('passkey_steps').execute()
}
