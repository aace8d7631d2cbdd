import { capCalls } from '#contract/caps.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { buildCapDraft } from '#testing/caps.ts'
import { PATIENCE } from '#testing/patience.ts'
import { expectToast } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { tomorrow } from './board-page.ts'
import { CLOSED, plantAdvertisers, PNG, pressOnceItHasTheFocusBack, repeatUnanswered, SOLAR } from './broadcast-page.ts'
import { expect, test } from './capline.ts'
import { expectLegible } from './fit.ts'

test.beforeEach(async ({ capline }) => plantAdvertisers(capline))

test('what a message goes with, and to whom', async ({ page, signIn, capline, consoleNoise }) => {
  consoleNoise.allow(/status of 40[09]|ERR_FAILED/)
  const { call, member } = await signIn('admin')

  await test.step('recipients are chosen, a message is kept as a template, and a test goes to oneself', async () => {
    const self = Number(member.telegramId)
    capline.telegram.plant({ people: [{ id: self, first_name: 'Anna', started: true }] })
    await page.goto('/messages')
    const audiences = page.getByRole('radiogroup', { name: 'Audience' })
    await audiences.getByText('Publishers').click()
    await page.getByRole('textbox', { name: 'Message' }).fill('{{caps}}')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expectToast(page, broadcastTexts.noChats)
    await page.getByRole('textbox', { name: 'Message' }).fill('')
    await audiences.getByText('Advertisers').click()
    await page.getByRole('textbox', { name: 'Image URL' }).fill('https://example.org/caps.png')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByText('Keep editing').click()
    await page.getByRole('textbox', { name: 'Image URL' }).fill('')
    await page.getByRole('button', { name: 'Choose one by one' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose recipients' })
    await expect(dialog.getByRole('listitem').last()).toContainText('Quiet Co')
    await expect(dialog.getByText('2 recipients, 2 chats')).toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Search recipients' }).fill('#b-3')
    await expect(dialog.getByRole('listitem')).toContainText(['Quiet Co'])
    await expect(dialog.getByRole('checkbox')).toHaveCount(0)
    const link = dialog.getByRole('button', { name: 'Link a chat to Quiet Co' })
    const group = dialog.getByRole('combobox', { name: 'Group ID for Quiet Co' })
    await link.click()
    await group.fill(String(CLOSED))
    await group.press('Escape')
    await expect(link).toBeFocused()
    await link.press('Enter')
    await group.fill(String(CLOSED))
    await group.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: 'Quiet Co · B-3' })).not.toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: 'Quiet Co · B-3' })).toBeFocused()
    await dialog.getByRole('searchbox', { name: 'Search recipients' }).fill('')
    await dialog.getByRole('button', { name: 'Choose none' }).click()
    await dialog.getByRole('checkbox', { name: 'Nord & <Co> · B-1' }).check()
    await page.keyboard.press('Escape')
    await dialog.getByRole('alertdialog', { name: 'Discard what you chose?' }).getByText('Keep editing').click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Use 1' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('1 recipient, 1 chat')).toBeVisible()
    // Who looks at the other audience finds the choice again.
    await page.getByRole('radiogroup', { name: 'Audience' }).getByText('Publishers').click()
    await expect(page.getByText('1 recipient, 1 chat')).toBeHidden()
    await page.getByRole('radiogroup', { name: 'Audience' }).getByText('Advertisers').click()
    await expect(page.getByText('1 recipient, 1 chat')).toBeVisible()

    await page.getByRole('textbox', { name: 'Message' }).fill('Good morning {{advertiserName}}')
    await page.getByRole('button', { name: 'Save as template' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Morning')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Template saved')
    const message = page.getByRole('textbox', { name: 'Message' })
    const use = page.getByRole('button', { name: 'Use template' })
    await message.fill('Good evening')
    await page.getByRole('combobox', { name: 'Template' }).selectOption('Morning')
    await expect(message).toHaveValue('Good evening')
    await use.click()
    const replace = page.getByRole('dialog', { name: 'Use the template “Morning”?' })
    await pressOnceItHasTheFocusBack(use)
    await replace.getByRole('button', { name: 'Keep editing' }).click()
    await expect(use).toHaveAttribute('data-pressed')
    await replace.getByRole('button', { name: 'Keep editing' }).click()
    await expect(replace).toBeHidden()
    await expect(message).toHaveValue('Good evening')
    await expect(use).toBeFocused()
    await use.press('Enter')
    await replace.getByRole('button', { name: 'Discard' }).click()
    await expect(replace).toBeHidden()
    await expect(message).toHaveValue('Good morning {{advertiserName}}')
    await message.fill('')
    await use.click()
    await expect(message).toHaveValue('Good morning {{advertiserName}}')

    await message.fill('Good day')
    await page.getByRole('button', { name: 'Save as template' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Replace it' }).click()
    await page.getByRole('button', { name: 'History of the templates' }).click()
    const changes = page.getByRole('dialog', { name: 'History of the templates' }).getByRole('listitem')
    await expect(changes).toContainText([
      /^Morning: another messageGood morning \{\{advertiserName}}@/,
      /^Morning was added@/,
    ])
    await page.keyboard.press('Escape')

    await message.fill('Good morning {{advertiserName}}')
    await page.getByRole('button', { name: 'Send a test to me' }).click()
    await expectToast(page, 'A copy is on its way to your own chat with the bot.')
    await capline.telegram.waitForMessage(self, ({ text }) => text === 'Good morning Nord & <Co>', PATIENCE)
    expect(capline.telegram.messages(SOLAR).filter(({ text }) => text?.startsWith('Good morning'))).toEqual([])

    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Good morning {{advertiserName}}')
  })

  await test.step('those with a cap tomorrow get theirs, at a time that can be called off until then', async () => {
    await call(capCalls.create, { body: buildCapDraft({ date: tomorrow(), geo: 'DE' }) })
    await page.goto('/messages')
    const preview = page.getByRole('region', { name: 'Preview' })
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Yours:')
    await message.press('End')
    await page.getByRole('button', { name: '{{caps}}' }).click()
    await expect(preview).toContainText('DE · #44 · 20 leads · 09:00-17:00')
    await page.getByRole('button', { name: 'Send message' }).click()
    const question = page.getByRole('dialog', { name: 'Send this message?' })
    await expect(question).toContainText('2 advertisers have no cap on that day: Closed Co, Quiet Co.')
    await expect(question.getByRole('button', { name: 'Send to 1 chat' })).toBeVisible()
    await question.getByText('Send, saying “no caps”').click()
    await expect(question.getByRole('button', { name: 'Send to 2 chats' })).toBeVisible()
    await question.getByRole('radiogroup', { name: 'When' }).getByText('Later').click()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()

    const to = page.getByLabel('To', { exact: true })
    await to.selectOption({ label: 'With a cap: 🇩🇪 DE (1)' })
    const audience = page.getByRole('radiogroup', { name: 'Audience' })
    await audience.getByText('Publishers').click()
    await expect(to).toHaveValue('everybody')
    await audience.getByText('Advertisers').click()
    await expect(to).toHaveValue('DE')
    const reach = page.getByText('1 recipient, 1 chat')
    await expect(reach).toBeVisible()
    const day = page.getByRole('textbox', { name: 'Day of caps' })
    await day.fill('')
    await expect(day).toHaveAccessibleDescription(/^Choose the day on which the recipients have a cap/)
    await expect(reach).toBeHidden()
    await expect(to.getByRole('option', { selected: true })).toHaveText('With a cap: DE')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expectToast(page, 'Choose the day on which the recipients have a cap')
    await day.fill(tomorrow())
    await expect(reach).toBeVisible()
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(question).not.toContainText('no cap on that day')
    await repeatUnanswered(question, call)
    const waiting = page.getByRole('table', { name: 'Waiting messages' })
    await expect(waiting.getByRole('row')).toHaveCount(2)
    await expectLegible(page)
    await waiting.getByRole('button', { name: /^Cancel/ }).click()
    await expectToast(page, 'Message cancelled')
    await expect(page.locator('#content')).toBeFocused()
    await expect(page.getByRole('table', { name: 'Broadcasts' })).toContainText(`Cancelled by @${member.handle}`)
  })

  await test.step('audience, parse mode, image and options go with the message', async () => {
    // They share a chat, which gets a message for each of them.
    for (const [sourceNumber, name] of [
      ['44', 'Hazel'],
      ['45', 'Birch'],
    ] as const) {
      await call(publisherCalls.create, { body: { sourceNumber, name, associatedGroupIds: [String(SOLAR)] } })
    }
    await page.goto('/messages')
    await page.getByRole('radiogroup', { name: 'Audience' }).getByText('Publishers').click()
    const tools = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button')
    await expect(tools).toHaveText(['Bold', 'Italic', 'Link', 'Code', '{{sourceNumber}}', '{{caps}}'])
    const modes = page.getByLabel('Parse mode')
    await expect(modes.getByRole('option')).toHaveText(['HTML', 'Markdown', 'MarkdownV2'])
    await modes.selectOption('MarkdownV2')
    await page.getByRole('textbox', { name: 'Message' }).fill('*Caps* of {{sourceNumber}}')
    await page.getByRole('textbox', { name: 'Image URL' }).fill('  https://example.org/caps.png ')
    await page.getByRole('checkbox', { name: 'Without link previews' }).check()
    await page.getByRole('checkbox', { name: 'Send silently' }).check()
    await page.getByRole('button', { name: 'Send message' }).click()
    const sent = page.waitForRequest('**/api/messages/broadcast')
    await page.getByRole('button', { name: 'Send to 1 chat' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      audience: 'publishers',
      parseMode: 'MarkdownV2',
      disableLinkPreview: true,
      disableNotification: true,
    })
    await expectToast(page, 'Message queued for 1 chats.')
    await expect(page.getByText('Done: 2 of 2 messages sent.')).toBeVisible()
    await page
      .getByLabel('Image file')
      .setInputFiles({ name: 'caps.pdf', mimeType: 'image/png', buffer: Buffer.from('%PDF') })
    await expect(page.getByText('Choose a JPEG or PNG image.')).toBeVisible()

    // A message waits for its image; one that took its place meanwhile does not get it.
    const held = Promise.withResolvers<void>()
    await page.route(
      '**/api/messages/pictures',
      async (route) => {
        await held.promise
        await route.continue()
      },
      { times: 1 },
    )
    const late = page.waitForResponse('**/api/messages/pictures')
    await page.getByLabel('Image file').setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: PNG })
    await expect(page.getByText('The image is being uploaded.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Send a test to me' })).toBeDisabled()
    await page.getByRole('combobox', { name: 'Template' }).selectOption('Morning')
    await page.getByRole('button', { name: 'Use template' }).click()
    await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
    held.resolve()
    await (await late).finished()
    await expect(page.getByText('The image is being uploaded.')).toBeHidden()
    await expect(page.getByText('late.png')).toBeHidden()
    await page.getByLabel('Image file').setInputFiles({ name: 'caps.png', mimeType: 'image/png', buffer: PNG })
    await expect(page.getByText('caps.png', { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Message' }).fill('*Look*')
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'caps.png' })).toBeVisible()
    await expectAccessible(page)

    // What is kept no longer can be mended at once: the question is out of the way.
    await capline.db.deleteFrom('broadcast_pictures').execute()
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('button', { name: /^Send to \d/ }).click()
    await expectToast(page, 'This image is no longer kept.')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove image' }).click()
    await expect(page.getByLabel('Image URL')).toBeVisible()
    const photo = { photo: 'https://example.org/caps.png', disable_notification: true }
    expect(capline.telegram.calls({ method: 'sendPhoto' }).map(({ body }) => body)).toMatchObject([
      { ...photo, caption: 'Caps of 45' },
      { ...photo, caption: 'Caps of 44' },
    ])
  })
})
