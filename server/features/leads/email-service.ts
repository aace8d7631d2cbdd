import { foldEmail } from '#domain/kernel/identity.ts'
import { addMilliseconds, DAY, type Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { pause } from '#platform/db/pauses.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { readSettings } from '#server/features/settings/service.ts'
import {
  deleteEmails,
  findKeyMark,
  listAddressees,
  updateEmailKeys,
  updateKeyMark,
  type EmailTable,
} from './email-store.ts'
import { lockDerived } from './match-store.ts'

export interface EmailDeps {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
}

/** Rows with the key under which their e-mail is kept and compared (docs/decisions/008-e-mails-by-a-keyed-hash.md). */
export function signEmails<T extends { emailKey: string | null }>(
  { secrets }: Pick<EmailDeps, 'secrets'>,
  rows: readonly T[],
): T[] {
  return rows.map((row) => (row.emailKey === null ? row : { ...row, emailKey: secrets.signEmail(row.emailKey) }))
}

/** Rows whose keys are recomputed in one statement. */
const KEYS_AT_ONCE = 5_000

/**
 * Makes sure that all keys use the secret of this process: recomputes them in the caller's transaction if they do not.
 * Keys of deleted e-mails stay. The caller holds the lock (`lockDerived`).
 */
export async function keepEmailKeys(tx: Tx, { log, secrets }: Pick<EmailDeps, 'log' | 'secrets'>): Promise<void> {
  const mark = secrets.signEmail('')
  const standing = await findKeyMark(tx)
  if (standing === mark) return
  const renewed = (await renewKeys(tx, secrets, 'leads')) + (await renewKeys(tx, secrets, 'deposits'))
  await updateKeyMark(tx, mark)
  if (standing !== null) log.warn({ rows: renewed }, 'APP_SECRET has changed: deleted e-mails no longer match')
  else if (renewed > 0) log.info({ rows: renewed }, 'e-mails are compared by a keyed hash from now on')
}

/** Makes the keys of all e-mails that are there with another secret. */
export async function changeEmailKeys(tx: Tx, deps: Pick<EmailDeps, 'log' | 'secrets'>): Promise<void> {
  await lockDerived(tx)
  await keepEmailKeys(tx, deps)
}

/** Whether the keys of e-mails are made with this secret. */
export async function isMadeWith(db: Database, secrets: Secrets): Promise<boolean> {
  return (await findKeyMark(db)) === secrets.signEmail('')
}

async function renewKeys(tx: Tx, secrets: Secrets, table: EmailTable): Promise<number> {
  let renewed = 0
  for (let after = { connector: '', id: '' }; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, a part after the other
    const rows = await listAddressees(tx, table, after, KEYS_AT_ONCE)
    const keys = rows.map((row) => ({ ...row, emailKey: secrets.signEmail(foldEmail(row.email) ?? '') }))
    // oxlint-disable-next-line no-await-in-loop
    await updateEmailKeys(tx, table, keys)
    renewed += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < KEYS_AT_ONCE) return renewed
    after = last
  }
}

/** Small enough that the page of a sync, which waits for it, waits for a moment. */
const BATCH = 1_000
const BREATH_MS = 50

/** The instant before which e-mails are forgotten, as the settings say. */
export async function findForgetBefore({ db, clock }: Pick<EmailDeps, 'db' | 'clock'>): Promise<Instant> {
  return addMilliseconds(clock.now(), -(await readSettings(db)).emailRetentionDays * DAY)
}

/** Forgets the e-mails of leads and deposits before an instant, a few at a time; of how many. */
export async function forgetEmails(
  deps: EmailDeps,
  before: Instant,
  signal: AbortSignal,
  batch: number = BATCH,
): Promise<Record<EmailTable, number>> {
  return {
    leads: await forgetIn(deps, 'leads', before, signal, batch),
    deposits: await forgetIn(deps, 'deposits', before, signal, batch),
  }
}

async function forgetIn(
  deps: EmailDeps,
  table: EmailTable,
  before: Instant,
  signal: AbortSignal,
  batch: number,
): Promise<number> {
  let forgotten = 0
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- a few after the other, so that syncs have their turn
    const part = await deps.db.transaction().execute(async (tx) => {
      await lockDerived(tx)
      await keepEmailKeys(tx, deps)
      return deleteEmails(tx, table, before, batch)
    })
    forgotten += part
    if (part < batch) break
    // oxlint-disable-next-line no-await-in-loop
    await pause(BREATH_MS, signal)
  }
  return forgotten
}
