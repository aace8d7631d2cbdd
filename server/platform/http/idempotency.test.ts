import { fastify } from 'fastify'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { callTexts } from '#contract/texts/calls.ts'
import type { Member } from '#domain/team/member.ts'
import { systemClock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase } from '#testing/database.ts'
import { explainFailure } from './reply.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { mountCalls } from './mount.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

const ANNA: Member = { _id: 'anna', telegramId: '1', handle: 'anna', role: 'admin' }

const calls = {
  change: defineCall({
    method: 'POST',
    path: '/changes',
    access: 'member',
    summary: 'A change',
    answers: { 200: z.object({ changes: z.number() }) },
  }),
}

/** A change that `hinder` keeps from being made the first time; answers with who asks for it, with the same key. */
function mountHindered(key: string, hinder: (tx: Tx) => Promise<unknown>) {
  const app = fastify()
  app.setErrorHandler((error, _request, reply) => reply.status(explainFailure(error)?.status ?? 500).send())
  const deps = {
    admit: () => Promise.resolve(ANNA),
    readViewerReadOnly: () => Promise.resolve(false),
    idempotency: { db: database.db, clock: systemClock },
    kept: createKeptAnswers(),
    checkAnswers: true,
    isBehindTls: false,
    log: createLog('silent', { pretty: false }),
  }
  let changes = 0
  mountCalls(app, deps, calls, {
    change: () =>
      database.db.transaction().execute(async (tx) => {
        changes += 1
        if (changes === 1) await hinder(tx)
        return { status: 200, body: { changes } }
      }),
  })
  const headers = { authorization: `Bearer ${'x'.repeat(43)}`, 'idempotency-key': key }
  return () => app.inject({ method: 'POST', url: '/api/changes', headers })
}

/** Works while another connection is in a transaction of its own. */
async function beside(begin: string, work: (other: PoolClient) => Promise<unknown>): Promise<void> {
  const other = await database.pool.connect()
  try {
    await other.query(`begin; ${begin}`)
    await work(other)
  } finally {
    await other.query('rollback')
    other.release()
  }
}

async function takeLong(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 20`.execute(tx)
  await sql`select pg_sleep(10)`.execute(tx)
}

async function waitForTable(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = 20`.execute(tx)
  await beside('lock table settings', () => sql`lock table settings`.execute(tx))
}

/** The other is more patient, so that this one is given up. */
async function waitForEachOther(tx: Tx): Promise<void> {
  await sql`set local deadlock_timeout = 10`.execute(tx)
  await sql`lock table settings`.execute(tx)
  await beside(`set local deadlock_timeout = '1min'; lock table caps`, async (other) => {
    const waits = other.query('lock table settings')
    await expect.poll(countWaiting).toBe(1)
    try {
      await sql`lock table caps`.execute(tx)
    } finally {
      await waits
    }
  })
}

async function countWaiting(): Promise<number | null> {
  const { rowCount } = await database.pool.query(
    `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
  )
  return rowCount
}

test.each([
  ['a statement takes too long', takeLong],
  ['another holds a table too long', waitForTable],
  ['two wait for each other', waitForEachOther],
])('%s: the change was surely not made, and a repeat with its key makes it', async (name, hinder) => {
  const change = mountHindered(name, hinder)
  expect((await change()).statusCode).toBe(503)
  const repeat = await change()
  expect({ status: repeat.statusCode, body: repeat.json() }).toEqual({ status: 200, body: { changes: 2 } })
  expect((await change()).json()).toEqual({ changes: 2 })
})

test('whether a change was made before the database went away is not known: its key stays taken', async () => {
  const change = mountHindered('away', (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
  expect((await change()).statusCode).toBe(503)
  const repeat = await change()
  expect(repeat.statusCode).toBe(409)
  expect(repeat.json()).toEqual({ message: callTexts.keyRunning })
})
