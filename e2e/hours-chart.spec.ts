import { plant } from './analytics-page.ts'
import { expect, test } from './capline.ts'

test('the hours below a chart are as far from each other as the first two, on a desk and on a phone', async ({
  page,
  capline,
  signIn,
}) => {
  await signIn('admin')
  await plant(capline)
  for (const width of [1400, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/analytics?mode=daily&chart=area')
    const labels = page.locator('.recharts-xAxis-tick-labels text')
    await labels.nth(2).waitFor()
    const hours = (await labels.allTextContents()).map((label) => Number.parseInt(label, 10))
    const [first = 0, second = 0] = hours
    expect(second).toBeGreaterThan(first)
    expect(hours).toEqual(hours.map((_, index) => first + index * (second - first)))
  }
})
