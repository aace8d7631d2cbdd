import { suggestionTexts } from '#contract/texts/suggestions.ts'
import { createTestClock } from '#testing/clock.ts'
import { startTestCapline } from '#testing/capline.ts'
import { addCap, plantHistory, setSetting } from '#testing/suggestions.ts'
import { expectAccessible } from './axe.ts'
import { expect, test as base } from './capline.ts'
import { expectLegible } from './fit.ts'
import { loseNextAnswer } from './lost-answer.ts'

const NOON = '2026-11-21T11:00:00Z'

/** A product at noon of a day whose like it has seen for weeks: ten leads an hour. */
const test = base.extend({
  capline: async ({ postgres }, use) => {
    const capline = await startTestCapline({ database: await postgres.createDatabase(), clock: createTestClock(NOON) })
    await capline.sync()
    await setSetting(capline.db, 'timezone', 'Europe/Berlin')
    await plantHistory(capline.db, '2026-11-21T10:55:00Z', [
      { source: '44', leadsAnHour: 10 },
      { source: '9', leadsAnHour: 6, leadsAnHourToday: 0 },
    ])
    // At a fixed hour of each of eight days; the end of six of them was within what had been foretold.
    await capline.database.pool.query(
      `insert into told_bands select day, 12, day, 0, case when day > '2026-11-18' then 1 else 1000 end, '{}', '{}', '{}'
       from delivered_by_broker where day between '2026-11-13' and '2026-11-20' group by day`,
    )
    await use(capline)
    await capline.close()
  },
})

test('what will happen today stands on the board, and what to do about it is one press away', async ({
  capline,
  page,
  signIn,
  consoleNoise,
}) => {
  await addCap(capline.db, { cap: 60 })
  await addCap(capline.db, { cap: 500, source: '9' })
  const editor = await signIn('editor')
  await page.clock.setFixedTime(NOON)
  await page.goto('/')
  const panel = page.getByRole('region', { name: 'Suggestions' })
  const toggle = page.getByRole('button', { name: /^Suggestions/ })
  const card = page.getByRole('article', { name: /source 44/ })
  await expect(card.getByText(/^Fills\sat\s1\d:\d\d \(1\d:\d\d\sto\s1\d:\d\d\)$/)).toBeVisible()
  await expect(page.getByRole('article', { name: /source 9/ }).getByText(/^About\s\d+.* by\smidnight$/)).toBeVisible()
  await expect(page.getByRole('definition').getByText(/^About \d+ \(\d+ to \d+\)/)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Total leads today' })).toHaveAttribute(
    'aria-valuetext',
    /About \d+ \(\d+ to \d+\) by midnight, hit rate 75%$/,
  )

  await toggle.click()
  await expect(panel.getByText(suggestionTexts.off)).toBeVisible()
  await panel.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText(suggestionTexts.requestedUntold)).toBeVisible()
  await expect(panel.getByText(suggestionTexts.noGroup)).toBeVisible()
  const raise = panel.getByRole('article').filter({ hasText: /DE \/ source 44.*Raise #44 to \d+/ })
  await expect(raise.getByRole('img', { name: /leads by 12:00, a cap of 60/ })).toBeVisible()
  await expectAccessible(page)

  const apply = raise.getByRole('button', { name: /^Raise to \d+$/ })
  const raised = /\d+/.exec((await apply.textContent()) ?? '')?.[0] ?? ''
  await apply.click()
  await expect(raise.getByText(`Applied by @${editor.member.handle}`)).toBeVisible()
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuetext', new RegExp(`of ${raised}$`))
  await raise.getByRole('button', { name: 'Undo' }).click()
  await expect(raise.getByText('Undone by')).toBeVisible()
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /of 60$/)

  const silent = panel.getByRole('article').filter({ hasText: 'source 9' }).first()
  consoleNoise.allow(/net::ERR_FAILED/)
  await loseNextAnswer(page, '**/api/suggestions/*/dismiss')
  const lost = page.waitForEvent('requestfailed')
  await silent.getByRole('button', { name: 'Dismiss' }).click()
  await lost
  await expect(silent.getByText('Dismissed by')).toBeVisible()
  await expect(silent.getByRole('alert'), 'what came about is not told as a failure').toHaveCount(0)
  await page.setViewportSize({ width: 375, height: 800 })
  await expectLegible(page)
  // A row has room for the beginning of the forecast alone.
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/?view=compact')
  await expect(page.getByRole('article', { name: /source 9/ }).getByText(/^About\s\d+.* by\smidnight$/)).toBeVisible()
  await expectLegible(page)
})

test('whoever only looks sees suggestions and can press none', async ({ capline, page, signIn }) => {
  await addCap(capline.db, { cap: 20 })
  await setSetting(capline.db, 'viewer_read_only', 'true')
  await signIn('viewer')
  await page.clock.setFixedTime(NOON)
  await page.goto('/')
  const panel = page.getByRole('region', { name: 'Suggestions' })
  await page.getByRole('button', { name: /^Suggestions/ }).click()
  await expect(panel.getByText(suggestionTexts.off)).toBeVisible()
  await expect(panel.getByRole('button')).toHaveCount(1)
})
