import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCalls } from '#contract/sessions.ts'
import { insertSession, startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { hearChanges } from '#testing/heard-changes.ts'
import { refusalOf } from '#testing/refusal.ts'
import { openBrowser } from '#testing/sign-in.ts'

const clock = createTestClock('2026-11-21T10:00:00Z')
let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline({ clock })
  admin = await capline.signIn('admin')
})
afterAll(() => capline.close())

/** What a token is worth, as a status. */
async function statusOf(token: string): Promise<number> {
  const response = await fetch(`${capline.address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  return response.status
}

describe('sessions', () => {
  test('a member sees their own, which one is in use, and none of others', async () => {
    const ada = await capline.signIn('viewer')
    const elsewhere = await insertSession(capline.db, ada.member, clock)
    await capline.signIn('viewer')
    const sessions = await ada.call(sessionCalls.listOwn, {})
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const other = sessions.find(({ current }) => !current)
    const end = () => ada.call(sessionCalls.endOne, { params: { id: other?.id ?? '' } })
    // By this its open pages notice.
    expect(await hearChanges(capline.database, end)).toEqual([{ topic: 'team', days: null }])
    expect([await statusOf(elsewhere), await statusOf(ada.token)]).toEqual([401, 200])
  })

  test("nobody ends somebody else's session by its id", async () => {
    const ada = await capline.signIn('viewer')
    const bob = await capline.signIn('viewer')
    const [session] = await ada.call(sessionCalls.listOwn, {})
    const refusal = await refusalOf(bob.call(sessionCalls.endOne, { params: { id: session?.id ?? '' } }))
    expect([refusal.status, await statusOf(ada.token)]).toEqual([404, 200])
  })

  test('signing out everywhere ends every one, the own too', async () => {
    const ada = await capline.signIn('viewer')
    const elsewhere = await insertSession(capline.db, ada.member, clock)
    await ada.call(sessionCalls.endOwn, {})
    expect([await statusOf(elsewhere), await statusOf(ada.token)]).toEqual([401, 401])
  })

  test('signing out everywhere takes along who signs in at that moment', async () => {
    const { member } = await capline.signIn('viewer')
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const { token, ended } = await capline.db.transaction().execute(async (tx) => {
      const begun = await insertSession(tx, member, clock)
      const ending = admin.call(sessionCalls.endOfMember, { params: { id: member._id } })
      await expect.poll(async () => (await capline.database.pool.query(waiting)).rowCount).toBe(1)
      return { token: begun, ended: () => ending }
    })
    await ended()
    expect(await statusOf(token)).toBe(401)
  })

  test('an admin sees and ends those of anyone; others do not', async () => {
    const ada = await capline.signIn('viewer')
    const params = { id: ada.member._id }
    expect(await admin.call(sessionCalls.listOfMember, { params })).toMatchObject([{ current: false }])
    expect((await refusalOf(ada.call(sessionCalls.listOfMember, { params }))).status).toBe(403)
    expect((await refusalOf(ada.call(sessionCalls.endOfMember, { params }))).status).toBe(403)
    await admin.call(sessionCalls.endOfMember, { params })
    expect(await statusOf(ada.token)).toBe(401)
    for (const call of [sessionCalls.listOfMember, sessionCalls.endOfMember]) {
      expect((await refusalOf(admin.call(call, { params: { id: 'nobody' } }))).status).toBe(404)
    }
  })
})

test('where no proxy is trusted, whoever names other addresses has the tries of one', async () => {
  const tryFrom = (last: number) => refusalOf(openBrowser(capline, `10.9.0.${last}`).verify('nobody', 'WRONG2'))
  const tries = await Promise.all(Array.from({ length: 20 }, (_, last) => tryFrom(last)))
  expect(tries.map(({ status }) => status)).toContain(429)
})
