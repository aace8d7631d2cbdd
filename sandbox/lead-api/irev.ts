import type { Shape, ShapeAnswer, ShapeRequest } from './shape.ts'
import { answerJson } from './shape.ts'
import type { LeadSource } from './source.ts'
import {
  answerPage,
  limitCalls,
  listCustomers,
  pathIs,
  readCount,
  readDate,
  type Customer,
  type PageOfRows,
} from './vendor.ts'

export const FTD_GOAL = 'b1f3d9a2-ftd'
const LEAD_GOAL = 'a0c7e1d4-lead'
const MOST_ROWS = 100
const CALLS_AN_HOUR = 100

/** IREV, affiliate API v2: a bare list by registration date; a deposit is a row of its own, of another goal. */
export function createIrevShape(options: { token: string; source: LeadSource; callsAnHour?: number }): Shape {
  const limit = limitCalls(options.callsAnHour ?? CALLS_AN_HOUR)
  return {
    badRows: [{ country: 'DE' }, { uuid: 'x', leadUuid: 'x', createdAt: 'yesterday', country: 'DE' }, 7].map((row) =>
      JSON.stringify(row),
    ),
    writeSoftError: (message) => JSON.stringify({ error: { code: 13, message } }),
    answer(request) {
      const refused = pathIs(request, 'GET', '/api/affiliates/v2/leads')
      if (refused) return refused
      // No Bearer: the token alone.
      if (request.headers.authorization !== options.token) {
        return answerJson('leads', 401, { message: 'Unauthenticated.' })
      }
      return limit(request.now) ?? answer(options.source, request)
    },
  }
}

function answer(source: LeadSource, { query, now }: ShapeRequest): ShapeAnswer {
  const [from, to] = [readDate(query.get('created_from'), 'iso'), readDate(query.get('created_to'), 'iso')]
  if (from === null || to === null)
    return answerJson('leads', 422, { message: 'created_from and created_to are required.' })
  const size = Math.max(1, readCount(query.get('per_page'), 25, MOST_ROWS))
  const page = Math.max(1, readCount(query.get('page'), 1, 1_000_000))
  const rows = listCustomers(source, from, to, now).flatMap(toRows)
  const pageOf = (number: number): PageOfRows => ({
    rows: rows.slice((number - 1) * size, number * size),
    wrap: (texts) => `[${texts.join(',')}]`,
    walk: `irev ${from} ${to} ${size}`,
    isFirst: number === 1,
    swap: () => pageOf(number + 1),
  })
  return answerPage(pageOf(page))
}

function toRows({ lead, deposit }: Customer): string[] {
  const row = {
    uuid: lead.id,
    leadUuid: lead.id,
    goalTypeUuid: LEAD_GOAL,
    goalType: 'Lead',
    saleStatus: lead.status ?? null,
    country: lead.geo,
    advertiserUuid: lead.advertiserId,
    advertiserName: lead.advertiserName ?? null,
    externalId: null,
    email: lead.email ?? null,
    isTest: lead.isTest ?? false,
    createdAt: lead.createdAt,
    aff_sub: lead.sourceNumber,
    aff_sub2: null,
  }
  if (!deposit) return [JSON.stringify(row)]
  const ftd = { ...row, uuid: deposit.id, goalTypeUuid: FTD_GOAL, goalType: 'FTD', createdAt: deposit.createdAt }
  return [JSON.stringify(ftd), JSON.stringify(row)]
}
