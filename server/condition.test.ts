import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { formatInstant, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { notify } from '#platform/db/notify.ts'
import { createSecrets } from '#platform/secrets.ts'
import { startTestCapline, type TestCapline } from '#testing/capline.ts'
import { buildLead } from '#testing/lead-rows.ts'
import { NO_PROMETHEUS, runPromtool, startPrometheus, type Prometheus } from '#testing/prometheus.ts'
import { setSetting } from '#testing/suggestions.ts'

const page = (name: string) => readFileSync(join(import.meta.dirname, '../docs', name), 'utf8')

let capline: TestCapline
let prometheus: Prometheus | null = null

beforeAll(async () => {
  capline = await startTestCapline()
  prometheus = await startPrometheus(capline.address)
  await setSetting(capline.db, 'summary_group_id', '-1001')
  const now = formatInstant(systemClock.now())
  capline.source.put('leads', buildLead({ createdAt: now, updatedAt: now }))
  await capline.sync()
})

afterAll(async () => {
  await prometheus?.stop()
  await capline.close()
})

afterEach(() => capline.leadApi.control.clearFaults())

/** The samples of our own figures, such as `capline_elected{role="plans"}`, with their values. */
async function readFigures(): Promise<Map<string, number>> {
  const text = await (await fetch(`${capline.address}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith('capline_'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

async function readReadiness() {
  const response = await fetch(`${capline.address}/readyz`)
  return { status: response.status, body: z.unknown().parse(await response.json()) }
}

/** What was read is kept for 2 s. */
const POLL = { interval: 200 }

test('a process tells how its feeds, messages, jobs, elections, connections, and clocks fare', async () => {
  const roles = ['outbox-sender', 'bot-poller', 'schedules', 'plans', 'suggestions', 'webhook-sender']
  const elected = async () => {
    const read = await readFigures()
    return roles.filter((role) => read.get(`capline_elected{role="${role}"}`) === 1)
  }
  await expect.poll(elected, POLL).toEqual(roles)
  const figures = await readFigures()
  const lastGood = figures.get('capline_feed_last_success_timestamp_seconds{connector="main"}') ?? 0
  expect(Math.abs(systemClock.now() / SECOND - lastGood)).toBeLessThan(MINUTE / SECOND)
  expect(figures.get('capline_feed_failing{connector="main"}')).toBe(0)
  expect(figures.get('capline_feed_rows_total{connector="main",fate="new_lead"}')).toBe(1)
  expect(figures.get('capline_feed_rows_total{connector="main",fate="bad"}')).toBe(0)
  for (const state of ['queued', 'sending', 'failed', 'unknown']) {
    expect(figures.get(`capline_outbox_messages{state="${state}"}`)).toBe(0)
  }
  expect(figures.get('capline_outbox_oldest_seconds')).toBe(0)
  expect(figures.get('capline_telegram_refused')).toBe(0)
  expect(figures.has('capline_jobs{queue="leads.sync",state="waiting"}')).toBe(true)
  expect(figures.get('capline_db_pool{state="waiting"}')).toBe(0)
  expect(figures.get('capline_event_streams')).toBe(0)
  expect(Math.abs(figures.get('capline_clock_skew_seconds') ?? 9)).toBeLessThan(1)
  expect(await readReadiness()).toEqual({ status: 200, body: { status: 'ready' } })
})

test('promtool has nothing to say about the figures', async (context) => {
  const checked = await runPromtool(['check', 'metrics'], await (await fetch(`${capline.address}/metrics`)).text())
  if (!checked) return context.skip(NO_PROMETHEUS)
  expect(checked).toEqual({ ok: true, said: '' })
})

test('a feed that fails, a bot that Telegram refuses, and what else is wrong is told while the process works, and until it is mended', async () => {
  capline.leadApi.control.addFault({ kind: 'status', status: 401, probability: 1 })
  capline.telegram.setToken('100000:other')
  await setSetting(capline.db, 'summary_group_id', '')
  // A node with another secret finds this.
  const sealed = createSecrets('s'.repeat(32)).seal('telegram_bot_token', '1:token')
  const token = { key: 'telegram_bot_token', value: null, sealed, updated_at: '2026-11-21T10:00:00Z', updated_by: '' }
  await capline.db.insertInto('settings').values(token).execute()
  await capline.sync()
  // A poll that waits ends, as after a change of the settings.
  await notify(capline.db, 'settings', '')
  const troubleOf = async () => {
    const figures = await readFigures()
    return [figures.get('capline_feed_failing{connector="main"}'), figures.get('capline_telegram_refused')]
  }
  await expect.poll(troubleOf, POLL).toEqual([1, 1])
  await expect.poll(readReadiness, POLL).toEqual({
    status: 200,
    body: {
      status: 'degraded',
      reasons: [
        expect.stringMatching(/^The lead feed main has failed since 20\d\d-.*Z\.$/),
        'No summary group is set, so nobody is told when a lead feed fails.',
        expect.stringMatching(/^Secrets in the database were encrypted with another APP_SECRET\. Set that one\./),
        "Telegram refuses the bot's token. Set the current token from BotFather.",
      ],
    },
  })
  capline.leadApi.control.clearFaults()
  capline.telegram.setToken('100000:test')
  // So that the next poll has something to bring, and need not wait.
  capline.telegram.plant({ people: [{ id: 4_711, first_name: 'Ada', started: true }] })
  capline.telegram.pressStart(4_711)
  await capline.sync()
  await setSetting(capline.db, 'summary_group_id', '-1001')
  await capline.db.deleteFrom('settings').where('key', '=', token.key).execute()
  await notify(capline.db, 'settings', '')
  await expect.poll(troubleOf, POLL).toEqual([0, 0])
  await expect.poll(readReadiness, POLL).toEqual({ status: 200, body: { status: 'ready' } })
})

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

test('every query of the dashboard has an answer, and every alert looks at figures that there are', async (context) => {
  const { panels } = Dashboard.parse(JSON.parse(page('dashboard.json')))
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const text = await (await fetch(`${capline.address}/metrics`)).text()
  // Also those without a value now, and what a histogram is made of.
  const known = new Set(text.match(/\bcapline_\w+/g))
  const named = [page('alerts.yml'), page('operate.md'), ...queries].join('\n').match(/\bcapline_\w+/g) ?? []
  expect(new Set(named).size).toBeGreaterThan(10)
  expect(named.filter((name) => !known.has(name))).toEqual([])
  if (!prometheus) return context.skip(NO_PROMETHEUS)
  const { ask } = prometheus
  for (const query of queries) {
    // oxlint-disable-next-line no-await-in-loop -- each is told by its own text
    await expect.poll(() => ask(query), { message: query }).not.toEqual([])
  }
})

test('each alert is raised by what it is for, and is explained', async (context) => {
  const names = page('alerts.yml').match(/(?<=alert: )\w+/g) ?? []
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !page('alerts.test.yml').includes(`alertname="${name}"`))).toEqual([])
  expect(names.filter((name) => !page('operate.md').includes(`\`${name}\``))).toEqual([])
  const folder = join(import.meta.dirname, '../docs')
  const checked = await runPromtool(['check', 'rules', join(folder, 'alerts.yml')])
  if (!checked) return context.skip(NO_PROMETHEUS)
  expect(checked).toMatchObject({ ok: true })
  expect(await runPromtool(['test', 'rules', join(folder, 'alerts.test.yml')])).toMatchObject({ ok: true })
})
