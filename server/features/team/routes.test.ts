import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { sessionCalls } from '#contract/sessions.ts'
import { teamCalls, type TeamMember } from '#contract/team.ts'
import { teamTexts } from '#contract/texts/team.ts'
import type { Role } from '#domain/team/member.ts'
import { insertMember, startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { refusalOf } from '#testing/refusal.ts'

const words = teamTexts
const clock = createTestClock('2026-11-21T10:00:00Z')
let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline({ clock })
  admin = await capline.signIn('admin')
})
afterAll(() => capline.close())

let lastId = 700_000

/** A Telegram id that nobody has. */
function freshId(): string {
  lastId += 1
  return String(lastId)
}

const add = (body: Parameters<typeof admin.call<typeof teamCalls.add>>[1]['body']) =>
  admin.call(teamCalls.add, { body })

const change = (by: SignedIn, id: string, body: { role?: Role; loginEnabled?: boolean; alias?: string | null }) =>
  by.call(teamCalls.change, { params: { id }, body })

const remove = (by: SignedIn, id: string) => by.call(teamCalls.remove, { params: { id } })

const listTeam = () => admin.call(teamCalls.list, {})

/** What a token is worth, as a status. */
async function statusOf(token: string, path = '/api/auth/me'): Promise<number> {
  const response = await fetch(`${capline.address}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return response.status
}

describe('adding a member', () => {
  test('takes what is left out to be a viewer who may sign in', async () => {
    const telegramId = freshId()
    const member = await add({ telegramId })
    expect(member).toEqual({
      _id: member._id,
      telegramId,
      handle: null,
      alias: null,
      role: 'viewer',
      loginEnabled: true,
    })
    expect(await listTeam()).toContainEqual(member)
  })

  test('trims the alias, drops an empty one, and keeps the handle without its @', async () => {
    const member = await add({ telegramId: freshId(), handle: ' @Grace_H ', alias: '  Grace ', role: 'editor' })
    expect(member).toMatchObject({ handle: 'Grace_H', alias: 'Grace', role: 'editor' })
    expect(await add({ telegramId: freshId(), handle: '', alias: '   ' })).toMatchObject({ handle: null, alias: null })
  })

  test.each([
    [{ telegramId: '' }, 'telegramId', 'Telegram ID required'],
    [{ telegramId: '  ' }, 'telegramId', 'Telegram ID required'],
    [{ telegramId: '@ada' }, 'telegramId', words.telegramId],
    [{ telegramId: '-100' }, 'telegramId', words.telegramId],
    [{ telegramId: '1', handle: '12345' }, 'handle', words.handle],
    [{ telegramId: '1', handle: 'two words' }, 'handle', words.handle],
    [{ telegramId: '1', alias: 'A'.repeat(201) }, 'alias', words.alias],
  ])('refuses %j at its field', async (body, path, message) => {
    const refusal = await refusalOf(add(body))
    expect(refusal.status).toBe(400)
    expect(refusal.details.errors).toEqual([{ path, message }])
  })

  test('refuses a role that there is none of, and a right that is no yes or no', async () => {
    const response = await fetch(`${capline.address}/api/team-members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ telegramId: '1', role: 'owner', loginEnabled: 'yes' }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ path: 'role' }, { path: 'loginEnabled' }] })
  })

  test('names who has the Telegram id, and who has the handle, however it is written', async () => {
    const telegramId = freshId()
    const ada = await add({ telegramId, handle: 'Ada_L', alias: 'Ada' })
    const byId = await refusalOf(add({ telegramId, handle: 'somebody_else' }))
    expect([byId.status, byId.message]).toEqual([409, `Telegram ID ${telegramId} already belongs to Ada.`])
    const byHandle = await refusalOf(add({ telegramId: freshId(), handle: '@ADA_l' }))
    expect([byHandle.status, byHandle.message]).toEqual([409, 'The handle @Ada_L already belongs to Ada.'])
    expect(byHandle.details).toMatchObject({ current: ada, errors: [{ path: 'handle' }] })
  })

  test('adds one of many who come with one Telegram id at the same time', async () => {
    const telegramId = freshId()
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => add({ telegramId })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tries.every((each) => each.status === 'fulfilled' || isRefusal(each.reason, 409))).toBe(true)
  })
})

