import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertMember } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { ensureFirstAdmin } from './service.ts'

const clock = createTestClock('2026-11-21T10:00:00Z')
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('members').execute()
  await insertMember(database.db, { role: 'admin' })
})

describe('FIRST_ADMIN', () => {
  const deps = () => ({ db: database.db, clock, log: createMemoryLog().log })
  const lockAllOut = () => database.db.updateTable('members').set({ login_enabled: false }).execute()
  const find = (telegramId: string) =>
    database.db.selectFrom('members').selectAll().where('telegram_id', '=', telegramId).executeTakeFirst()

  test('changes nothing where an admin may sign in', async () => {
    await ensureFirstAdmin(deps(), { telegramId: '910001', handle: null })
    expect(await find('910001')).toBeUndefined()
  })

  test('lets somebody in where every admin is locked out', async () => {
    await lockAllOut()
    await ensureFirstAdmin(deps(), { telegramId: '910002', handle: 'first_admin' })
    expect(await find('910002')).toMatchObject({ role: 'admin', login_enabled: true, handle: 'first_admin' })
  })

  test('gives an existing member the role and the right back', async () => {
    const member = await insertMember(database.db, { role: 'viewer' })
    await lockAllOut()
    await ensureFirstAdmin(deps(), { telegramId: member.telegramId, handle: null })
    expect(await find(member.telegramId)).toMatchObject({ role: 'admin', login_enabled: true, handle: member.handle })
  })

  test('leaves a handle with whom it belongs to', async () => {
    await insertMember(database.db, { role: 'viewer', handle: 'wanted' })
    await lockAllOut()
    await ensureFirstAdmin(deps(), { telegramId: '910003', handle: '@Wanted' })
    expect(await find('910003')).toMatchObject({ role: 'admin', handle: null })
  })

  test('makes one of many nodes that start together', async () => {
    await lockAllOut()
    const starts = Array.from({ length: 10 }, () => ensureFirstAdmin(deps(), { telegramId: '910004', handle: 'node' }))
    await Promise.all(starts)
    expect(await find('910004')).toMatchObject({ role: 'admin' })
  })
})
