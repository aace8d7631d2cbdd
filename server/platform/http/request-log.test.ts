import { expect, test } from 'vitest'
import { z } from 'zod'
import { suggestionCalls } from '#contract/suggestions.ts'
import { teamCalls } from '#contract/team.ts'
import { addSink, createLog } from '#platform/log.ts'
import { startTestCapline } from '#testing/capline.ts'
import { refusalOf } from '#testing/refusal.ts'
import { createServer } from './server.ts'

test('what was asked of suggestions stands in the area of suggestions', async () => {
  const lines: string[] = []
  const capline = await startTestCapline({ onLog: (line) => void lines.push(line) })
  const editor = await capline.signIn('editor')
  await editor.call(suggestionCalls.sweep, {})
  const findEntry = () => lines.find((line) => line.includes('POST /api/suggestions/sweep answered'))
  await expect.poll(findEntry).toBeDefined()
  expect(JSON.parse(findEntry() ?? '')).toMatchObject({ area: 'ai', memberId: editor.member._id })
  await capline.close()
})

test('what a member is refused is told, however much of strangers was told in the same minute', async () => {
  const lines: string[] = []
  const capline = await startTestCapline({
    environment: { TRUST_PROXY: '127.0.0.1' },
    onLog: (line) => void lines.push(line),
  })
  const { call, member } = await capline.signIn('viewer')
  const knock = (index: number) =>
    fetch(`${capline.address}/api/auth/me`, { headers: { 'x-forwarded-for': `10.6.${index >> 8}.${index & 255}` } })
  await Promise.all(Array.from({ length: 150 }, (_, index) => knock(index)))
  const told = () => lines.filter((line) => line.includes('GET /api/auth/me answered 401'))
  await expect.poll(() => told().length).toBe(100)
  expect(await refusalOf(call(teamCalls.list, {}))).toMatchObject({ status: 403 })
  await expect.poll(() => lines.some((line) => line.includes('answered 403') && line.includes(member._id))).toBe(true)
  await capline.close()
})

test('what a stranger is refused again in the same minute is not printed again', async () => {
  const lines: string[] = []
  const log = createLog('silent', { pretty: false })
  addSink(log, { write: (line) => void lines.push(line) })
  const limits = {
    trustProxy: null,
    publicUrl: null,
    callsPerMinute: 100,
    keyCallsPerMinute: 100,
    openCallsPerMinute: 100,
  }
  const app = await createServer({ ...limits, log, requestLog: log })
  app.get('/api/open', () => 'read')
  for (const path of ['/api/nothing', '/api/nothing', '/api/other', '/api/open', '/api/open']) await app.inject(path)
  await app.close()
  expect(lines.map((line) => z.object({ status: z.number() }).parse(JSON.parse(line)).status)).toEqual([404, 200, 200])
})
