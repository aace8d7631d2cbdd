import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { PATIENCE } from '#testing/patience.ts'
import type { Tx } from './database.ts'
import { lockName } from './locks.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.db.transaction().execute(work)
}

test('a name is held to the end of the transaction, and whoever wants it waits', async () => {
  const order: string[] = []
  const take = (name: string) =>
    inTransaction(async (tx) => {
      await lockName(tx, 'a')
      order.push(name)
    })
  const second = await inTransaction(async (tx) => {
    await lockName(tx, 'a')
    const waiting = take('second')
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(tx)
      expect(rows).toHaveLength(1)
    }, PATIENCE)
    order.push('first')
    return { waiting }
  })
  await second.waiting
  expect(order).toEqual(['first', 'second'])
})

test('two names are two locks, also where 32 bits of them are the same', async () => {
  const [one, other] = ['caps of day 84161', 'caps of day 96451']
  const { rows } = await sql`select hashtext(${one}) = hashtext(${other}) as same`.execute(database.db)
  expect(rows).toEqual([{ same: true }])
  await inTransaction(async (tx) => {
    await lockName(tx, one)
    await inTransaction(async (beside) => {
      await sql`set local lock_timeout = 1000`.execute(beside)
      await lockName(beside, other)
    })
  })
})
