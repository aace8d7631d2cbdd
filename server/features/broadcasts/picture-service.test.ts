import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { broadcastCalls } from '#contract/broadcasts.ts'
import { addMilliseconds, DAY, formatInstant, HOUR } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { newId } from '#platform/db/ids.ts'
import { removeExpired, RETENTION } from '#platform/db/retention.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { PATIENCE } from '#testing/patience.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let anna: SignedIn

const SOLAR = -1_000_820_001
const WIND = -1_000_820_002

beforeAll(async () => {
  capline = await startTestCapline({ environment: { ROLES: 'web,worker,bot' } })
  const groups = [
    { id: SOLAR, title: 'Solar' },
    { id: WIND, title: 'Wind' },
  ]
  capline.telegram.plant({ groups })
  anna = await capline.signIn('admin')
})

afterAll(() => capline.close())

beforeEach(async () => {
  for (const table of ['broadcasts', 'broadcast_pictures', 'outbox', 'advertisers'] as const) {
    await capline.db.deleteFrom(table).execute()
  }
})

async function addAdvertiser(key: string, name: string, groups: readonly number[]): Promise<void> {
  const id = newId()
  await capline.db.insertInto('advertisers').values({ id, advertiser_id: key, name }).execute()
  const rows = groups.map((group) => ({ advertiser: id, group_id: String(group) }))
  await capline.db.insertInto('advertiser_groups').values(rows).execute()
}

const send = (body: object) =>
  anna.call(broadcastCalls.send, { body: { audience: 'advertisers', message: 'Look', parseMode: 'HTML', ...body } })

describe('a picture from the disk', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const add = (bytes: Buffer) => anna.call(broadcastCalls.addPicture, { body: Uint8Array.from(bytes) })

  test('goes to each chat with its caption: once as a file, then by the name that Telegram gave it', async () => {
    await addAdvertiser('B-1', 'Nord', [WIND])
    await addAdvertiser('B-2', 'Sued', [SOLAR])
    // Longer than the sender waits before it calls for the next.
    capline.telegram.addFault({ method: 'sendPhoto', kind: 'delay', ms: 1_500, times: 1 })
    const { id: pictureId } = await add(png)
    const { id } = await send({ pictureId, message: 'Look, {{advertiserName}}', requestId: 'one' })
    const read = () => anna.call(broadcastCalls.read, { params: { id } })
    await expect.poll(async () => (await read()).counts).toMatchObject({ sent: 2, failed: 0 })
    const sent = [WIND, SOLAR].map((chat) => capline.telegram.messages(chat).find(({ photo }) => photo))
    expect(sent.map((message) => message?.caption)).toEqual(['Look, Nord', 'Look, Sued'])
    expect(sent[0]?.photo?.[0]?.url).toMatch(/^upload:/)
    expect(sent[1]?.photo?.[0]?.url).toBe(sent[0]?.photo?.[0]?.url)
    const { telegram_file_id: fileId } = await capline.db
      .selectFrom('broadcast_pictures')
      .select('telegram_file_id')
      .executeTakeFirstOrThrow()
    expect(fileId).toBe(sent[0]?.photo?.[0]?.file_id)
    await send({ pictureId, message: 'Again' })
    await capline.telegram.waitForMessage(WIND, ({ caption }) => caption === 'Again', PATIENCE)
    expect(capline.telegram.calls({ method: 'sendPhoto', chatId: WIND }).at(-1)?.body).toMatchObject({ photo: fileId })
    const description = 'Bad Request: wrong file identifier/HTTP URL specified'
    capline.telegram.addFault({ method: 'sendPhoto', kind: 'error', status: 400, description, chatId: WIND, times: 1 })
    await send({ pictureId, message: 'Anew' })
    const anew = await capline.telegram.waitForMessage(WIND, ({ caption }) => caption === 'Anew', PATIENCE)
    expect(anew.photo?.[0]?.url).toMatch(/^upload:/)
    expect(await refusalOf(send({ message: 'Look, {{advertiserName}}', requestId: 'one' }))).toMatchObject({
      status: 409,
    })
  })

  test('is kept as long as a message has it, and else for a day', async () => {
    await addAdvertiser('B-1', 'Nord', [WIND])
    const [{ id: used }, { id: unused }] = await Promise.all([add(png), add(png)])
    await send({ pictureId: used, sendAt: formatInstant(addMilliseconds(systemClock.now(), HOUR)) })
    const kept = async () =>
      (await capline.db.selectFrom('broadcast_pictures').select('id').execute()).map(({ id }) => id)
    const rule = RETENTION.find(({ table }) => table === 'broadcast_pictures')
    if (!rule) throw new Error('pictures stay for ever')
    const removeAfter = (milliseconds: number) =>
      removeExpired(capline.db, rule, addMilliseconds(systemClock.now(), milliseconds), AbortSignal.timeout(10_000))
    await removeAfter(HOUR)
    expect(await kept()).toEqual(expect.arrayContaining([used, unused]))
    await removeAfter(2 * DAY)
    expect(await kept()).toEqual([used])
  })

  test('that Telegram would refuse is refused when it is chosen, and one that is gone when it is sent', async () => {
    await addAdvertiser('B-1', 'Nord', [WIND])
    expect(await refusalOf(add(Buffer.from('%PDF-1.7')))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/JPEG or PNG/),
    })
    expect(await refusalOf(add(Buffer.alloc(5 * 1024 * 1024 + 1)))).toMatchObject({
      status: 413,
      message: expect.stringMatching(/5 MB/),
    })
    expect(await refusalOf(send({ pictureId: 'gone' }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/no longer kept/),
    })
    const { id: pictureId } = await add(png)
    const both = { pictureId, photoUrl: 'https://example.org/a.png' }
    expect(await refusalOf(send(both))).toMatchObject({ status: 400, message: expect.stringMatching(/one image/) })
    expect(await refusalOf(send({ pictureId, message: 'x'.repeat(1_025) }))).toMatchObject({
      message: expect.stringMatching(/1024 characters/),
    })
  })
})
