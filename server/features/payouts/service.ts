import type { Day } from '#domain/kernel/day.ts'
import { checkDayRange, type DayRange, type DayRangeRefusal } from '#domain/kernel/day-range.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { LONGEST_RANGE, rangeOfPreset, type PayoutPreset } from '#domain/payouts/range.ts'
import type { DealDetails, DealSummary, ReportSummary } from '#domain/payouts/summary.ts'
import { readTerms } from '#domain/payouts/terms.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { listDetailedDeals } from './deal-store.ts'
import { computeQueue } from './queue-service.ts'
import {
  failReport,
  findReport,
  findSummary,
  insertReport,
  listReports,
  lockReportOnItsWay,
  lockRequests,
  renewReport,
  type NewReport,
  type ReportStatus,
  type StoredReport,
} from './store.ts'

export type { StoredReport }

export interface PayoutDeps {
  db: Database
  clock: Clock
  jobs: Jobs
}

/** Which days somebody means: a preset, or a range of their own. */
export interface RangeWish {
  preset: PayoutPreset | null
  start: Day | null
  end: Day | null
}

export type RangeRefusal =
  | DayRangeRefusal
  | { reason: 'range.unsaid' | 'range.no-start' | 'range.no-end' | 'range.preset-and-days' }

/** A report with its result, if it is finished. */
export interface FullReport {
  report: StoredReport
  result: { summary: ReportSummary; deals: (DealSummary & DealDetails)[]; isBrief: boolean } | null
}

/**
 * Queues a report. If one for the same days is being computed, returns that one; it begins again if its numbers would
 * differ from the current ones.
 */
export async function queueReport(
  deps: PayoutDeps,
  member: Member,
  wish: RangeWish,
): Promise<Result<StoredReport, RangeRefusal>> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- again only where the one in the way ended at this very moment
    const queued = await transact(deps.db, (tx) => queueOnce(deps, tx, member, wish))
    if (!queued.ok) return queued
    if (queued.value) return accept(queued.value)
  }
}

/** Null if the report in the way ended at this moment. */
async function queueOnce(
  deps: PayoutDeps,
  tx: Tx,
  member: Member,
  wish: RangeWish,
): Promise<Result<StoredReport | null, RangeRefusal>> {
  await lockRequests(tx)
  const settings = await readSettings(tx)
  const { timezone, invalidStatuses } = settings
  const now = deps.clock.now()
  const found = readWish(wish, zoneOf(timezone).dayOf(now))
  if (!found.ok) return found
  const range = found.value
  if (range === null) return refuse({ reason: 'range.unsaid' })
  const rules = { timezone, invalidStatuses, terms: readTerms(settings) }
  const draft = { id: newId(), preset: wish.preset, range, requestedBy: signatureOf(member), createdAt: now, rules }
  const id = (await insertReport(tx, draft)) ? await sendReport(deps, tx, draft.id) : await shareReport(deps, tx, draft)
  return accept(id === null ? null : await findReport(tx, id))
}

/** The report for the same days that is being computed; null if there is none any more. */
async function shareReport(deps: PayoutDeps, tx: Tx, { range, rules }: NewReport): Promise<string | null> {
  const standing = await lockReportOnItsWay(tx, range)
  if (!standing) return null
  const isRenewed = await renewReport(tx, standing.id, rules)
  // A report that no worker has taken yet still has its job.
  return isRenewed && standing.isRunning ? sendReport(deps, tx, standing.id) : standing.id
}

async function sendReport({ jobs }: PayoutDeps, tx: Tx, reportId: string): Promise<string> {
  await jobs.send(computeQueue, { reportId }, tx)
  await announce(tx, { topic: 'payouts', days: null })
  return reportId
}

/** The newest finished report of the given days, or of any days; null if there is none. */
export async function readLatestReport(
  deps: PayoutDeps,
  wish: RangeWish,
  isBrief = false,
): Promise<Result<FullReport | null, RangeRefusal>> {
  const range = await resolveWish(deps, wish)
  if (!range.ok) return range
  const [report] = await listReports(deps.db, { ...narrow(range.value), status: 'success', limit: 1 })
  return accept(report ? await complete(deps.db, report, isBrief) : null)
}

export async function readReports(
  deps: PayoutDeps,
  wish: RangeWish,
  { status, limit }: { status: ReportStatus | null; limit: number },
): Promise<Result<StoredReport[], RangeRefusal>> {
  const range = await resolveWish(deps, wish)
  if (!range.ok) return range
  return accept(await listReports(deps.db, { ...narrow(range.value), ...(status && { status }), limit }))
}

export async function readReport({ db }: PayoutDeps, id: string, isBrief = false): Promise<FullReport | null> {
  const report = await findReport(db, id)
  return report && complete(db, report, isBrief)
}

/** Ends a report that is being computed, with the reason; for an attempt only while no other has taken over. */
export async function endReport(
  { db, clock }: Pick<PayoutDeps, 'db' | 'clock'>,
  id: string,
  { attempt, error }: { attempt: string | null; error: string },
): Promise<Result<StoredReport, { reason: 'report.not-found' | 'report.over' }>> {
  return transact(db, async (tx) => {
    const wasOnItsWay = await failReport(tx, id, attempt, { error, completedAt: clock.now() })
    const report = await findReport(tx, id)
    if (!report) return refuse({ reason: 'report.not-found' })
    if (!wasOnItsWay) return refuse({ reason: 'report.over' })
    await announce(tx, { topic: 'payouts', days: null })
    return accept(report)
  })
}

/** A brief one has no deals: it is small however many there are. */
async function complete(db: Database, report: StoredReport, isBrief: boolean): Promise<FullReport> {
  const summary = report.status === 'success' ? await findSummary(db, report.id) : null
  if (!summary) return { report, result: null }
  return { report, result: { summary, deals: isBrief ? [] : await listDetailedDeals(db, report.id), isBrief } }
}

async function resolveWish(deps: PayoutDeps, wish: RangeWish): Promise<Result<DayRange | null, RangeRefusal>> {
  const { timezone } = await readSettings(deps.db)
  return readWish(wish, zoneOf(timezone).dayOf(deps.clock.now()))
}

/** Null: no days were given, so any days count. */
function readWish({ preset, start, end }: RangeWish, today: Day): Result<DayRange | null, RangeRefusal> {
  if (preset !== null) {
    return start === null && end === null
      ? accept(rangeOfPreset(preset, today))
      : refuse({ reason: 'range.preset-and-days' })
  }
  if (start === null) return end === null ? accept(null) : refuse({ reason: 'range.no-start' })
  return end === null ? refuse({ reason: 'range.no-end' }) : checkDayRange({ start, end }, LONGEST_RANGE)
}

function narrow(range: DayRange | null): { range?: DayRange } {
  return range === null ? {} : { range }
}
