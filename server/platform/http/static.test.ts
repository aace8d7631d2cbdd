import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { httpTexts } from '#contract/texts/http.ts'
import { createLog } from '#platform/log.ts'
import { createServer } from './server.ts'
import { serveWeb } from './static.ts'

test('an address that leads out of the folder of the web is one that nothing stands at', async () => {
  const root = await mkdtemp(join(tmpdir(), 'capline-web-'))
  await writeFile(join(root, 'index.html'), 'the page')
  const log = createLog('silent', { pretty: false })
  const limits = {
    trustProxy: null,
    publicUrl: null,
    callsPerMinute: 100,
    keyCallsPerMinute: 100,
    openCallsPerMinute: 100,
  }
  const app = await createServer({ ...limits, log, requestLog: log })
  await serveWeb(app, root)
  for (const path of ['/caps', '/day//full?x=//', '/payouts/1/statements/brand.com'])
    expect((await app.inject(path)).body).toBe('the page')
  for (const path of [
    '/assets/..%5c..%5cpackage.json',
    '/..%2f..%2fpackage.json',
    '/a%00b.js',
    '/assets/old/page.js',
    '/none.png',
    '/api//caps',
    '//host/caps',
  ]) {
    const answer = await app.inject(path)
    expect([answer.statusCode, answer.json()]).toEqual([404, { message: httpTexts.notFound }])
  }
  await app.close()
  await rm(root, { recursive: true })
})
