import type { payoutCalls } from '#contract/payouts.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import type { PayoutPreset } from '#domain/payouts/range.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { signatureOf } from '#domain/team/member.ts'
import { problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import { presentJob, presentReport } from './present-routes.ts'
import { readDealLeads } from './detail-service.ts'
import {
  endReport,
  queueReport,
  readLatestReport,
  readReport,
  readReports,
  type PayoutDeps,
  type RangeRefusal,
  type RangeWish,
} from './service.ts'

const words = payoutTexts

// The default number of reports.
const REPORTS_SHOWN = 20
const LEADS_SHOWN = 100

export function payoutRoutes(deps: PayoutDeps): Handlers<typeof payoutCalls> {
  return {
    async queue({ body }, { member }) {
      const queued = await queueReport(deps, member, readWish(body))
      return queued.ok ? { status: 202, body: presentJob(queued.value) } : refuseRange(queued)
    },
    async findLatest({ query: { brief, ...range } }) {
      const found = await readLatestReport(deps, readWish(range), brief === true)
      if (!found.ok) return refuseRange(found)
      return found.value ? { status: 200, body: presentReport(found.value) } : problem(404, words.noReport)
    },
    async list({ query: { status = 'any', limit = REPORTS_SHOWN, ...range } }) {
      const found = await readReports(deps, readWish(range), { status: status === 'any' ? null : status, limit })
      return found.ok ? { status: 200, body: found.value.map(presentJob) } : refuseRange(found)
    },
    async read({ params, query: { brief } }) {
      const report = await readReport(deps, params.id, brief === true)
      return report ? { status: 200, body: presentReport(report) } : problem(404, words.notFound)
    },
    async cancel({ params }, { member }) {
      const error = words.cancelledBy(signatureOf(member))
      const cancelled = await endReport(deps, params.id, { attempt: null, error })
      if (cancelled.ok) return { status: 200, body: presentJob(cancelled.value) }
      return cancelled.reason === 'report.not-found' ? problem(404, words.notFound) : problem(409, words.notRunning)
    },
    async listDealLeads({ params, query: { fate = null, offset = 0, limit = LEADS_SHOWN } }) {
      const found = await readDealLeads(deps.db, { reportId: params.id, capId: params.capId, fate, offset, limit })
      if (!found) return problem(404, words.noDeal)
      const leads = found.leads.map((lead) => ({ ...lead, createdAt: formatInstant(lead.createdAt) }))
      return { status: 200, body: { total: found.total, leads } }
    },
  }
}

interface RangeFields {
  preset?: PayoutPreset | 'custom' | null | undefined
  start?: Day | null | undefined
  end?: Day | null | undefined
}

function readWish({ preset, start, end }: RangeFields): RangeWish {
  return { preset: preset === 'custom' ? null : (preset ?? null), start: start ?? null, end: end ?? null }
}

const REFUSALS: Readonly<Record<RangeRefusal['reason'], { path: string; message: string }>> = {
  'range.unsaid': { path: 'preset', message: words.which },
  'range.no-start': { path: 'start', message: words.noStart },
  'range.no-end': { path: 'end', message: words.noEnd },
  'range.preset-and-days': { path: 'preset', message: words.presetAndDays },
  'range.reversed': { path: 'end', message: words.reversed },
  'range.too-long': { path: 'end', message: words.tooLong },
}

function refuseRange({ reason }: RangeRefusal): Refusal {
  return problem(400, REFUSALS[reason].message, { errors: [REFUSALS[reason]] })
}
