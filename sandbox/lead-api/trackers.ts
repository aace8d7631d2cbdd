import { z } from 'zod'
import { parseInstant, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { spanOfDays, SYSTEM_ZONE, writeLocal, type System, type SystemRow } from './system-shape.ts'
import { isDated, readCount, type Customer } from './vendor.ts'

// Trackers list conversions by their own time: a deposit is a conversion of its own, or the later state of its lead's.

/** What an account calls the event, or the goal, of a first deposit. */
export const FTD_EVENT = 'FTD'

function depositedAt({ deposit }: Customer): Instant | null {
  return deposit === null ? null : parseInstant(deposit.createdAt)
}

/** The lead, its deposit, and what must be taken for neither: another event, and a deposit that was declined before. */
function writeEvents<T extends object>(
  customer: Customer,
  write: (id: string, at: Instant, kind: 'lead' | 'KYC' | typeof FTD_EVENT, isDeclined: boolean) => T,
): SystemRow[] {
  const { lead, registeredAt, deposit } = customer
  const row = (...[id, at, kind, isDeclined]: Parameters<typeof write>) => ({
    at,
    row: write(id, at, kind, isDeclined),
  })
  const own = row(`c-${lead.id}`, registeredAt, 'lead', false)
  const at = depositedAt(customer)
  if (deposit === null || at === null) return [own]
  return [
    own,
    row(`k-${lead.id}`, at, 'KYC', false),
    row(`d-${lead.id}`, registeredAt, FTD_EVENT, true),
    row(deposit.id, at, FTD_EVENT, false),
  ]
}

const EVERFLOW_ROWS = 50

/** Seconds since 1970; pages are of 50 whatever is asked for, and their rows move on while new ones come. */
export const everflow: System = {
  method: 'POST',
  path: '/v1/networks/reporting/conversions',
  isKnown: ({ headers }, token) => headers['x-eflow-api-key'] === token,
  stranger: { status: 401, body: { Error: 'Invalid API key' } },
  readSpan: ({ body }) => spanOfDays(body['from'], body['to'], 'UTC'),
  readPage({ query }) {
    const size = Math.max(1, readCount(query.get('page_size'), 50, EVERFLOW_ROWS))
    return { skip: (Math.max(1, readCount(query.get('page'), 1, 1_000_000)) - 1) * size, size }
  },
  write: (customer) =>
    writeEvents(customer, (id, at, kind, isDeclined) => ({
      conversion_id: id,
      conversion_unix_timestamp: Math.floor(at / SECOND),
      sub1: '',
      status: isDeclined ? 'rejected' : 'approved',
      country: customer.lead.geo,
      is_event: kind !== 'lead',
      event: kind === 'lead' ? '' : kind,
      transaction_id: customer.lead.id,
      email: customer.lead.email ?? '',
      relationship: {
        advertiser: { network_advertiser_id: customer.lead.advertiserId, name: customer.lead.advertiserName ?? '' },
        affiliate: { network_affiliate_id: Number(customer.lead.sourceNumber), name: customer.lead.sourceName ?? '' },
      },
    })),
  wrap: (list, { total, skip, size }) =>
    `{"conversions":${list},"paging":${JSON.stringify({ page: skip / size + 1, page_size: size, total_count: total })}}`,
  writeSoftError: (message) => ({ Error: message, error: message }),
  badRows: [{ is_event: false, country: 'DE' }, { transaction_id: 'x', conversion_unix_timestamp: 'soon' }, 7],
}

/** The clock of the account; what is refused comes with 200 and another status than 1. */
export const affise: System = {
  method: 'GET',
  path: '/3.0/stats/conversions',
  isKnown: ({ headers }, token) => headers['api-key'] === token,
  stranger: { status: 200, body: { status: 2, message: 'Access denied' } },
  readSpan: ({ query }) => spanOfDays(query.get('date_from'), query.get('date_to')),
  readPage({ query }) {
    const size = Math.max(1, readCount(query.get('limit'), 100, 5_000))
    return { skip: (Math.max(1, readCount(query.get('page'), 1, 1_000_000)) - 1) * size, size }
  },
  write: (customer) =>
    writeEvents(customer, (id, at, kind, isDeclined) => ({
      id,
      action_id: customer.lead.id,
      clickid: customer.lead.id,
      conversion_id: id,
      status: isDeclined ? 'declined' : 'confirmed',
      goal: kind === 'lead' ? '' : kind,
      goal_value: { lead: '1', KYC: '3', [FTD_EVENT]: '2' }[kind],
      country: customer.lead.geo,
      created_at: writeLocal(at),
      partner: { id: Number(customer.lead.sourceNumber), title: 'partner@example.org' },
      partner_id: Number(customer.lead.sourceNumber),
      advertiser: { id: customer.lead.advertiserId, title: customer.lead.advertiserName ?? '' },
      payouts: 3,
    })),
  wrap: (list, { total, size }) =>
    `{"status":1,"conversions":${list},"pagination":${JSON.stringify({ per_page: size, total_count: total })}}`,
  writeSoftError: (message) => ({ status: 3, message, conversions: [] }),
  badRows: [{ goal: '', country: 'DE' }, { action_id: 'x', goal: '', created_at: '2026-02-31 10:00:00' }, 7],
}

const Log = z.object({
  range: z.object({ from: z.string(), to: z.string(), timezone: z.literal(SYSTEM_ZONE) }),
  columns: z.array(z.string()),
  limit: z.int().min(1).max(5_000),
  offset: z.int().min(0),
})

const COLUMNS = new Set([
  'conversion_id',
  'sub_id',
  'click_datetime',
  'postback_datetime',
  'sale_datetime',
  'status',
  'country_code',
  'sub_id_1',
  'sub_id_2',
  'sub_id_3',
  'sub_id_4',
  'sub_id_5',
  'affiliate_network',
])

/** One conversion a lead, which moves to the day of its last postback; only the columns that are asked for. */
export const keitaro: System = {
  method: 'POST',
  path: '/admin_api/v1/conversions/log',
  isKnown: ({ headers }, token) => headers['api-key'] === token,
  stranger: { status: 401, body: { error: 'Unauthorized' } },
  readSpan({ body }) {
    const asked = Log.safeParse(body)
    if (!asked.success) return z.prettifyError(asked.error)
    const unknown = asked.data.columns.find((column) => !COLUMNS.has(column))
    return unknown === undefined
      ? spanOfDays(asked.data.range.from, asked.data.range.to)
      : `Column "${unknown}" is not defined`
  },
  readPage({ body }) {
    const { limit, offset } = Log.parse(body)
    return { skip: offset, size: limit }
  },
  write(customer, { body }) {
    const { lead, registeredAt, deposit } = customer
    const at = depositedAt(customer) ?? registeredAt
    const row: Record<string, unknown> = {
      conversion_id: deposit?.id ?? `c-${lead.id}`,
      sub_id: lead.id,
      click_datetime: writeLocal(registeredAt),
      postback_datetime: writeLocal(at),
      sale_datetime: isDated(deposit) ? writeLocal(at) : null,
      status: deposit === null ? 'lead' : 'sale',
      country_code: lead.geo,
      sub_id_1: lead.sourceNumber,
      affiliate_network: lead.advertiserId,
    }
    return [{ at, row: Object.fromEntries(Log.parse(body).columns.map((column) => [column, row[column]])) }]
  },
  wrap: (list, { total }) => `{"rows":${list},"total":${total}}`,
  writeSoftError: (message) => ({ error: message }),
  badRows: [{ status: 'lead' }, { sub_id: 'x', click_datetime: '0000-00-00 00:00:00', status: 'lead' }, 7],
}
