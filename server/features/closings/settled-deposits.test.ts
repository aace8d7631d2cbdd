import { afterAll, beforeAll, expect, test } from 'vitest'
import { closingTexts } from '#contract/texts/closings.ts'
import { startTestCapline, type TestCapline } from '#testing/capline.ts'
import { closeWeeks } from '#testing/closed-weeks.ts'
import { readPayoutCases } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let weeks: ReturnType<typeof closeWeeks>

const refused = { status: 409, message: closingTexts.settled }

beforeAll(async () => {
  capline = await startTestCapline()
  const admin = await capline.signIn('admin')
  weeks = closeWeeks(admin)
  const example = readPayoutCases().find(({ name }) => name === '21-settled-with-their-deal')
  if (!example) throw new Error('the case is gone')
  await plantPayoutCase(capline, admin, example)
})
afterAll(() => capline.close())

test('where earlier leads are settled, a deposit that other weeks count on is not edited', async () => {
  const next = await weeks.freeze({ start: '2026-03-09', end: '2026-03-15' })
  const edit = (id: string) => weeks.editDeposit(next, { connector: 'main', id }, null)
  // d1 adds nothing to the guarantee of c0 and d2 does: without d1, d2 would not.
  expect(await refusalOf(edit('d1'))).toMatchObject(refused)
  expect(await refusalOf(edit('d2'))).toMatchObject(refused)
  // Its lead is a duplicate: it counts as reported.
  const { adjustments } = await edit('d3')
  expect(adjustments).toMatchObject([{ depositId: 'd3', amount: -250 }])

  const week = await weeks.freeze({ start: '2026-03-02', end: '2026-03-08' })
  // The conversion of c00 of 6 March: d6 is settled against it.
  expect(await refusalOf(weeks.editDeposit(week, { connector: 'main', id: 'd0' }, 5))).toMatchObject(refused)
})
