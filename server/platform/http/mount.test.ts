import { gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { body } from '#contract/fields.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Member } from '#domain/team/member.ts'
import { systemClock } from '#platform/clock.ts'
import type { Digest } from '#domain/kernel/digest.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase } from '#testing/database.ts'
import { measureOnceAgainstPlain } from '#testing/plain-work.ts'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'
import { mountCalls } from './mount.ts'
import type { Handlers } from './reply.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

const ANNA: Member = { _id: 'anna', telegramId: '1', handle: 'anna', role: 'viewer' }
const TOKEN = 'x'.repeat(43)

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

function mountThings(read: Handlers<typeof calls>['read'], kept = createKeptAnswers()) {
  const app = fastify()
  mountCalls(app, depsOf(kept), calls, { read })
  return (name: string, { token = TOKEN, accepts = 'gzip' } = {}) =>
    app.inject({
      url: `/api/things/${name}`,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': accepts },
    })
}

function depsOf(kept: KeptAnswers) {
  return {
    admit: (token: string) => Promise.resolve(token === TOKEN ? ANNA : null),
    readViewerReadOnly: () => Promise.resolve(false),
    idempotency: { db: database.db, clock: systemClock },
    kept,
    checkAnswers: true,
    isBehindTls: false,
    log: createLog('silent', { pretty: false }),
  }
}

/** Reads that end when they are told to. */
function mountSlow() {
  const reads: PromiseWithResolvers<void>[] = []
  const ask = mountThings(async ({ params }) => {
    const read = reads.push(Promise.withResolvers())
    await reads[read - 1]?.promise
    return { status: 200, body: { name: params.name, read } }
  })
  return { ask, reads }
}

/** So that a name of some letters is worth compressing. */
const REPEATS = 400

/** Things that are read with the digest of what they are made of; `made` counts how often they were made. */
function mountDigested(kept?: KeptAnswers) {
  const things = { digest: 'one', made: 0 }
  const ask = mountThings(({ params }, { known }) => {
    const digest = brandText<Digest>(things.digest)
    if (known === digest) return Promise.resolve({ digest, made: null })
    things.made += 1
    return Promise.resolve({
      digest,
      made: { value: { status: 200, body: { name: params.name.repeat(REPEATS), read: things.made } } },
    })
  }, kept)
  return { ask, things }
}

async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { interval: 1 }).toBe(true)
}

test('many who ask for the same at once are answered by two reads, each with its own rights', async () => {
  const { ask, reads } = mountSlow()
  const first = ask('one')
  await until(() => reads.length === 1)
  const others = Array.from({ length: 9 }, () => ask('one'))
  const [stranger, another] = [ask('one', { token: 'y'.repeat(43) }), ask('two')]
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

test('what is made of the same rows is made once, and anew as soon as they are others, for each name', async () => {
  const { ask, things } = mountDigested()
  const readOf = async (name: string) => (await ask(name, { accepts: 'identity' })).json<{ read: number }>().read
  expect([await readOf('one'), await readOf('one'), await readOf('two')]).toEqual([1, 1, 2])
  things.digest = 'two'
  expect(await readOf('one')).toBe(3)
  // Back to what it was: of what was before the last nothing is known.
  things.digest = 'one'
  expect([await readOf('one'), await readOf('one')]).toEqual([4, 4])
  expect((await ask('one', { token: 'y'.repeat(43) })).statusCode).toBe(401)
  expect(things.made).toBe(4)
})

test('what is kept is sent as it was the first time, compressed or not', async () => {
  const { ask, things } = mountDigested()
  for (const accepts of ['gzip', 'gzip', 'identity']) {
    const { headers, rawPayload } = await ask('thing', { accepts })
    const isZipped = accepts === 'gzip'
    expect(headers['content-encoding']).toBe(isZipped ? 'gzip' : undefined)
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'application/json; charset=utf-8' })
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(JSON.parse((isZipped ? gunzipSync(rawPayload) : rawPayload).toString())).toEqual({
      name: 'thing'.repeat(REPEATS),
      read: 1,
    })
  }
  expect(things.made).toBe(1)
})

test('what is no longer kept is made anew', async () => {
  const { ask, things } = mountDigested(createKeptAnswers(0))
  await ask('one')
  await ask('one')
  expect(things.made).toBe(2)
})

test('a read that says "unchanged" of what nobody knows is a mistake, not an answer', async () => {
  const ask = mountThings(() => Promise.resolve({ digest: brandText<Digest>('one'), made: null }))
  expect((await ask('one')).statusCode).toBe(500)
})

test('a query that a call does not know is refused by its name, with what may have been meant', async () => {
  const app = fastify()
  const list = defineCall({
    method: 'GET',
    path: '/things',
    access: 'anyone',
    summary: 'All things',
    query: z.object({ planned: z.optional(z.string()), geo: z.optional(z.string()) }),
    answers: { 200: z.object({}) },
    refusals: [400],
  })
  const listDay = defineCall({
    method: 'GET',
    path: '/things/day',
    access: 'anyone',
    summary: 'The things of a day',
    answers: { 200: z.object({}) },
  })
  const answer = () => Promise.resolve({ status: 200 as const, body: {} })
  mountCalls(app, depsOf(createKeptAnswers()), { list, listDay }, { list: answer, listDay: answer })
  expect((await app.inject('/api/things?planned=yes')).statusCode).toBe(200)
  expect((await app.inject('/api/things/day')).statusCode).toBe(200)
  expect((await app.inject('/api/things/day?geo=DE')).json()).toMatchObject({
    message: 'This field is not known here: geo.',
  })
  const refused = await app.inject('/api/things?planed=yes')
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    {
      message: 'This field is not known here: planed. Did you mean planned?',
      errors: [{ path: 'planed' }],
    },
  ])
})

test('a request full of names that are not known is answered at once, and shortly', async () => {
  const app = fastify()
  const about = { access: 'anyone', summary: 'All things', answers: { 200: z.object({}) }, refusals: [400] } as const
  const list = defineCall({
    ...about,
    method: 'GET',
    path: '/things',
    query: z.object({ planned: z.optional(z.string()) }),
  })
  const make = defineCall({
    ...about,
    method: 'POST',
    path: '/things',
    body: body({ planned: z.optional(z.string()) }),
  })
  const done = () => Promise.resolve({ status: 200 as const, body: {} })
  mountCalls(app, depsOf(createKeptAnswers()), { list, make }, { list: done, make: done })
  const names = Array.from({ length: 50_000 }, (_, at) => `k${at}`)
  const answers: { statusCode: number; payload: string }[] = []
  const times = await measureOnceAgainstPlain(async () => {
    answers.push(await app.inject(`/api/things?${names.slice(0, 3_000).join('&')}`))
    const payload = Object.fromEntries(names.map((name) => [name, 1]))
    answers.push(await app.inject({ method: 'POST', url: '/api/things', payload }))
  })
  expect(times).toBeLessThan(20)
  expect(answers).toHaveLength(2)
  for (const { statusCode, payload } of answers) {
    expect(statusCode).toBe(400)
    expect(payload.length).toBeLessThan(5_000)
  }
})
