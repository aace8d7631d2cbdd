import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTelegram } from './server.ts'

const TOKEN = '700100:test-token'
const ADA = 5001
const world = {
  people: [{ id: ADA, first_name: 'Ada', started: true }],
  groups: [{ id: -7, title: 'Caps', members: [ADA] }],
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capline-telegram-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (lines: string[] = []) =>
  startTelegram({
    token: TOKEN,
    now: () => Date.now(),
    stateFile: join(folder, 'state', 'telegram.json'),
    log: (line) => lines.push(line),
  })

async function updates(root: string): Promise<unknown> {
  return (await fetch(`${root}/bot${TOKEN}/getUpdates?allowed_updates=["message"]`)).json()
}

it('keeps chats, messages and unread updates over a restart, and numbers on', async () => {
  const first = await start()
  await updates(first.root)
  first.plant(world)
  const said = first.say(ADA, ADA, '/today')
  first.setBlocked(ADA, true)
  await first.close()

  const second = await start()
  second.plant(world)
  expect(second.messages(ADA)).toEqual([said])
  expect(second.chats().find(({ chat }) => chat.id === ADA)).toMatchObject({ started: true, bot: 'kicked' })
  expect(await updates(second.root)).toMatchObject({ result: [{ message: said }] })
  expect(second.say(-7, ADA, 'next').message_id).toBeGreaterThan(said.message_id)
  await second.close()
})

it('writes by itself, soon, so that a kill loses little', async () => {
  const first = await start()
  first.plant(world)
  first.say(ADA, ADA, 'kept')
  await expect.poll(() => readdirSync(folder, { recursive: true })).toContain(join('state', 'telegram.json'))
  const second = await start()
  expect(second.messages(ADA)).toMatchObject([{ text: 'kept' }])
  await Promise.all([first.close(), second.close()])
})

it('goes on where its state cannot be written, and writes all once it can', async () => {
  const lines: string[] = []
  const first = await start(lines)
  const place = join(folder, 'state')
  writeFileSync(place, 'in the way')
  first.plant(world)
  first.say(ADA, ADA, 'early')
  await expect.poll(() => lines.join()).toContain('the state cannot be written')
  rmSync(place)
  first.say(ADA, ADA, 'late')
  await expect.poll(() => readdirSync(folder, { recursive: true })).toContain(join('state', 'telegram.json'))
  const second = await start()
  expect(second.messages(ADA)).toMatchObject([{ text: 'early' }, { text: 'late' }])
  await Promise.all([first.close(), second.close()])
})

it('puts an unreadable state aside', async () => {
  const lines: string[] = []
  const file = join(folder, 'telegram.json')
  writeFileSync(file, '{"half":')
  const telegram = await startTelegram({
    token: TOKEN,
    now: () => Date.now(),
    stateFile: file,
    log: (line) => lines.push(line),
  })
  expect(telegram.chats()).toEqual([])
  expect(lines.join()).toContain('cannot be read')
  await telegram.close()
  expect(readdirSync(folder)).toEqual(['telegram.json', 'telegram.json.unreadable'])
})

async function firstIdAt(now: number): Promise<number> {
  const telegram = await startTelegram({ token: TOKEN, now: () => now })
  telegram.plant(world)
  const { message_id } = telegram.say(ADA, ADA, 'x')
  await telegram.close()
  return message_id
}

it('numbers higher after a restart without state', async () => {
  const ids = await Promise.all([1_790_000_000_000, 1_790_000_010_000].map(firstIdAt))
  expect(ids[1]).toBeGreaterThan(ids[0] ?? Infinity)
})

it('says when its port is taken', async () => {
  const first = await start()
  const port = Number(new URL(first.root).port)
  await expect(startTelegram({ token: TOKEN, port, now: () => Date.now() })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await first.close()
})
