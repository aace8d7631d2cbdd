import { Webhook } from 'standardwebhooks'
import { callTexts } from '#contract/texts/calls.ts'
import { webhookTexts } from '#contract/texts/webhooks.ts'
import { webhookCalls } from '#contract/webhooks.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { startWebhookReceiver } from '#testing/webhook-receiver.ts'
import { expectToast } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { addCap } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { loseNextAnswer } from './lost-answer.ts'

test.use({ environment: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' } })

test('another system is told, tried, given a new key, and looked at', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/400|409|net::ERR_FAILED/)
  await using receiver = Object.assign(await startWebhookReceiver(), {
    async [Symbol.asyncDispose]() {
      await receiver.close()
    },
  })
  await insertAdvertiser(capline.db)
  const admin = await signIn('admin')
  await page.goto('/admin?section=webhooks')
  const dialog = page.getByRole('dialog')
  const card = page.getByRole('article', { name: receiver.url() })
  let key = ''

  await test.step('what is refused is told at its field, and stays typed', async () => {
    await expect(page.getByText('No endpoints yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Add an endpoint' }).click()
    await dialog.getByLabel('Address').fill('http://example.org/hook')
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(dialog).toContainText(webhookTexts.events)
    await dialog.getByLabel('A cap was created, changed or deleted').check()
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(dialog).toContainText(webhookTexts.urlOpen)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toContainText('Discard what you typed?')
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByLabel('Address').fill(receiver.url())
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  })

  await test.step('its key is shown once', async () => {
    await expect(dialog.getByRole('heading')).toHaveText('Endpoint added: its key')
    key = await dialog.getByLabel('Key of the endpoint').inputValue()
    expect(key).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.getByRole('button', { name: 'Close it' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(key)).toHaveCount(0)
  })

  await test.step('a test message comes, and stands there with its answer', async () => {
    // It asks for the longest wait, so that no retry comes meanwhile.
    receiver.answer = (response) => response.writeHead(500, { 'retry-after': '3600' }).end('not today')
    await card.getByRole('button', { name: 'Send a test' }).click()
    await expectToast(page, webhookTexts.testSent)
    const delivery = card.getByRole('group').filter({ hasText: 'webhook.test' })
    await expect(delivery).toContainText('Tried 1×, 500')
    await delivery.click()
    await expect(delivery).toContainText('not today')
    await expect(delivery).toContainText('1 try of 10 since it was queued.')
    await expect(card).toContainText('Trying again')
    await expectFit(page)
    receiver.answer = null
  })

  await test.step('a message that waits says until when, and is sent at once by whoever asks for it', async () => {
    const delivery = card.getByRole('group').filter({ hasText: 'webhook.test' })
    const [stands] = await admin.call(webhookCalls.list, {})
    const params = { id: stands?.webhook._id ?? '' }
    const body = { url: receiver.url(), events: ['cap.changed' as const], isOn: false }
    await admin.call(webhookCalls.change, { params, body })
    await expect(delivery).toContainText('It waits until the endpoint is on.')
    await expect(delivery).not.toContainText('The next at')
    await admin.call(webhookCalls.change, { params, body: { ...body, isOn: true } })
    await expect(delivery).toContainText('The next at')
    receiver.answer = null
    await delivery.getByRole('button', { name: 'Send now' }).click()
    await expect(delivery).toContainText('Delivered, 204')
  })

  await test.step('a cap that changes is told, signed by that key, and can be sent again under its id', async () => {
    await addCap(admin, { cap: 40 })
    const delivery = card.getByRole('group').filter({ hasText: 'cap.changed' })
    await expect(delivery).toContainText('Delivered, 204')
    await expect(card).toContainText('Works')
    await delivery.click()
    await delivery.getByRole('button', { name: 'Send again' }).click()
    await expectToast(page, webhookTexts.replayed)
    const told = () => receiver.received.filter(({ body }) => body.includes('cap.changed'))
    await expect.poll(() => told().length).toBe(2)
    const [first, second] = told()
    expect(first?.id).toBe(second?.id)
    expect(new Webhook(key).verify(second?.body ?? '', second?.headers ?? {})).toMatchObject({ data: { after: 40 } })
  })

  await test.step('a new key signs beside the old one, also where the first answer was lost', async () => {
    const ask = async () => {
      await card.getByRole('button', { name: 'More for' }).click()
      await page.getByRole('menuitem', { name: 'New key' }).click()
      await dialog.getByRole('button', { name: 'Make a new key' }).click()
    }
    await loseNextAnswer(page, '**/api/webhooks/*/keys')
    await ask()
    await expectToast(page, callTexts.unreachable)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await ask()
    await expect(dialog.getByRole('heading')).toHaveText('The new key')
    await expect(dialog).toContainText('The old key signs each message too, until')
    const shown = await dialog.getByLabel('Key of the endpoint').inputValue()
    const [stands] = await admin.call(webhookCalls.list, {})
    // A message from before may be tried again, signed with the key whose answer was lost.
    const before = receiver.received.length
    await admin.call(webhookCalls.test, { params: { id: stands?.webhook._id ?? '' } })
    const signed = () =>
      receiver.received.slice(before).findLast(({ headers }) => headers['webhook-signature']?.includes(' '))
    await expect.poll(signed).toBeDefined()
    const { body = '', headers = {} } = signed() ?? {}
    for (const each of [key, shown])
      expect(new Webhook(each).verify(body, headers)).toMatchObject({ type: 'webhook.test' })
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.getByRole('button', { name: 'Close it' }).click()
    await expect(card).toContainText('The old key signs too')
  })

  await test.step('nobody saves over what somebody else saved meanwhile, which is taken over', async () => {
    await card.getByRole('button', { name: 'Change' }).click()
    const [stood] = await admin.call(webhookCalls.list, {})
    const body = { url: receiver.url(), events: ['cap.changed' as const, 'deposit.seen' as const], isOn: true }
    const params = { id: stood?.webhook._id ?? '' }
    await admin.call(webhookCalls.change, { params, body })
    await expect(card).toContainText('deposit.seen')
    await dialog.getByLabel('A pause began').check()
    await dialog.getByRole('button', { name: 'Save endpoint' }).click()
    await expectToast(page, webhookTexts.stale)
    await expect(dialog.getByLabel('A deposit came')).toBeChecked()
    await expect(dialog.getByLabel('A pause began')).toBeChecked()
    await loseNextAnswer(page, '**/api/webhooks/*')
    await dialog.getByRole('button', { name: 'Save endpoint' }).click()
    await expectToast(page, callTexts.unreachable)
    await dialog.getByRole('button', { name: 'Save endpoint' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card).toContainText('pause.began')
    await admin.call(webhookCalls.change, { params, body: { ...body, events: ['cap.changed'] } })
    await expect(card).not.toContainText('pause.began')
  })

  await test.step('turned off it is told nothing, and its history says who did what', async () => {
    await card.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('Send to this endpoint').uncheck()
    await dialog.getByRole('button', { name: 'Save endpoint' }).click()
    await expectToast(page, webhookTexts.saved)
    await expect(card).toContainText('Off')
    await expect(card.getByRole('button', { name: 'Send a test' })).toBeDisabled()
    const [added] = await admin.call(webhookCalls.list, {})
    const asItIs = { url: receiver.url(), events: ['cap.changed' as const], isOn: false }
    await admin.call(webhookCalls.change, { params: { id: added?.webhook._id ?? '' }, body: asItIs })
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await expect(dialog).toContainText('saved as it was')
    await expect(dialog).toContainText('turned off')
    await expect(dialog).toContainText('got a new key')
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Remove endpoint' }).click()
    await expect(page.getByText('No endpoints yet.')).toBeVisible()
  })
})