describe('changing a member', () => {
  test('changes what is named and nothing else', async () => {
    const member = await add({ telegramId: freshId(), handle: 'lin_x', alias: 'Lin' })
    expect(await change(admin, member._id, { role: 'editor' })).toEqual({ ...member, role: 'editor' })
    expect(await change(admin, member._id, { alias: '  ' })).toEqual({ ...member, role: 'editor', alias: null })
    expect(await change(admin, member._id, {})).toEqual({ ...member, role: 'editor', alias: null })
  })

  test('acts on the next request: a new role, a right to sign in that is gone, a removal', async () => {
    const editor = await capline.signIn('editor')
    expect(await statusOf(editor.token, '/api/team-members')).toBe(403)
    await change(admin, editor.member._id, { role: 'admin' })
    expect(await statusOf(editor.token, '/api/team-members')).toBe(200)
    await change(admin, editor.member._id, { loginEnabled: false })
    expect(await statusOf(editor.token)).toBe(401)
    // Ended is ended: the old token does not come back with the right.
    await change(admin, editor.member._id, { loginEnabled: true })
    expect(await statusOf(editor.token)).toBe(401)
    const other = await capline.signIn('viewer')
    await remove(admin, other.member._id)
    expect(await statusOf(other.token)).toBe(401)
  })

  test.each([
    ['is shut out', (id: string) => change(admin, id, { loginEnabled: false })],
    ['is removed', (id: string) => remove(admin, id)],
    ['is signed out', (id: string) => admin.call(sessionCalls.endOfMember, { params: { id } })],
  ])('ends the event stream of who %s, at once', async (_name, act) => {
    const { token, member } = await capline.signIn('viewer')
    const response = await fetch(`${capline.address}/api/events`, { headers: { authorization: `Bearer ${token}` } })
    const text = response.text()
    await act(member._id)
    expect(await text).toContain(': listening')
  })

  test('of somebody who is gone is a 404', async () => {
    for (const call of [() => change(admin, 'nobody', { role: 'editor' }), () => remove(admin, 'nobody')]) {
      const refusal = await refusalOf(call())
      expect([refusal.status, refusal.message]).toEqual([404, words.notFound])
    }
  })
})

describe('the last admin', () => {
  /** Admins who may sign in: these and nobody else. */
  async function reign(count: number): Promise<SignedIn[]> {
    const admins = await Promise.all(Array.from({ length: count }, () => capline.signIn('admin')))
    const others = (await listTeam()).filter(({ _id }) => !admins.some(({ member }) => member._id === _id))
    await capline.db
      .updateTable('members')
      .set({ role: 'editor' })
      .where('id', 'in', [...others.map(({ _id }) => _id), 'nobody'])
      .where('role', '=', 'admin')
      .execute()
    const [first] = admins
    if (first) admin = first
    return admins
  }

  test('is not removed, demoted or locked out, also where others are locked out already', async () => {
    const [last] = await reign(1)
    if (!last) throw new Error('nobody reigns')
    const locked = await insertMember(capline.db, { role: 'admin', loginEnabled: false })
    const { _id } = last.member
    for (const call of [
      () => remove(last, _id),
      () => change(last, _id, { role: 'viewer' }),
      () => change(last, _id, { loginEnabled: false }),
      () => change(last, _id, { role: 'editor', loginEnabled: false, alias: 'X' }),
    ]) {
      const refusal = await refusalOf(call())
      expect([refusal.status, refusal.message]).toEqual([409, words.lastAdmin])
    }
    expect(await statusOf(last.token, '/api/team-members')).toBe(200)
    expect((await listTeam()).find((member) => member._id === _id)).toMatchObject({ role: 'admin', alias: null })
    // Who cannot let anybody in can go.
    await remove(last, locked._id)
  })

  test.each([
    ['remove', (by: SignedIn, id: string) => remove(by, id)],
    ['demote', (by: SignedIn, id: string) => change(by, id, { role: 'editor' })],
    ['lock out', (by: SignedIn, id: string) => change(by, id, { loginEnabled: false })],
  ])('stays when admins %s each other and themselves at the same time', async (_name, act) => {
    for (const count of [2, 2, 2, 2, 5]) {
      const admins = await reign(count)
      const tries = admins.flatMap((by) => admins.map((other) => act(by, other.member._id)))
      await Promise.allSettled(tries)
      const left = await capline.db
        .selectFrom('members')
        .select('id')
        .where('role', '=', 'admin')
        .where('login_enabled', '=', true)
        .execute()
      expect(left).toHaveLength(1)
      const ids = new Set(left.map(({ id }) => id))
      admin = admins.find(({ member }) => ids.has(member._id)) ?? admin
    }
  })
})

test('the history says who did what, old and new', async () => {
  const member = await add({ telegramId: freshId(), alias: 'Kim' })
  await change(admin, member._id, { role: 'editor' })
  await change(admin, member._id, { role: 'editor' })
  await remove(admin, member._id)
  const history = await admin.call(teamCalls.listHistory, { query: { id: member._id } })
  const changed: TeamMember = { ...member, role: 'editor' }
  expect(history.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: 'member.removed', before: changed, after: null },
    { action: 'member.changed', before: member, after: changed },
    { action: 'member.added', before: null, after: member },
  ])
  expect(history.every(({ actor }) => actor === `@${admin.member.handle}`)).toBe(true)
  expect((await admin.call(teamCalls.listHistory, { query: {} })).slice(0, 3)).toEqual(history)
})

test('none of it is for editors and viewers', async () => {
  for (const role of ['editor', 'viewer'] as const) {
    const { call } = await capline.signIn(role)
    for (const refused of [
      () => call(teamCalls.list, {}),
      () => call(teamCalls.add, { body: { telegramId: freshId() } }),
      () => call(teamCalls.change, { params: { id: admin.member._id }, body: { role: 'viewer' } }),
      () => call(teamCalls.remove, { params: { id: admin.member._id } }),
      () => call(teamCalls.listHistory, { query: {} }),
    ]) {
      expect((await refusalOf(refused())).status).toBe(403)
    }
  }
})

function isRefusal(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}
