import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { buildLeads, startLeadSync } from '#testing/lead-sync.ts'

test('what the database refuses for good ends the run with that, and stores nothing of the page', async () => {
  const database = await createTestDatabase()
  const world = await startLeadSync({ database })
  const { db } = database
  world.source.put('leads', ...buildLeads(250, world.now()))
  await sql`alter table leads add constraint refused check (external_id <> 'lead-150')`.execute(db)
  try {
    expect(await world.sync()).toMatchObject({
      status: 'error',
      reason: null,
      message: expect.stringMatching(/^The rows cannot be stored: .*violates check constraint "refused"\.$/),
      processedLeads: 100,
    })
  } finally {
    await sql`alter table leads drop constraint refused`.execute(db)
  }
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 150 })
  await world.close()
  await database.close()
})
