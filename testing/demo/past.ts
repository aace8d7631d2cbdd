import { Temporal } from 'temporal-polyfill'
import { read, type Ask } from './asking.ts'

/** What people did before the pictures are taken, as far as pictures name it. */
export interface Past {
  /** The report of the week before, which is closed and not approved yet. */
  reportId: string
  affiliateId: string
  /** Of that week, over and so with all of its leads. */
  day: string
}

/** Syncs, closes and pays a week, closes the next one, writes to publishers, and plans, limits and pauses some of today. */
export async function leavePast(ask: Ask): Promise<Past> {
  await sync(ask)
  const previous = await calculate(ask, { preset: 'previous_week' })
  const earlier = await calculate(ask, weekBefore(previous))
  await payWeek(ask, earlier)
  const { closing, affiliateId } = await closeWeek(ask, previous)
  await ask('POST', `/payouts/closings/${closing}/adjustments`, {
    affiliateId,
    amount: 150,
    reason: 'Bonus agreed for the new landing page',
  })
  await calculate(ask, { preset: 'current_week' })
  await ask('POST', '/messages/broadcast', {
    audience: 'publishers',
    message: 'Good morning. Caps of <b>#{{sourceNumber}}</b> for tomorrow are open; please confirm by noon.',
    parseMode: 'HTML',
  })
  await planAhead(ask)
  return { reportId: text(previous, 'id'), affiliateId, day: text(previous, 'params', 'end') }
}

/** Makes plans of some caps of today, limits what they come to, and pauses one of them. */
async function planAhead(ask: Ask): Promise<void> {
  const zone = text(await ask('GET', '/settings/public'), 'timezone')
  const today = Temporal.Now.plainDateISO(zone)
  const caps = await ask('GET', `/caps/day/${today.toString()}`)
  const some: unknown[] = Array.isArray(caps) ? caps.slice(0, 12) : []
  const placeOf = (cap: unknown) => ({
    geo: text(cap, 'geo'),
    advertiserId: text(cap, 'advertiserId'),
    sourceNumber: text(cap, 'sourceNumber'),
  })
  const numbersOf = (cap: unknown) => {
    const number = read(cap, 'cap')
    return [number, number, number, number, number, null, null]
  }
  const plans = some.map((cap) => ({
    kind: 'broker',
    ...placeOf(cap),
    numbers: numbersOf(cap),
    workingHours: '09:00-18:00 Europe/Berlin',
    firstDay: today.add({ days: 1 }).toString(),
  }))
  await ask('POST', '/plans', { plans })
  const geos = [...new Set(some.map((cap) => text(cap, 'geo')))].slice(0, 3)
  const whole = { side: 'broker', advertiserIds: [], sourceNumbers: [], unit: 'leads' }
  await ask('POST', '/limits', { ...whole, name: 'A week of these geos', geos, number: 500, period: 'week' })
  await ask('POST', '/limits', { ...whole, name: 'All of a month', geos: [], number: 100_000, period: 'month' })
  const [, second] = some
  await ask('POST', '/pauses', { scopes: [placeOf(second)], reason: 'quality', note: 'too many duplicates' })
}

/** Runs a lead sync, after the one that the start has brought. */
async function sync(ask: Ask): Promise<void> {
  while (read(await ask('POST', '/lead-sync/run'), 'reason') === 'already_running') {
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Queues a payout report and waits until it is there. */
async function calculate(ask: Ask, range: object): Promise<unknown> {
  const id = text(await ask('POST', '/payouts/reports', range), 'id')
  for (;;) {
    const report = await ask('GET', `/payouts/reports/${id}`)
    if (read(report, 'status') === 'success') return report
    if (read(report, 'status') === 'failed')
      throw new Error(`the payout report failed: ${text(report, 'errorMessage')}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function weekBefore(report: unknown): object {
  const start = Temporal.PlainDate.from(text(report, 'params', 'start')).subtract({ days: 7 })
  return { start: start.toString(), end: start.add({ days: 6 }).toString() }
}

async function closeWeek(ask: Ask, report: unknown) {
  const closing = await ask('POST', '/payouts/closings', { reportId: text(report, 'id') })
  const lines = read(closing, 'lines')
  // Deposits of nobody known have a line too.
  const named: unknown = Array.isArray(lines) ? lines.find((line) => text(line, 'affiliateId') !== '') : null
  return { closing: text(closing, 'id'), affiliateId: text(named, 'affiliateId') }
}

async function payWeek(ask: Ask, report: unknown): Promise<void> {
  const { closing } = await closeWeek(ask, report)
  const frozen = await settled(ask, closing)
  const approved = await ask('POST', `/payouts/closings/${closing}/approve`, { version: read(frozen, 'version') })
  await ask('POST', `/payouts/closings/${closing}/pay`, {
    version: read(approved, 'version'),
    paidOn: Temporal.PlainDate.from(text(report, 'params', 'end'))
      .add({ days: 3 })
      .toString(),
    reference: 'SEPA batch 114',
  })
}

/** A closed week whose differences of earlier weeks are in. */
async function settled(ask: Ask, closing: string): Promise<unknown> {
  for (;;) {
    const week = await ask('GET', `/payouts/closings/${closing}`)
    if (read(week, 'carriedAt') !== null) return week
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function text(value: unknown, ...path: (string | number)[]): string {
  const found = read(value, ...path)
  if (typeof found !== 'string') throw new Error(`there is no text at ${path.join('.')}`)
  return found
}
