import { DAY, instantFromMilliseconds, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { readLocal, spanOfDays, writeLocal, type Asked, type System } from './system-shape.ts'
import { isDated, readCount, type Customer } from './vendor.ts'

// CRMs list leads by the day of their registration, each with what became of it.

function dateOf({ deposit }: Customer): string | null {
  const at = isDated(deposit) ? parseInstant(deposit.createdAt) : null
  return at === null ? null : writeLocal(at)
}

function spanOfTimes(from: unknown, to: unknown): readonly [Instant, Instant] | string {
  const [first, last] = [readLocal(from), readLocal(to)]
  return first !== null && last !== null ? [first, last] : 'from and to are dates with a time.'
}

function readPage(page: unknown, size: unknown, most: number): { skip: number; size: number } {
  const taken = Math.max(1, readCount(size, 100, most))
  return { skip: (Math.max(1, readCount(page, 1, 1_000_000)) - 1) * taken, size: taken }
}

/** The token in the query, errors with 200, and of a deposit that it was made, not when. */
export const getLeads: System = {
  method: 'GET',
  path: '/api/v3/get-leads',
  isKnown: ({ query }, token) => query.get('api_token') === token,
  stranger: { status: 200, body: { success: false, message: 'Wrong api_token' } },
  readSpan({ query, now }) {
    const from = query.get('from') ?? writeLocal(instantFromMilliseconds(now - 7 * DAY))
    return spanOfTimes(from, query.get('to'))
  },
  readPage: ({ query }) => readPage(query.get('page'), query.get('limit'), 1_000),
  write: ({ lead, registeredAt, deposit }) => [
    {
      at: registeredAt,
      row: {
        id: lead.id,
        link_id: 90,
        acq: deposit === null ? 0 : 1,
        // Hosts of the family disagree about the name of it.
        [lead.id.endsWith('0') ? 'created_at' : 'registration_date']: writeLocal(registeredAt),
        status: lead.status ?? null,
        source: lead.sourceNumber,
        funnel: 'funnel',
        domain: 'example.org',
      },
    },
  ],
  wrap: (list) => `{"success":true,"data":${list}}`,
  writeSoftError: (message) => ({ success: false, message }),
  badRows: [{ acq: 0 }, { id: 'x', acq: 0, registration_date: 'yesterday' }, 7],
}

const MONTH_FIRST = /^(\d\d)\/(\d\d)\/(\d\d)$/

/** No pages; the last day that is asked for is left out; `status` is a number that says nothing of the sale. */
export const eliteCrm: System = {
  method: 'GET',
  path: '/api/leads',
  isKnown: ({ headers }, token) => headers['api-key'] === token,
  stranger: { status: 401, body: { message: 'Unauthenticated.' } },
  readSpan({ query }) {
    const [from, to] = ['fromDate', 'toDate'].map((name) =>
      query.get(name)?.replace(MONTH_FIRST, (_all, month, day, year) => `20${year}-${month}-${day} 00:00:00`),
    )
    const span = spanOfTimes(from, to)
    return typeof span === 'string' ? span : [span[0], instantFromMilliseconds(span[1] - 1)]
  },
  readPage: () => null,
  write: (customer) => [
    {
      at: customer.registeredAt,
      row: {
        id: customer.lead.id,
        lead_code: `L-${customer.lead.id}`,
        email: customer.lead.email ?? '',
        country_code: customer.lead.geo,
        status: 1,
        sales_status: customer.lead.status ?? null,
        is_ftd: customer.deposit === null ? 0 : 1,
        ftd_date: dateOf(customer),
        created_at: writeLocal(customer.registeredAt),
      },
    },
  ],
  wrap: (list) => `{"data":${list}}`,
  writeSoftError: (message) => ({ error: message }),
  badRows: [{ is_ftd: 0 }, { id: 'x', is_ftd: 0, created_at: '2026-13-01 10:00:00', country_code: 'DE' }, 7],
}

function askedOfEnigma({ query }: Asked): readonly [Instant, Instant] | string {
  return spanOfTimes(query.get('fromDate'), query.get('toDate'))
}

/** Whether there was a deposit is 0 or 1, or true; when, only the list of conversions says. */
export const enigma: System = {
  method: 'GET',
  path: '/api/v2/leads',
  isKnown: ({ headers }, token) => headers['api-key'] === token,
  stranger: { status: 403, body: { message: 'IP not allowed' } },
  readSpan: askedOfEnigma,
  readPage: ({ query }) => readPage(query.get('page'), query.get('itemsPerPage'), 1_000),
  write: ({ lead, registeredAt, deposit }) => [
    {
      at: registeredAt,
      row: {
        leadRequestIDEncoded: lead.id,
        customerID: lead.email ?? '',
        hasFTD: deposit === null ? 0 : isDated(deposit) || 1,
        saleStatus: lead.status ?? null,
        signupDate: writeLocal(registeredAt),
        countryCode: lead.geo,
        custom1: lead.sourceNumber,
        custom2: null,
      },
    },
  ],
  wrap: (list, { total }) => `{"items":${list},"total":${JSON.stringify({ items: total })}}`,
  writeSoftError: (message) => ({ error: message }),
  badRows: [{ hasFTD: 0 }, { leadRequestIDEncoded: 'x', hasFTD: 0, signupDate: 'soon', countryCode: 'DE' }, 7],
}

/** Deposits that do not qualify are listed too. */
export const enigmaConversions: System = {
  ...enigma,
  path: '/api/v2/conversions',
  write({ lead, registeredAt, deposit }) {
    const at = deposit === null ? null : parseInstant(deposit.createdAt)
    if (deposit === null || at === null) return []
    const row = { leadRequestIDEncoded: lead.id, amount: 250, currency: 'USD', customerID: lead.email ?? '' }
    return [
      { at, row: { ...row, brokerAccountDepositID: deposit.id, depositDate: writeLocal(at), qualified: 1 } },
      {
        at: registeredAt,
        row: { ...row, brokerAccountDepositID: `q-${lead.id}`, depositDate: writeLocal(registeredAt), qualified: 0 },
      },
    ]
  },
}

/** Whole days; how many pages there are is counted one too few; an empty text is no date. */
export const crmMate: System = {
  method: 'GET',
  path: '/api/web-master/leads',
  isKnown: ({ headers }, token) => headers.authorization === `Bearer ${token}`,
  stranger: { status: 401, body: { success: false, message: 'Unauthenticated.' } },
  readSpan: ({ query }) => spanOfDays(query.get('date_start'), query.get('date_end')),
  readPage: ({ query }) => readPage(query.get('page'), query.get('per_page'), 100),
  write: (customer) => [
    {
      at: customer.registeredAt,
      row: {
        id: customer.lead.id,
        email: customer.lead.email ?? '',
        status: { id: 3, name: customer.lead.status ?? '' },
        is_action: customer.deposit === null ? 0 : 1,
        action_time: dateOf(customer) ?? '',
        date: writeLocal(customer.registeredAt),
      },
    },
  ],
  wrap(list, { total, skip, size }) {
    const counts = { current_page: skip / size + 1, total_pages: Math.max(1, Math.ceil(total / size) - 1), total }
    return `{"success":true,"data":{"data":${list},${JSON.stringify(counts).slice(1, -1)}},"message":""}`
  },
  writeSoftError: (message) => ({ success: false, message, data: { data: [] } }),
  badRows: [{ is_action: 0 }, { id: 'x', is_action: 0, date: 'soon' }, 7],
}
