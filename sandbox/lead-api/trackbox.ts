import { formatInstant, parseInstant } from '#domain/kernel/instant.ts'
import type { Shape, ShapeAnswer, ShapeRequest } from './shape.ts'
import { answerJson } from './shape.ts'
import type { LeadSource } from './source.ts'
import { answerPage, listCustomers, pathIs, readCount, readDate, type Customer, type PageOfRows } from './vendor.ts'

const ROWS = 50

/** TrackBox: a POST, errors with status 200, pages of a size of its own. */
export function createTrackboxShape(options: {
  token: string
  username: string
  password: string
  source: LeadSource
}): Shape {
  return {
    badRows: [
      { customerData: { email: 'x@example.org' }, tracking: {} },
      { customerData: { id: 'x', created: '2026-02-31 10:00:00', country: 'DE' }, tracking: { MPC_1: '4' } },
      'row',
    ].map((row) => JSON.stringify(row)),
    writeSoftError: (message) => JSON.stringify({ status: false, data: message }),
    answer(request) {
      const refused = pathIs(request, 'POST', '/api/pull/customers')
      if (refused) return refused
      const { headers } = request
      const isKnown =
        headers['x-trackbox-username'] === options.username &&
        headers['x-trackbox-password'] === options.password &&
        headers['x-api-key'] === options.token
      if (!isKnown) return answerJson('leads', 200, { status: false, data: 'Wrong credentials' })
      return answer(options.source, request)
    },
  }
}

function answer(source: LeadSource, { body, now }: ShapeRequest): ShapeAnswer {
  const asked = readBody(body)
  const [from, to] = [readDate(asked['from'], 'datetime'), readDate(asked['to'], 'datetime')]
  if (from === null || to === null || asked['type'] !== 3) {
    return answerJson('leads', 200, { status: false, data: 'from, to and type 3 are required' })
  }
  // Its rows have no word for a test: such leads are not listed.
  const customers = listCustomers(source, from, to, now).filter(({ lead }) => !lead.isTest)
  const lastPage = Math.max(1, Math.ceil(customers.length / ROWS))
  const page = Math.max(1, readCount(asked['page'], 1, 1_000_000))
  const pageOf = (number: number): PageOfRows => ({
    rows: customers.slice((number - 1) * ROWS, number * ROWS).map(toRow),
    wrap: (texts) =>
      `{"status":true,"data":[${texts.join(',')}],"meta":${JSON.stringify({ limit: ROWS, total: customers.length, currentPage: page, lastPage })}}`,
    walk: `trackbox ${from} ${to}`,
    isFirst: number === 1,
    swap: () => pageOf(number + 1),
  })
  return answerPage(pageOf(page))
}

function toRow({ lead, deposit }: Customer): string {
  return JSON.stringify({
    customerData: {
      id: lead.id,
      uniqueid: `u-${lead.id}`,
      email: lead.email ?? '',
      created: writeDate(lead.createdAt),
      country: lead.geo,
      call_status: lead.status ?? '',
      depositor: deposit ? 1 : 0,
      first_depositDate: deposit ? writeDate(deposit.createdAt) : '0000-00-00 00:00:00',
    },
    tracking: { so: '', MPC_1: lead.sourceNumber, MPC_2: '' },
  })
}

/** Whole seconds of a clock in UTC. */
function writeDate(text: string): string {
  const instant = parseInstant(text)
  return instant === null ? text : formatInstant(instant).slice(0, 19).replace('T', ' ')
}

function readBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}
