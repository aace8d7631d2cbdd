import { expect, test } from 'vitest'
import { startTestCapline } from '#testing/capline.ts'
import { closeWeeks } from '#testing/closed-weeks.ts'

test('a team whose leads all come in files closes its weeks', async () => {
  const capline = await startTestCapline({ environment: { LEAD_API_URL: '', LEAD_API_TOKEN: '' } })
  const weeks = closeWeeks(await capline.signIn('admin'))
  expect(await weeks.freeze({ start: '2026-03-02', end: '2026-03-08' })).toMatchObject({ state: 'frozen', totalDue: 0 })
  await capline.close()
})
