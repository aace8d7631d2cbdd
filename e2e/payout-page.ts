import type { Page } from '@playwright/test'
import { payoutTexts } from '#contract/texts/payouts.ts'
import type { SignedIn, TestCapline } from '#testing/capline.ts'
import { readPayoutCases } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { expect } from './capline.ts'

/** #44 is owed $1,350, #51 $2,450 and #77 $95, which no deal pays for. */
const SEVERAL = '13-several-affiliates'
export const PAYOUTS = '/payouts?range=custom&start=2026-03-02&end=2026-03-08'

/** Plants the rows of a golden case, and has their week calculated on its page. */
export async function calculate(page: Page, capline: TestCapline, admin: SignedIn, wanted = SEVERAL): Promise<void> {
  const example = readPayoutCases().find(({ name }) => name === wanted)
  if (!example) throw new Error('the case is gone')
  await plantPayoutCase(capline, admin, example)
  await page.goto(PAYOUTS)
  await page.getByRole('button', { name: 'Queue calculation' }).first().click()
  const state = page.getByRole('status').filter({ hasText: /^Calculation/ })
  await expect(state).toContainText(payoutTexts.states.success)
}
