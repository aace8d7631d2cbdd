import type { Shape, ShapeAnswer, ShapeRequest } from './shape.ts'
import { answerJson } from './shape.ts'
import type { LeadSource } from './source.ts'
import { answerPage, listCustomers, pathIs, readCount, readDate, type Customer, type PageOfRows } from './vendor.ts'

/** It says nothing when it gives fewer rows than were asked for. */
const MOST_ROWS = 200

/** Hypernet: rows are skipped and taken; what became of a lead is in its raw status. */
export function createHypernetShape(options: { token: string; source: LeadSource }): Shape {
  return {
    badRows: [{ geo: 'DE' }, { id: 'x', geo: 'DE', subId: '4', createdAt: 12 }, null].map((row) => JSON.stringify(row)),
    writeSoftError: (message) => JSON.stringify({ success: false, message }),
    answer(request) {
      const refused = pathIs(request, 'GET', '/api/external/integration/lead')
      if (refused) return refused
      if (request.headers['x-api-key'] !== options.token) return answerJson('leads', 403, { message: 'Forbidden' })
      return answer(options.source, request)
    },
  }
}

function answer(source: LeadSource, { query, now }: ShapeRequest): ShapeAnswer {
  const [from, to] = [readDate(query.get('from'), 'iso'), readDate(query.get('to'), 'iso')]
  if (from === null || to === null) return answerJson('leads', 400, { message: 'from and to are instants.' })
  const take = Math.max(1, readCount(query.get('take'), 50, MOST_ROWS))
  // Its rows have no word for a test: such leads are not listed.
  const customers = listCustomers(source, from, to, now).filter(({ lead }) => !lead.isTest)
  const pageOf = (skip: number): PageOfRows => ({
    rows: customers.slice(skip, skip + take).map(toRow),
    wrap: (texts) => `{"rows":[${texts.join(',')}]}`,
    walk: `hypernet ${from} ${to} ${take}`,
    isFirst: skip === 0,
    swap: () => pageOf(skip + take),
  })
  return answerPage(pageOf(readCount(query.get('skip'), 0, 100_000_000)))
}

function toRow({ lead, deposit }: Customer): string {
  return JSON.stringify({
    id: lead.id,
    subId: lead.sourceNumber,
    geo: lead.geo,
    profile: { email: lead.email ?? null },
    createdAt: lead.createdAt,
    // The group is coarse; the text may say anything, also of a lead that has deposited.
    registration: { status: 'registered', rawStatus: lead.status ?? null },
    isDeposited: deposit !== null,
    depositedAt: deposit?.createdAt ?? null,
  })
}
