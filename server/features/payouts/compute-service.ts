import { formatPlace, placeOfDeal, placeOfLead, type Deal, type PayoutLead } from '#domain/payouts/rows.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import type { SettledDeal } from '#domain/payouts/deal.ts'
import { daysOfRange } from '#domain/payouts/range.ts'
import { openReport, type OpenReport } from '#domain/payouts/report.ts'
import { summarizeDeal, summarizeReport } from '#domain/payouts/summary.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { transact } from '#platform/db/transact.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import type { Connector } from '#platform/leads/connector.ts'
import type { Log } from '#platform/log.ts'
import { readSyncedAt } from '#server/features/feeds/service.ts'
import { listDeals, listDepositInput, listLeadsBetween, readNames, takeSnapshot } from './input-store.ts'
import {
  claimReport,
  findReport,
  finishReport,
  insertDeals,
  updateProgress,
  type DealToStore,
  type FinishedReport,
  type StoredReport,
} from './store.ts'

export interface ComputeDeps {
  db: Database
  clock: Clock
  log: Log
  connectors: readonly Connector[]
}

export type ComputeEnd = 'done' | 'stopped' | 'taken over' | 'failed'

/** Rows of one statement that stores deals. */
const DEALS_OF_A_STATEMENT = 500

/** A report while it is computed. */
interface Work {
  deps: ComputeDeps
  report: StoredReport
  /** The fencing token of this attempt. */
  attempt: string
  signal: AbortSignal
}

/**
 * Computes a report and stores it: all of it or nothing. `stopped`: this process ends and another goes on; `taken over`:
 * somebody cancelled it, or another process has it; `failed`: it would fail each time, for a reason that is in the log.
 */
export async function computeReport(deps: ComputeDeps, reportId: string, signal: AbortSignal): Promise<ComputeEnd> {
  const attempt = newId()
  const report = await findReport(deps.db, reportId)
  if (!report || !(await claimReport(deps.db, reportId, attempt, deps.clock.now()))) return 'taken over'
  await announce(deps.db, { topic: 'payouts', days: null })
  try {
    const stored = await computeAndStore({ deps, report, attempt, signal })
    if (stored.ok) return 'done'
    return signal.aborted ? 'stopped' : 'taken over'
  } catch (error) {
    if (signal.aborted || isUnavailable(error)) throw error
    deps.log.error({ err: error, report: reportId }, 'a payout report cannot be computed')
    return 'failed'
  }
}

/** One transaction reads and another writes, so that no more than a day's leads are in memory. */
async function computeAndStore(work: Work): Promise<Result<null, { reason: 'report.taken-over' }>> {
  const { db } = work.deps
  return db.transaction().execute((reading) =>
    transact(db, async (writing) => {
      const end = await compute(reading, writing, work)
      if (!end || !(await finishReport(writing, work.report.id, work.attempt, end))) {
        return refuse({ reason: 'report.taken-over' })
      }
      await announce(writing, { topic: 'payouts', days: null })
      return accept(null)
    }),
  )
}

/** From one consistent state of the tables, a day after the other; null where it was told to go no further. */
async function compute(reading: Tx, writing: Tx, work: Work): Promise<FinishedReport | null> {
  const { range, timezone, invalidStatuses, id } = work.report
  const dataVersion = await takeSnapshot(reading)
  const zone = zoneOf(timezone)
  const names = await readNames(reading)
  const deals = await listDeals(reading, range)
  const input = await listDepositInput(reading, zone.startOf(range.start), zone.startOf(addDays(range.end, 1)))
  const report = openReport({ zone, range, invalidStatuses }, deals, input)
  const dealsByDay = Map.groupBy(deals, ({ date }) => date)
  const days = daysOfRange(range)
  const tellProgress = progressOf(work)
  const settled: SettledDeal[] = []
  for (const [index, day] of days.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one day after the other
    const dealsOfDay = await settleDay(reading, report, zone, day, dealsByDay.get(day) ?? [])
    const from = settled.length
    const rows = dealsOfDay.map((deal, at) => ({
      position: from + at,
      deal: summarizeDeal(deal, names),
      leads: deal.leads,
    }))
    // oxlint-disable-next-line no-await-in-loop
    await storeDeals(writing, id, rows)
    settled.push(...dealsOfDay.map((deal) => ({ ...deal, leads: [] })))
    // oxlint-disable-next-line no-await-in-loop
    if (!(await tellProgress(((index + 1) / days.length) * SHARE_OF_DAYS))) return null
  }
  const summary = summarizeReport(report.close(settled), names)
  const { clock, connectors } = work.deps
  return { summary, dataVersion, syncedAt: await readSyncedAt({ db: reading, connectors }), completedAt: clock.now() }
}

/** What remains is to sum the days up. */
const SHARE_OF_DAYS = 0.9
/** Open screens are told at most this often. */
const TELL_EVERY_MS = 500

/** Writes progress down, beside the transaction that does the work; false where it is to go no further. */
function progressOf({ deps: { db }, report, attempt, signal }: Work): (progress: number) => Promise<boolean> {
  let toldAt = performance.now()
  return async (progress) => {
    const isOurs = await updateProgress(db, report.id, attempt, progress)
    if (performance.now() - toldAt >= TELL_EVERY_MS) {
      toldAt = performance.now()
      await announce(db, { topic: 'payouts', days: null })
    }
    return isOurs && !signal.aborted
  }
}

async function settleDay(
  tx: Tx,
  report: OpenReport,
  zone: Zone,
  day: Day,
  deals: readonly Deal[],
): Promise<SettledDeal[]> {
  if (deals.length === 0) return []
  const leads = await listLeadsBetween(tx, zone.startOf(day), zone.startOf(addDays(day, 1)))
  const byPlace = Map.groupBy(leads, (lead: PayoutLead) => formatPlace(placeOfLead(lead, zone)))
  return deals.map((deal) => report.settle(deal, byPlace.get(formatPlace(placeOfDeal(deal))) ?? []))
}

async function storeDeals(tx: Tx, reportId: string, deals: readonly DealToStore[]): Promise<void> {
  for (let from = 0; from < deals.length; from += DEALS_OF_A_STATEMENT) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, one statement at a time
    await insertDeals(tx, reportId, deals.slice(from, from + DEALS_OF_A_STATEMENT))
  }
}
