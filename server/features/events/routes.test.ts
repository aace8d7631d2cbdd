import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capCalls } from '#contract/caps.ts'
import { sessionCalls } from '#contract/sessions.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { refusalOf } from '#testing/refusal.ts'
import { mountEvents } from './routes.ts'
import type { EventHub } from './service.ts'

let capline: TestCapline
let editor: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  editor = await capline.signIn('editor')
  await insertAdvertiser(capline.db)
})
afterAll(() => capline.close())

/** Opens the stream and gives its text, piece by piece. */
async function listen(token: string): Promise<AsyncIterator<string>> {
  const response = await fetch(`${capline.address}/api/events`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('content-encoding')).toBeNull()
  if (!response.body) throw new Error('a stream without a body')
  return response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
}

test('an open screen hears of a change as soon as it is committed', async () => {
  const stream = await listen(editor.token)
  expect((await stream.next()).value).toContain(': listening')
  await editor.call(capCalls.create, { body: buildCapDraft() })
  const { value } = await stream.next()
  expect(value).toBe('data: {"topic":"caps","days":["2026-11-21"]}\n\n')
  await stream.return?.()
})

test('what was refused is not told', async () => {
  const stream = await listen(editor.token)
  await stream.next()
  await refusalOf(editor.call(capCalls.create, { body: buildCapDraft({ advertiserId: 'nobody' }) }))
  await editor.call(capCalls.create, { body: buildCapDraft({ date: '2026-12-24' }) })
  expect((await stream.next()).value).toContain('2026-12-24')
  await stream.return?.()
})

test.each<[string, string, (of: SignedIn, by: SignedIn) => Promise<unknown>]>([
  [
    'an admin ends all sessions of a member',
    'AT',
    (of, by) => by.call(sessionCalls.endOfMember, { params: { id: of.member._id } }),
  ],
  [
    'a member ends one of their own',
    'CH',
    async (of) => {
      const [session] = await of.call(sessionCalls.listOwn, {})
      return of.call(sessionCalls.endOne, { params: { id: session?.id ?? '' } })
    },
  ],
])('an open screen hears that %s', async (_name, geo, end) => {
  const [of, by] = [await capline.signIn('viewer'), await capline.signIn('admin')]
  const stream = await listen(by.token)
  await stream.next()
  await end(of, by)
  const { date } = await editor.call(capCalls.create, { body: buildCapDraft({ date: '2026-12-26', geo }) })
  let heard = ''
  while (!heard.includes(date)) heard += (await stream.next()).value
  expect(heard).toContain('data: {"topic":"team","days":null}\n\n')
  await stream.return?.()
})

test('a stranger hears nothing', async () => {
  const response = await fetch(`${capline.address}/api/events`)
  expect(response.status).toBe(401)
})

test('nothing is written behind the end of a stream', async () => {
  const app = fastify()
  const subscribed = Promise.withResolvers<Parameters<EventHub['subscribe']>>()
  const hub: EventHub = {
    subscribe(...subscriber) {
      subscribed.resolve(subscriber)
      return () => undefined
    },
    count: () => 1,
    close: () => undefined,
  }
  const find = async () => editor.member
  mountEvents(app, { hub, admit: find, authenticate: find })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const text = fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${editor.token}` } }).then(
    (response) => response.text(),
  )
  const [tell, end] = await subscribed.promise
  tell({ topic: 'caps', days: null })
  end()
  tell({ topic: 'settings', days: null })
  expect(await text).toBe(': listening\n\ndata: {"topic":"caps","days":null}\n\n')
  await app.close()
})
