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

/** Adds to what the demo world has done by itself: corrects its last closed week, plans and limits some of today. */
export async function leavePast(ask: Ask): Promise<Past> {
  const week = await findLastWeek(ask)
  await ask('POST', `/payouts/closings/${text(week, 'id')}/reopen`, { version: read(week, 'version') })
  const lines = read(await ask('GET', `/payouts/closings/${text(week, 'id')}`), 'lines')
  // Deposits of nobody known have a line too.
  const named: unknown = Array.isArray(lines) ? lines.find((line) => text(line, 'affiliateId') !== '') : null
  const affiliateId = text(named, 'affiliateId')
  await ask('POST', `/payouts/closings/${text(week, 'id')}/adjustments`, {
    affiliateId,
    amount: 150,
    reason: 'Bonus agreed for the new landing page',
  })
  await calculate(ask, { preset: 'current_week' })
  await planAhead(ask)
  return { reportId: text(week, 'reportId'), affiliateId, day: text(week, 'end') }
}

/** The last closed week, once it and the one before are as the demo world leaves them. */
async function findLastWeek(ask: Ask): Promise<unknown> {
  for (;;) {
    const weeks = await ask('GET', '/payouts/closings')
    if (read(weeks, 0, 'state') === 'approved' && read(weeks, 1, 'state') === 'paid') return read(weeks, 0)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Makes plans of some caps of today that have none yet, and limits what they come to. */
async function planAhead(ask: Ask): Promise<void> {
  const zone = text(await ask('GET', '/settings/public'), 'timezone')
  const today = Temporal.Now.plainDateISO(zone)
  const caps = await ask('GET', `/caps/day/${today.toString()}`)
  const planned = read(await ask('GET', '/plans'), 0, 'sourceNumber')
  const free: unknown[] = Array.isArray(caps) ? caps.filter((cap) => read(cap, 'sourceNumber') !== planned) : []
  const some = free.slice(0, 12)
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

function text(value: unknown, ...path: (string | number)[]): string {
  const found = read(value, ...path)
  if (typeof found !== 'string') throw new Error(`there is no text at ${path.join('.')}`)
  return found
}
