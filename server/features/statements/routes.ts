import type { z } from 'zod/mini'
import type { Statement, statementCalls } from '#contract/statements.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import { statementTexts } from '#contract/texts/statements.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { NOTHING } from '#domain/payouts/money.ts'
import { formatDayRange } from '#domain/sentences/written.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { problem, type Handlers } from '#platform/http/reply.ts'
import { makeTableFile } from '#platform/table-file.ts'
import { writeMessage } from './message-routes.ts'
import { previewMessage, resendMessage, sendMessage, type ResendRefusal, type SendRefusal } from './message-service.ts'
import { readStatement, type AffiliateStatement } from './service.ts'
import { sheetStatement } from './sheet-routes.ts'

const words = statementTexts

export function statementRoutes(deps: { db: Database; clock: Clock }): Handlers<typeof statementCalls> {
  const { db } = deps
  return {
    async read({ params }) {
      const statement = await readStatement(db, params.id, params.affiliateId)
      return statement ? { status: 200, body: presentStatement(statement) } : problem(404, words.notFound)
    },
    async export({ params, query: { format = 'csv' } }) {
      const statement = await readStatement(db, params.id, params.affiliateId)
      if (!statement) return problem(404, words.notFound)
      const { start, end } = statement.report.range
      const holds = ['statement', statement.affiliateId, start, end]
      return { status: 200, body: makeTableFile(format, holds, sheetStatement(statement)) }
    },
    async preview({ params }) {
      const message = await previewMessage(db, { reportId: params.id, affiliate: params.affiliateId }, writeMessage)
      if (!message) return problem(404, words.notFound)
      const sent = message.sent.map(({ at, by }) => ({ at: formatInstant(at), by }))
      return { status: 200, body: { ...message, chatIds: [...message.chatIds], sent } }
    },
    async send({ params, body }, { member }) {
      const of = { reportId: params.id, affiliate: params.affiliateId }
      const sent = await sendMessage(deps, member, of, { seen: body, write: writeMessage })
      if (sent.ok) return { status: 202, body: sent.value }
      return refuseSend(sent)
    },
    async resend({ params }, { member }) {
      const of = { reportId: params.id, affiliate: params.affiliateId, deliveryId: params.deliveryId }
      const result = await resendMessage(deps, member, of, writeMessage)
      return result.ok ? { status: 202, body: result.value } : refuseResend(result)
    },
  }
}

function refuseSend(refusal: SendRefusal) {
  switch (refusal.reason) {
    case 'statement.not-found':
      return problem(404, words.notFound)
    case 'statement.no-chat':
      return problem(409, words.noChat)
    case 'statement.changed':
      return problem(409, words.changed)
    case 'statement.newer':
      return problem(409, words.sendNewer)
    case 'statement.closed-otherwise':
      return problem(409, words.sendOther(formatDayRange(refusal.days)))
  }
}

function refuseResend({ reason }: ResendRefusal) {
  switch (reason) {
    case 'statement.not-found':
      return problem(404, words.notFound)
    case 'delivery.not-found':
      return problem(404, broadcastTexts.notThere)
    case 'statement.changed':
      return problem(409, words.changed)
    case 'delivery.not-resendable':
      return problem(409, broadcastTexts.notResendable)
  }
}

function presentStatement(statement: AffiliateStatement): z.input<typeof Statement> {
  const { report, owed, closing, closedOtherwise, newer, deals, extras } = statement
  return {
    reportId: report.id,
    affiliateId: statement.affiliateId,
    affiliateName: statement.affiliateName,
    ...report.range,
    timezone: report.timezone,
    generatedAt: formatInstant(report.completedAt ?? report.createdAt),
    terms: report.terms,
    closing: closing && {
      id: closing.id,
      state: closing.state,
      paidOn: closing.paidOn,
      paymentReference: closing.paymentReference,
    },
    closedOtherwise: closedOtherwise && {
      reportId: closedOtherwise.reportId,
      start: closedOtherwise.start,
      end: closedOtherwise.end,
      knowsAffiliate: closedOtherwise.knowsAffiliate,
    },
    newer,
    validLeads: owed?.validLeads ?? 0,
    deposits: owed?.deposits ?? 0,
    cpaComponent: dollarsFromCents(owed?.cpaComponent ?? NOTHING),
    crgComponent: dollarsFromCents(owed?.crgComponent ?? NOTHING),
    extraPayout: dollarsFromCents(owed?.extraPayout ?? NOTHING),
    totalPayout: dollarsFromCents(owed?.totalPayout ?? NOTHING),
    adjustments: statement.adjustments.map(({ id, kind, amount, reason }) => ({
      id,
      kind,
      amount: dollarsFromCents(amount),
      reason,
    })),
    due: dollarsFromCents(statement.due),
    geos: (owed?.geoBreakdown ?? []).map(({ geo, validLeads, deposits, payout }) => ({
      geo,
      validLeads,
      deposits,
      payout: dollarsFromCents(payout),
    })),
    deals: deals.map(presentDeal),
    extraDeposits: extras.map(({ date, geo, deposits, payout }) => ({
      date,
      geo,
      deposits,
      payout: dollarsFromCents(payout),
    })),
  }
}

function presentDeal({ payout, ...deal }: AffiliateStatement['deals'][number]) {
  const { capId, date, geo, cap, validLeads, outsideWorkingHours, paused, capped } = deal
  return {
    capId,
    date,
    geo,
    cap,
    cpa: deal.cpa === null ? null : dollarsFromCents(deal.cpa),
    crg: deal.crg === null ? null : percentFromBasisPoints(deal.crg),
    validLeads,
    invalid: Object.values(deal.invalidStatuses).reduce((sum, count) => sum + count, 0),
    outsideWorkingHours,
    paused,
    capped,
    deposits: deal.deposits.total,
    payout: {
      cpaComponent: dollarsFromCents(payout.cpaComponent),
      crgComponent: dollarsFromCents(payout.crgComponent),
      extras: dollarsFromCents(payout.extras),
      total: dollarsFromCents(payout.total),
    },
  }
}
