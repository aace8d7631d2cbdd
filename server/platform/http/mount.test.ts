import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import type { Member } from '#domain/team/member.ts'
import { systemClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase } from '#testing/database.ts'
import { mountCalls } from './mount.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

const ANNA: Member = { _id: 'anna', telegramId: '1', handle: 'anna', role: 'viewer' }
const TOKEN = 'x'.repeat(43)

/** A shared call whose reads end when they are told to. */
function mountShared() {
  const reads: PromiseWithResolvers<void>[] = []
  const calls = {
    read: defineCall({
      method: 'GET',
      path: '/things/:name',
      access: 'member',
      summary: 'The things of a name',
      params: z.object({ name: z.string() }),
      answers: { 200: z.object({ name: z.string(), read: z.number() }) },
      shared: true,
    }),
  }
  const app = fastify()
  const deps = {
    authenticate: (token: string) => Promise.resolve(token === TOKEN ? ANNA : null),
    readViewerReadOnly: () => Promise.resolve(false),
    idempotency: { db: database.db, clock: systemClock },
    checkAnswers: true,
    log: createLog('silent', { pretty: false }),
  }
  mountCalls(app, deps, calls, {
    async read({ params }) {
      const read = reads.push(Promise.withResolvers())
      await reads[read - 1]?.promise
      return { status: 200, body: { name: params.name, read } }
    },
  })
  const ask = (name: string, token = TOKEN) =>
    app.inject({ url: `/api/things/${name}`, headers: { authorization: `Bearer ${token}` } })
  return { ask, reads }
}

const until = (isSo: () => boolean) => expect.poll(isSo, { interval: 1 }).toBe(true)

test('many who ask for the same at once are answered by two reads, each with its own rights', async () => {
  const { ask, reads } = mountShared()
  const first = ask('one')
  await until(() => reads.length === 1)
  const others = Array.from({ length: 9 }, () => ask('one'))
  const [stranger, another] = [ask('one', 'y'.repeat(43)), ask('two')]
  expect((await stranger).statusCode).toBe(401)
  await until(() => reads.length === 2)
  for (const read of reads) read.resolve()
  expect((await first).json()).toEqual({ name: 'one', read: 1 })
  expect((await another).json()).toEqual({ name: 'two', read: 2 })
  await until(() => reads.length === 3)
  reads[2]?.resolve()
  for (const answer of await Promise.all(others)) {
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toEqual({ name: 'one', read: 3 })
  }
  expect(reads).toHaveLength(3)
})
