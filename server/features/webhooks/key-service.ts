import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { SECOND, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Secrets } from '#platform/secrets.ts'
import { listSealedKeys, updateSealedKeys } from './store.ts'

const KEY_BYTES = 32

/** 256 random bits, in the form of the specification. */
export function newKey(): string {
  return `whsec_${randomBytes(KEY_BYTES).toString('base64')}`
}

export function sealKey(secrets: Secrets, webhookId: string, key: string): Buffer {
  return secrets.seal(scopeOf(webhookId), key)
}

interface Signed {
  webhookId: string
  /** That of the message, in whatever try. */
  id: string
  body: string
  now: Instant
}

/**
 * The headers of an attempt: its id, its instant, and a signature by each key. Null if the key was encrypted with
 * another `APP_SECRET`.
 */
export function signMessage(
  secrets: Secrets,
  { webhookId, id, body, now }: Signed,
  sealed: readonly Buffer[],
): Record<string, string> | null {
  const keys = sealed.map((key) => secrets.open(scopeOf(webhookId), key)).filter((key) => key !== null)
  if (keys.length < sealed.length) return null
  const seconds = Math.floor(now / SECOND)
  // oxlint-disable-next-line no-restricted-globals -- the library takes a Date, and reads its seconds
  const at = new Date(seconds * SECOND)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': keys.map((key) => new Webhook(key).sign(id, at, body)).join(' '),
  }
}

/** Whether the key of an endpoint was sealed with this secret. */
export async function opensKeyOf(db: Database, secrets: Secrets, webhookId: string): Promise<boolean> {
  const key = (await listSealedKeys(db)).find(({ id }) => id === webhookId)
  return key !== undefined && secrets.open(scopeOf(webhookId), key.sealed) !== null
}

/** Whether every key was sealed with this secret. */
export async function opensWebhookKeys(db: Database, secrets: Secrets): Promise<boolean> {
  const all = await listSealedKeys(db)
  return all.every(({ id, sealed, sealedOld }) =>
    [sealed, sealedOld].every((key) => key === null || secrets.open(scopeOf(id), key) !== null),
  )
}

/** Encrypts the keys with a new secret; false if one was not encrypted with the old one. */
export async function resealWebhookKeys(tx: Tx, before: Secrets, after: Secrets): Promise<boolean> {
  for (const { id, sealed, sealedOld } of await listSealedKeys(tx)) {
    const [key, old] = [sealed, sealedOld].map((each) => each && before.open(scopeOf(id), each))
    if (!key || (sealedOld && !old)) return false
    await updateSealedKeys(tx, {
      id,
      sealed: after.seal(scopeOf(id), key),
      sealedOld: old ? after.seal(scopeOf(id), old) : null,
    })
  }
  return true
}

function scopeOf(webhookId: string): string {
  return `webhook ${webhookId}`
}
