import { readChange, type Change } from '#platform/db/notify.ts'
import type { TestDatabase } from './database.ts'

/** What is announced while some work runs, in the order in which it was committed. */
export async function hearChanges(database: TestDatabase, work: () => Promise<unknown>): Promise<Change[]> {
  const client = await database.pool.connect()
  const heard: Change[] = []
  client.on('notification', ({ payload }) => {
    const change = readChange(payload ?? '')
    // The log tells of itself, whenever it was written.
    if (change && change.topic !== 'logs') heard.push(change)
  })
  try {
    await client.query('listen changes')
    await work()
    // What was told before this was asked comes before its answer.
    await client.query('select 1')
    return heard
  } finally {
    client.release(true)
  }
}
