import type { Locator } from '@playwright/test'
import { insertAdvertiser } from '#testing/caps.ts'
import { openBoard, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { fieldOf, openCopy, planToday, rowOf } from './copy-page.ts'
import { addCapOf } from './work-page.ts'

test('a sheet shows what somebody wants to see', async ({ page, capline, signIn }) => {
  await insertAdvertiser(capline.db)
  const ada = await signIn('editor')
  await planToday(ada)
  await addCapOf(ada, 'affiliate', { sourceNumber: '44', cap: 150, date: tomorrow() })
  await openBoard(page)

  await test.step('columns are hidden, also from the keys, and stay so', async () => {
    const hide = async (dialog: Locator, item: string) => {
      await dialog.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const dialog = await openCopy(page)
    await hide(dialog, 'Hide Hours')
    await hide(dialog, 'Hide Today')
    await expect(dialog.getByRole('columnheader', { name: 'Today' })).toHaveCount(0)
    await fieldOf(dialog, 'Planned', '44').focus()
    await page.keyboard.press('ArrowRight')
    await expect(fieldOf(dialog, 'CPA, $', '44')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.reload()
    const again = await openCopy(page)
    await expect(again.getByRole('columnheader', { name: 'Hours' })).toHaveCount(0)
    await hide(again, 'Show Hours')
    await expect(fieldOf(again, 'Hours', '44')).toBeVisible()
  })

  const dialog = page.getByRole('dialog')
  await test.step('a geo tells what is sold and bought once the rows are saved', async () => {
    const head = dialog.getByRole('row').filter({ hasText: '5 chosen' })
    await expect(head).toContainText('Room 40 (sold 110, bought 150)')
    await fieldOf(dialog, 'Planned', '44').fill('74')
    await expect(head).toContainText('Oversold 10 (sold 160, bought 150)')
  })

  await test.step('a step that is taken back is shown, also where a search hides it', async () => {
    await dialog.getByLabel('Find caps').fill('#45')
    await expect(rowOf(dialog, '44')).toHaveCount(0)
    await fieldOf(dialog, 'Planned', '45').focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(fieldOf(dialog, 'Planned', '44')).toBeFocused()
    await expect(fieldOf(dialog, 'Planned', '44')).toHaveValue('24')
    await expect(dialog.getByLabel('Find caps')).toHaveValue('')
  })

  await test.step('a button closes at once, also while a block is marked', async () => {
    await page.keyboard.press('Shift+ArrowDown')
    await expect(dialog.locator('[data-block]')).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a phone that is turned and back draws the rows as they are scrolled to', async () => {
    for (let source = 100; source < 130; source += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one cap after the other
      await addCapOf(ada, 'broker', { sourceNumber: `${source}`, cap: 5 })
    }
    // The sheet has the caps that the board had heard of when it was opened.
    await openBoard(page)
    await page.setViewportSize({ width: 375, height: 740 })
    const turned = await openCopy(page)
    const table = turned.getByRole('table', { name: 'Caps to copy' })
    const toEnd = (part: Locator) => part.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(rowOf(turned, '129')).toHaveCount(0)
    await page.setViewportSize({ width: 812, height: 375 })
    await expect
      .poll(async () => {
        await toEnd(table)
        return rowOf(turned, '129').count()
      })
      .toBe(1)
    const isCut = (source: HTMLElement) => source.scrollWidth > source.clientWidth
    const source = rowOf(turned, '129').getByText('#129', { exact: true })
    expect(await source.evaluate(isCut), 'the number of a source').toBe(false)
    await table.evaluate((element) => element.scrollTo({ top: 0 }))
    await expect(rowOf(turned, '129')).toHaveCount(0)
    await page.setViewportSize({ width: 375, height: 740 })
    await expect
      .poll(async () => {
        await toEnd(turned)
        return rowOf(turned, '129').count()
      })
      .toBe(1)
  })
})
