import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpTexts } from '#contract/texts/http.ts'
import { systemClock } from '#platform/clock.ts'
import { connect, type Database } from '#platform/db/database.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { expectAllKept } from '#testing/kept-changes.ts'
import { createProcesses, findDatabase, signalDatabase, type RunningServer } from '#testing/process.ts'
import { createBook, startTypists } from '#testing/typists.ts'

const isSoak = process.env['SOAK'] === '1'
const TIMEOUT = isSoak ? 3_600_000 : 240_000
const processes = createProcesses()
const book = createBook()
let dataDir = ''
let token = ''

beforeAll(async () => {
  dataDir = await processes.makeFolder()
  const server = await startServer()
  token = await inDatabase(async (db) => {
    await insertAdvertiser(db)
    return insertSession(db, await insertMember(db, { role: 'editor' }), systemClock)
  })
  await server.kill()
})

afterAll(() => processes.close())

function startServer(): Promise<RunningServer> {
  return processes.startServer({ SANDBOX: 'off', DATA_DIR: dataDir })
}

async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const found = await findDatabase(dataDir)
  const { db, close } = connect(found?.url ?? '', { onError: () => undefined })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** When to kill: after so many more acknowledgements, and so many milliseconds. */
const moment = fc.record({ changes: fc.integer({ min: 1, max: 40 }), pause: fc.integer({ min: 0, max: 12 }) })

function drawMoments(count: { usual: number; soak: number }, seed: number) {
  return fc.sample(moment, { seed, numRuns: isSoak ? count.soak : count.usual })
}

test(
  'the server killed again and again: no acknowledged change is lost, none is there twice, none by half',
  async () => {
    for (const { changes, pause } of drawMoments({ usual: 2, soak: 50 }, 1)) {
      const server = await startServer()
      const typists = startTypists({ address: server.address, token, book })
      await typists.acknowledged(changes)
      await wait(pause)
      await server.kill()
      await typists.stop()
      expect(typists.refused).toEqual([])
    }
    await inDatabase((db) => expectAllKept(db, book))
  },
  TIMEOUT,
)

test(
  'PostgreSQL killed again and again: the same, and the server goes on by itself after a sentence',
  async () => {
    const server = await startServer()
    const typists = startTypists({ address: server.address, token, book })
    for (const { changes, pause } of drawMoments({ usual: 1, soak: 50 }, 2)) {
      await typists.acknowledged(changes)
      await wait(pause)
      await signalDatabase(dataDir, 'SIGKILL')
      await expect.poll(() => server.readiness()).toMatchObject({ status: 200 })
      await typists.acknowledged(1)
    }
    await typists.stop()
    const sentence = { status: 503, retryAfter: '2', message: httpTexts.unavailable }
    expect([...new Map(typists.refused.map((one) => [one.message, one])).values()]).toEqual([sentence])
    await inDatabase((db) => expectAllKept(db, book))
  },
  TIMEOUT,
)
