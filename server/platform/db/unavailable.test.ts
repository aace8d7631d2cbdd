import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isAway } from './unavailable.ts'

const NOWHERE = '/nowhere/at-all'
const errorOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

test('a database whose socket is not there is away', async () => {
  const error = await errorOf(new pg.Client({ host: NOWHERE, user: 'nobody' }).connect())
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(isAway(error)).toBe(true)
})

test('a database that nobody listens for is away', async () => {
  expect(isAway(await errorOf(new pg.Client('postgres://nobody@127.0.0.1:1/none').connect()))).toBe(true)
})

test('a file that is missing says nothing of the database', async () => {
  const error = await errorOf(readFile(NOWHERE))
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(isAway(error)).toBe(false)
})
