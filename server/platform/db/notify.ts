import { sql } from 'kysely'
import { ChangeEvent, type ChangeEventWire } from '#contract/events.ts'
import type { Database } from './database.ts'

/** Where `announce` tells of changes. */
export const CHANGES = 'changes'

export type Change = ChangeEventWire

/** PostgreSQL takes payloads below 8,000 bytes. */
const LARGEST_PAYLOAD = 7_900

/** Tells every listener, at the end of the transaction where there is one. */
export async function notify(db: Database, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

/** Tells every node, and through them every open page, that something changed. */
export async function announce(db: Database, event: ChangeEventWire): Promise<void> {
  const full = JSON.stringify(event)
  const fits = Buffer.byteLength(full) <= LARGEST_PAYLOAD
  await notify(db, CHANGES, fits ? full : JSON.stringify({ ...event, days: null }))
}

/** What `announce` has told; undefined where it is something else. */
export function readChange(payload: string): Change | undefined {
  try {
    return ChangeEvent.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}
