import type { payoutDetailCalls } from '#contract/payout-details.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import { dollarsFromCents } from '#domain/kernel/cents.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { problem, type Handlers } from '#platform/http/reply.ts'
import { makeTableFile } from '#platform/table-file.ts'
import {
  noteLeadFile,
  readDealRows,
  readDeposits,
  readExtraRows,
  readLeadRows,
  readReportRows,
  type StoredDeposit,
} from './detail-service.ts'
import { presentDealRow, presentExtra } from './present-routes.ts'
import { sheetDeals, sheetExtras, sheetLeads, sheetLines } from './sheet-routes.ts'

const words = payoutTexts

// The default number of rows.
const ROWS_SHOWN = 100

export function payoutDetailRoutes(deps: { db: Database }): Handlers<typeof payoutDetailCalls> {
  return {
    async listDeals({ params, query }) {
      const found = await readDealRows(deps, readPage(params.id, query))
      if (!found) return problem(404, words.noResult)
      return { status: 200, body: { total: found.total, deals: found.rows.map(presentDealRow) } }
    },
    async listExtras({ params, query }) {
      const found = await readExtraRows(deps, readPage(params.id, query))
      if (!found) return problem(404, words.noResult)
      return { status: 200, body: { total: found.total, extraDeposits: found.rows.map(presentExtra) } }
    },
    async listDeposits({ params, query }) {
      const { capId = null, list = null, date = null, geo, advertiserId = null, sourceNumber } = query
      const filter = {
        reportId: params.id,
        capId,
        list,
        date,
        geo: geo === undefined ? null : foldGeo(geo),
        advertiserId,
        sourceNumber: sourceNumber === undefined ? null : foldSource(sourceNumber),
      }
      const found = await readDeposits(deps, filter, { offset: query.offset ?? 0, limit: query.limit ?? ROWS_SHOWN })
      if (!found) return problem(404, words.noResult)
      return { status: 200, body: { total: found.total, deposits: found.deposits.map(presentDeposit) } }
    },
    async exportDeals({ params, query: { affiliateId, format = 'csv' } }) {
      const source = affiliateId === undefined ? null : foldSource(affiliateId)
      const found = await readReportRows(deps, params.id, source)
      if (!found) return problem(404, words.noResult)
      const { deals, extras, report } = found
      const { start, end } = report.range
      const sheets =
        format === 'csv'
          ? ([sheetLines(deals, extras, report)] as const)
          : ([sheetDeals(deals, report), sheetExtras(extras)] as const)
      return { status: 200, body: makeTableFile(format, ['payouts', start, end, source], sheets) }
    },
    async exportLeads({ params: { id, capId }, query: { fate = null, format = 'csv' } }, caller) {
      const found = await readLeadRows(deps, { reportId: id, capId, fate })
      if (!found) return problem(404, words.noDeal)
      const { report, deal, leads } = found
      const holds = ['payout-leads', deal.date, deal.geo, deal.sourceNumber, deal.advertiserId, fate]
      noteLeadFile(caller, leads.length)
      return { status: 200, body: makeTableFile(format, holds, [sheetLeads(leads, report)]) }
    },
  }
}

interface PageQuery<Order> {
  affiliateId?: string | undefined
  sort?: Order | undefined
  descending?: boolean | undefined
  offset?: number | undefined
  limit?: number | undefined
}

function readPage<Order>(reportId: string, query: PageQuery<Order>) {
  const { affiliateId, sort = 'date' as const, descending = false, offset = 0, limit = ROWS_SHOWN } = query
  const source = affiliateId === undefined ? null : foldSource(affiliateId)
  return { reportId, affiliateId: source, sort, descending, offset, limit }
}

function presentDeposit({ createdAt, reported, payout, ...deposit }: StoredDeposit) {
  return {
    ...deposit,
    createdAt: formatInstant(createdAt),
    reported: reported === null ? null : dollarsFromCents(reported),
    payout: dollarsFromCents(payout),
  }
}
