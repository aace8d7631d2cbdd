import { sql } from 'kysely'
import { ChangeEvent, type ChangeEventWire } from '#contract/events.ts'
import type { Database } from './database.ts'

/** The channel of `announce`. */
export const CHANGES = 'changes'

export type Change = ChangeEventWire

/** PostgreSQL takes payloads below 8,000 bytes. */
const LARGEST_PAYLOAD = 7_900

/** Notifies every listener, at the end of the transaction if there is one. */
export async function notify(db: Database, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

/** Tells every node, and through them every open page, about a change. */
export async function announce(db: Database, event: ChangeEventWire): Promise<void> {
  const full = JSON.stringify(event)
  const fits = Buffer.byteLength(full) <= LARGEST_PAYLOAD
  await notify(db, CHANGES, fits ? full : JSON.stringify({ ...event, days: null }))
}

/** Parses an announced change; undefined if it is something else. */
export function readChange(payload: string): Change | undefined {
  try {
    return ChangeEvent.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}
