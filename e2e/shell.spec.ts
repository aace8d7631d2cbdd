import type { Page } from '@playwright/test'
import { ROLES, type Role } from '#domain/team/member.ts'
import { expectAccessible } from './axe.ts'
import { columnsOf, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectLegible } from './fit.ts'

const WIDE = { width: 1280, height: 720 }
const PHONE = { width: 375, height: 740 }

const OF_ADMINS = ['Payout calculations', 'View data', 'Admin Panel', 'Leads', 'Message center', 'Debug logs']

const screens = (page: Page) => page.getByRole('navigation', { name: 'Screens' })

test('the frame of every screen', async ({ page, capline, signIn }) => {
  const { member } = await signIn('viewer')
  const become = (role: Role) => capline.db.updateTable('members').set({ role }).execute()

  await test.step('the screens of admins send everybody else home', async () => {
    const expectHome = async (path: string, role: Role) => {
      await page.goto(path)
      await expect(page, path).toHaveURL('/')
      await expect(page.getByRole('main').getByRole('heading', { name: 'Today & Tomorrow at a glance' })).toBeVisible()
      await expect(page.getByText(`Role: ${role}`)).toBeVisible()
    }
    for (const path of ['/payouts', '/analytics', '/admin', '/leads', '/messages', '/logs'])
      await expectHome(path, 'viewer')
    await become('editor')
    await expectHome('/payouts', 'editor')
  })

  await openBoard(page)

  await test.step('the first stop of the keyboard leads past the sidebar to the content', async () => {
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toHaveCSS('opacity', '1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Today & Tomorrow at a glance' })).toBeVisible()
  })

  await page.setViewportSize(PHONE)

  await test.step('the menu slides over, and gives the focus back when it closes', async () => {
    const open = page.getByRole('button', { name: 'Open menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(screens(page)).toHaveCount(0)

    await open.click()
    await expect(menu.getByText('Signed in as')).toBeVisible()
    await menu.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu).toHaveCount(0)
    await expect(open).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(menu.getByRole('button', { name: 'Close menu' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(open).toBeFocused()

    await open.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(menu.getByText('Signed in as')).toBeVisible()
    await menu.getByRole('button', { name: 'Close menu' }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(menu).toHaveCount(0)
    await expect(page, 'a second tap leaves nothing').toHaveURL('/')

    await open.click()
    await expect(menu.getByText('Signed in as')).toBeVisible()
    await page.goBack()
    await expect(menu, 'Back closes it, and leaves nothing').toHaveCount(0)
    await expect(page).toHaveURL('/')
    await expect(open).toBeFocused()

    await open.click()
    await menu.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(menu).toHaveCount(0)
    await expect(page).toHaveURL('/')
  })

  await test.step('nothing is wider than the screen, and the days are pages', async () => {
    await expectLegible(page)
    await expect(columnsOf(page)).toHaveCount(1)
    const isCut = (title: HTMLElement) => title.scrollWidth > title.clientWidth
    expect(await page.getByRole('heading', { level: 1 }).evaluate(isCut), 'the title of the screen').toBe(false)
    await page
      .getByRole('group', { name: 'Days on the board' })
      .getByRole('button', { name: /^Tomorrow/ })
      .click()
    await expect(page.getByRole('region', { name: /^Tomorrow/ })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Today/ })).toHaveCount(0)
    expect(await page.getByRole('heading', { level: 2 }).evaluate(isCut), 'the name of the day').toBe(false)
  })

  await page.setViewportSize(WIDE)

  await test.step('the sidebar says who is signed in, and leads where their role may go', async () => {
    for (const role of ROLES) {
      await become(role)
      await openBoard(page)
      await expect(page.getByText('Signed in as')).toBeVisible()
      await expect(page.getByText(`@${member.handle}`)).toBeVisible()
      await expect(page.getByText(`Role: ${role}`)).toBeVisible()
      const links = screens(page).getByRole('link')
      await expect(links.first()).toHaveText('Dashboard')
      await expect(links.first()).toHaveAttribute('aria-current', 'page')
      await expect(links).toHaveText(['Dashboard', ...(role === 'admin' ? OF_ADMINS : []), 'Plans'])
    }

    await capline.db.updateTable('members').set({ handle: null, handle_key: null }).execute()
    await openBoard(page)
    await expect(page.getByText(member.telegramId, { exact: true })).toBeVisible()
  })

  await test.step('beside a screen that is scrolled the sidebar stays', async () => {
    await page.setViewportSize({ ...WIDE, height: 320 })
    const sidebar = page.getByRole('complementary')
    const before = await sidebar.boundingBox()
    const main = page.getByRole('main')
    await main.evaluate((screen) => screen.scrollTo(0, screen.scrollHeight))
    expect(await main.evaluate((screen) => screen.scrollTop)).toBeGreaterThan(0)
    expect(await sidebar.boundingBox()).toEqual(before)
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
    await page.setViewportSize(WIDE)
  })

  await test.step('a chosen theme stays, and the page comes in it from its first frame', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await openBoard(page)
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.getByRole('radiogroup', { name: 'Colours' }).getByText('Dark').click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')

    await page.addInitScript(() => {
      const frames = new Set<string>()
      const look = () => {
        if (document.body) frames.add(document.documentElement.dataset['mantineColorScheme'] ?? 'none')
        document.documentElement.dataset['framesSeen'] = [...frames].join(' ')
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await openBoard(page)
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expect(html).toHaveAttribute('data-frames-seen', 'dark')

    await page.getByRole('radiogroup', { name: 'Colours' }).getByText('System').click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  await test.step('each screen says what it is for, by a press or as a command, and gives the focus back', async () => {
    await become('admin')
    await openBoard(page)
    const ask = page.getByRole('button', { name: 'About this screen' })
    await ask.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Dashboard' })).toContainText(
      'Here you plan how many leads each day brings',
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(ask).toBeFocused()

    await page.goto('/admin?section=feeds')
    await expect(page.getByRole('heading', { name: 'Lead feeds' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('about this')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Lead feeds' })).toContainText('A backfill reads chosen days again')
    await page.keyboard.press('Escape')

    await page.setViewportSize(PHONE)
    await ask.click()
    await expect(page.getByRole('dialog', { name: 'Lead feeds' })).toBeVisible()
    await expectLegible(page)
  })
})
