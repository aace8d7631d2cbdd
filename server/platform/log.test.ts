import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addSink, createLog, inArea, withRequestId, type Log } from './log.ts'

function listen(level = 'silent'): { log: Log; lines: string[] } {
  const log = createLog(level, { pretty: false })
  const lines: string[] = []
  addSink(log, { write: (line) => void lines.push(line) })
  return { log, lines }
}

test('a sink takes entries from level info on, whatever the level of the output', () => {
  const { log, lines } = listen()
  log.debug('no')
  log.info('yes')
  log.child({ area: 'bot' }).warn('also of children')
  expect(lines.map((line) => /"msg":"(.*)"/.exec(line)?.[1])).toEqual(['yes', 'also of children'])
})

test('what is logged while a request runs carries its id, also later, and nothing else does', async () => {
  const { log, lines } = listen()
  const { log: area } = inArea({ log }, 'auth')
  await withRequestId('request-1', async () => {
    await Promise.resolve()
    area.info('during')
    await new Promise((resolve) =>
      setImmediate(() => {
        area.info('after')
        resolve(null)
      }),
    )
  })
  area.info('outside')
  expect(lines.map((line) => line.includes('"requestId":"request-1"'))).toEqual([true, true, false])
})

test.each<[string, object]>([
  ['a field named token', { token: 'canary' }],
  ['a field named token, deep', { settings: [{ botToken: 'canary' }] }],
  ['a field named token, of a map', { settings: new Map([['token', 'canary']]) }],
  ['a password', { user: { password: 'canary' } }],
  ['a header', { headers: { authorization: 'Bearer canary' } }],
  ['a one-time code', { body: { code: 'canary' } }],
  ['an API key in a text', { path: '/api/capline_0a1B2c3D_canary00canary00canary00canary0000000000/x' }],
  ['a bearer token in a text', { detail: 'sent Bearer canary-canary-canary' }],
  ["a bot's token in an address", { url: 'https://api.telegram.org/bot100000:canary-canary-canary/getMe' }],
  ['a password in an address', { url: 'postgres://capline:canary@db.example.org/capline' }],
  ['an e-mail', { reason: 'createdAt is not an instant: "j.canary@example.org"' }],
  ['an e-mail in an error', { err: new Error('no such lead: jo+canary@mail.example.org') }],
  ['bytes', { sealed: Buffer.from('canary'), other: Buffer.from('canary') }],
  [
    'what a driver hangs on its errors',
    { err: Object.assign(new Error('no'), { parameters: ['canary'], client: {} }) },
  ],
  ['the cause of an error', { err: new Error('no', { cause: new Error('Bearer canary-canary') }) }],
  ['one of several errors', { err: new AggregateError([new Error('Bearer canary-canary')], 'no') }],
])('%s is in no entry', (_name, fields) => {
  const { log, lines } = listen()
  log.warn(fields, 'told')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('canary')
})

test('what went wrong is still told', () => {
  const { log, lines } = listen()
  const cause = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })
  log.error({ err: new Error('cannot write', { cause }), token: null }, 'failed')
  const entry: unknown = JSON.parse(lines[0] ?? '')
  expect(entry).toMatchObject({
    token: null,
    err: { type: 'Error', message: 'cannot write', cause: { message: 'connect refused', code: 'ECONNREFUSED' } },
  })
  expect(lines[0]).toContain('log.test.ts')
})

test('what points to itself is told as far as it is of use', () => {
  const { log, lines } = listen()
  const loop: Record<string, unknown> = {}
  loop['self'] = loop
  log.info({ loop }, 'told')
  expect(lines[0]).toContain('[deep]')
})

test('a disk that takes no more lines fails nothing, and keeps no process from ending', async () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)})
    const log = createLog('info', { pretty: false })
    for (let line = 0; line < 3; line++) {
      log.info('told')
      log.info('and more at once')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
    timeout: 60_000,
  })
  expect(await once(child, 'exit')).toEqual([0, null])
})
