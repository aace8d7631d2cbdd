import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { SettledDeal } from '#domain/payouts/deal.ts'
import { listPlaced } from '#domain/payouts/placed.ts'
import type { PayoutReport } from '#domain/payouts/report.ts'
import { detailDeal, summarizeDeal, summarizeMoney, summarizeReport, type Names } from '#domain/payouts/summary.ts'
import type { Clock } from '#platform/clock.ts'
import { markPlace, transact, type Database, type Tx } from '#platform/db/database.ts'
import { readOneState } from '#platform/db/one-state.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import type { Replica } from '#platform/db/replica.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import type { Connector } from '#platform/leads/connector.ts'
import type { Log } from '#platform/log.ts'
import { readSyncedAt } from '#server/features/feeds/service.ts'
import { readPartners, readSourceNames } from '#server/features/partners/service.ts'
import { insertDeals, toDealRow, updateDealMoney, type DealRowToStore } from './deal-store.ts'
import { insertDeposits } from './deposit-store.ts'
import { findState } from './input-store.ts'
import { endReport } from './service.ts'
import { settleRange, type Witness } from './settle-service.ts'
import { claimReport, finishReport, updateProgress, type FinishedReport, type StoredReport } from './store.ts'

export interface ComputeDeps {
  db: Database
  /** Reads what a report is made of; null: the database itself does. */
  replica: Replica | null
  clock: Clock
  log: Log
  connectors: readonly Connector[]
}

export type ComputeEnd = 'done' | 'stopped' | 'taken over' | 'failed'

interface Task {
  reportId: string
  /** The sentence about a report that would fail each time; the log has the cause. */
  failure: string
}

const DEALS_OF_A_STATEMENT = 500
const DEPOSITS_OF_A_STATEMENT = 5_000

/** A report while it is computed. */
interface ComputeWork {
  deps: ComputeDeps
  report: StoredReport
  /** The fencing token of this attempt. */
  attempt: string
  signal: AbortSignal
}

/**
 * Computes and stores a report, all or nothing. `stopped`: this process ends and another continues; `taken over`:
 * somebody cancelled it, or another process has it.
 */
export async function computeReport(
  deps: ComputeDeps,
  { reportId, failure }: Task,
  signal: AbortSignal,
): Promise<ComputeEnd> {
  const attempt = newId()
  const report = await claimReport(deps.db, reportId, attempt, deps.clock.now())
  if (!report) return 'taken over'
  await announce(deps.db, { topic: 'payouts', days: null })
  try {
    const stored = await computeAndStore({ deps, report, attempt, signal })
    if (stored.ok) return 'done'
    return signal.aborted ? 'stopped' : 'taken over'
  } catch (error) {
    if (signal.aborted || isUnavailable(error)) throw error
    deps.log.error({ err: error, report: reportId }, 'a payout report cannot be computed')
    await endReport(deps, reportId, { attempt, error: failure })
    return 'failed'
  }
}

type Stored = Result<null, { reason: 'report.taken-over' }>

/** One transaction reads and another writes, so only a day's leads are in memory. The writing one is open all the time. */
async function computeAndStore(work: ComputeWork): Promise<Stored> {
  const { db, replica } = work.deps
  return transact(db, async (writing) => {
    const beginAnew = await markPlace(writing)
    const from = (source: Database) => async () => {
      // The replica may have been read before, to no end.
      await beginAnew()
      return readOneState(source, (reading) => compute(reading, writing, work))
    }
    const end = await (replica ? replica.read(from(replica.db), from(db)) : from(db)())
    if (!end || !(await finishReport(writing, work.report.id, work.attempt, end))) {
      return refuse({ reason: 'report.taken-over' })
    }
    await announce(writing, { topic: 'payouts', days: null })
    return accept(null)
  })
}

