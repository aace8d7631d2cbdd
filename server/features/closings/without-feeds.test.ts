import { expect, test } from 'vitest'
import { closingTexts } from '#contract/texts/closings.ts'
import { uploadCalls } from '#contract/uploads.ts'
import { startTestCapline } from '#testing/capline.ts'
import { closeWeeks } from '#testing/closed-weeks.ts'
import { refusalOf } from '#testing/refusal.ts'

const FILE = `Lead ID,Created,Country,Affiliate,Broker,FTD,FTD date,Payout
1,2026-03-02 10:00,DE,44,B-1,1,2026-03-03 09:00,600`

test('a team whose leads all come in files closes its weeks, by what was read once they were over', async () => {
  const capline = await startTestCapline({ environment: { LEAD_API_URL: '', LEAD_API_TOKEN: '' } })
  try {
    const admin = await capline.signIn('admin')
    const query = { fileName: 'march.csv' }
    const { _id, mapping } = await admin.call(uploadCalls.add, { query, body: new TextEncoder().encode(FILE) })
    await admin.call(uploadCalls.save, { params: { id: _id }, body: { name: 'march', mapping } })
    const saved = async () => (await admin.call(uploadCalls.list, {})).find((upload) => upload._id === _id)?.state
    await expect.poll(saved).toBe('saved')
    const weeks = closeWeeks(admin)
    const week = { start: '2026-03-02', end: '2026-03-08' }
    const report = await weeks.calculate(week)
    const setBegin = (started_at: string) => capline.db.updateTable('payout_reports').set({ started_at }).execute()
    // What it read may be older than the end of the last day, though it was ready after it.
    await setBegin('2026-03-08T21:59:59Z')
    expect(await refusalOf(weeks.freezeReport(report))).toMatchObject({ status: 409, message: closingTexts.tooEarly })
    await setBegin('2026-03-08T22:00:00Z')
    expect(await weeks.freezeReport(report)).toMatchObject({ state: 'frozen', totalDue: 600 })
  } finally {
    await capline.close()
  }
})