/** Computes from one consistent state of the tables; null if it was told to stop. */
async function compute(reading: Tx, writing: Tx, work: ComputeWork): Promise<FinishedReport | null> {
  const dataVersion = await findState(reading)
  const names = await readNames(reading)
  const report = await settleAndStore(reading, work, createDealWriter(writing, work.report, names))
  if (!report) return null
  await storeRest(writing, work.report, report)
  const { clock, connectors } = work.deps
  return {
    summary: summarizeReport(report, names),
    dataVersion,
    syncedAt: await readSyncedAt({ db: reading, connectors }),
    completedAt: clock.now(),
  }
}

/** Registered names; unregistered sources have the name in their last leads. */
async function readNames(db: Database): Promise<Names> {
  const byKey = (partners: readonly { key: string; name: string }[]) =>
    new Map(partners.map(({ key, name }) => [key, name]))
  return {
    advertisers: byKey(await readPartners(db, 'advertiser')),
    publishers: byKey(await readSourceNames(db, null)),
  }
}

async function settleAndStore(reading: Tx, work: ComputeWork, writer: DealWriter): Promise<PayoutReport | null> {
  const { range, timezone, invalidStatuses, terms } = work.report
  const tellProgress = progressOf(work)
  const witness: Witness = {
    onDeal: (deal) => writer.add(deal),
    async onDay(done) {
      await writer.next()
      return tellProgress(done * SHARE_OF_DAYS)
    },
  }
  try {
    const report = await settleRange(reading, { zone: zoneOf(timezone), range, invalidStatuses, terms }, witness)
    await writer.written()
    return report
  } catch (error) {
    // The writing transaction is still open: nothing may be written behind its return to the place to begin anew from.
    await writer.written().catch(() => undefined)
    throw error
  }
}

type DealWriter = ReturnType<typeof createDealWriter>

/** Writes the deals of one day while the next is settled. Failures reach the caller that awaits them. */
function createDealWriter(writing: Tx, { id, terms }: StoredReport, names: Names) {
  let position = 0
  let rows: DealRowToStore[] = []
  let stored = Promise.resolve()
  return {
    add(deal: SettledDeal): void {
      const [summary, details] = [summarizeDeal(deal, terms, names), detailDeal(deal)]
      rows.push(toDealRow({ reportId: id, position, deal: summary, details, leads: deal.leads }))
      position += 1
    },
    /** Begins with those that were added, once the ones before are written. */
    async next(): Promise<void> {
      await stored
      stored = inParts(rows, DEALS_OF_A_STATEMENT, (part) => insertDeals(writing, part))
      stored.catch(() => undefined)
      rows = []
    },
    written: () => stored,
  }
}

/** Values that are known only once all days are settled: a deal's share of its pool, and the place of each deposit. */
async function storeRest(writing: Tx, { id, terms }: StoredReport, report: PayoutReport): Promise<void> {
  if (terms.guarantee === 'pool') {
    const moneys = report.deals.map((deal) => ({ capId: deal.deal.capId, money: summarizeMoney(deal) }))
    await inParts(moneys, DEALS_OF_A_STATEMENT, (part) => updateDealMoney(writing, id, part))
  }
  await inParts(listPlaced(report), DEPOSITS_OF_A_STATEMENT, (part, from) => insertDeposits(writing, id, from, part))
}

/** The rest is summing the days up. */
const SHARE_OF_DAYS = 0.9
/** Progress is written down and told at most this often. */
const TELL_EVERY_MS = 500

/** Writes progress beside the transaction of the work; false if it must stop. */
function progressOf({ deps: { db }, report, attempt, signal }: ComputeWork): (progress: number) => Promise<boolean> {
  let toldAt = performance.now()
  return async (progress) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return !signal.aborted
    toldAt = performance.now()
    const isOurs = await updateProgress(db, report.id, attempt, progress)
    await announce(db, { topic: 'payouts', days: null })
    return isOurs && !signal.aborted
  }
}

/** One connection, one statement at a time. */
async function inParts<T>(
  rows: readonly T[],
  size: number,
  write: (part: readonly T[], from: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += size) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await write(rows.slice(from, from + size), from)
  }
}
