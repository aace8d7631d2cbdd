import type { DayRange } from '#domain/kernel/day-range.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { findDifferences, findOverpaid, repriceEdits } from '#domain/payouts/carry.ts'
import type { AdjustmentKind } from '#domain/payouts/closing.ts'
import { addCents, NOTHING } from '#domain/payouts/money.ts'
import { countOf } from '#domain/sentences/written.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { Log } from '#platform/log.ts'
import { readFinishedReport, settleAgain } from '#server/features/payouts/finished-service.ts'
import { deleteAdjustment, insertAdjustment, listAdjustments } from './adjustment-store.ts'
import { recordStep } from './service.ts'
import {
  findFirstWaiting,
  listClosedBefore,
  lockCarrying,
  lockClosing,
  markCarried,
  shareClosed,
  sumCarried,
  type StoredClosing,
} from './store.ts'

type CarriedKind = Extract<AdjustmentKind, 'carryOver' | 'overpaid'>

interface CarryDeps {
  db: Database
  clock: Clock
  log: Log
  /** The note of a line from an earlier week. */
  nameCarried: Record<CarriedKind, (range: DayRange) => string>
}

/** A line that a frozen week gets from an earlier one. */
type CarriedLine = { kind: CarriedKind } & ReturnType<typeof findDifferences>[number]

const SYSTEM = { memberId: null, name: 'Capline' }

/**
 * Adds lines to a frozen week: the differences that late data make for earlier closed weeks, each by its own rules, and
 * the amounts they overpaid; neither twice. Where an earlier frozen week waits for its lines too, that one gets them
 * first. False if it has to be done again, here or by another process.
 */
export async function carryOver(deps: CarryDeps, closingId: string, signal: AbortSignal): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    await lockCarrying(tx)
    const waiting = await findFirstWaiting(tx, closingId)
    if (!waiting) return true
    const earlier = await listClosedBefore(tx, waiting.start)
    const found = new Map<string, CarriedLine[]>()
    for (const week of earlier) {
      if (signal.aborted) return false
      // oxlint-disable-next-line no-await-in-loop -- one week after the other
      found.set(nameVersion(week), await findLines(tx, deps.db, week))
    }
    // Nobody had to wait until here. Locked in the order of days, as an approval does.
    await shareClosed(tx, earlier)
    const closing = await lockClosing(tx, waiting.id)
    if (closing?.state !== 'frozen' || closing.carriedAt !== null) return false
    const closed = await listClosedBefore(tx, closing.start)
    // One was approved or paid meanwhile. Only people do that, so it ends.
    if (closed.some((week) => !found.has(nameVersion(week)))) return false
    let carried = 0
    for (const week of closed) {
      // oxlint-disable-next-line no-await-in-loop
      carried += await insertLines(tx, deps, closing, { week, lines: found.get(nameVersion(week)) ?? [] })
    }
    await markCarried(tx, closing.id, deps.clock.now())
    const note =
      carried === 0 ? 'Earlier weeks: no differences.' : `Earlier weeks: ${countOf(carried, 'line')} carried over.`
    await recordStep(tx, deps, SYSTEM, { closing, action: 'closing.carried', note })
    return closing.id === closingId
  })
}

function nameVersion({ id, version }: StoredClosing): string {
  return `${id} ${version}`
}

async function findLines(tx: Tx, db: Database, week: StoredClosing): Promise<CarriedLine[]> {
  const overpaid = findOverpaid(week.lines ?? []).map((line): CarriedLine => ({ kind: 'overpaid', ...line }))
  return [...(await findLateLines(tx, db, week)), ...overpaid]
}

/** Deposits that were left out or priced when the week was closed stay so, wherever they count now. */
async function findLateLines(tx: Tx, db: Database, week: StoredClosing): Promise<CarriedLine[]> {
  const report = await readFinishedReport(tx, week.reportId)
  if (!report) return []
  const { range, timezone, invalidStatuses, terms } = report
  const edits = (await listAdjustments(tx, week.id)).flatMap(({ connector, depositId, ...edit }) =>
    connector === null || depositId === null ? [] : [{ ...edit, connector, depositId }],
  )
  const again = await settleAgain(db, { zone: zoneOf(timezone), range, invalidStatuses, terms })
  const now = { affiliates: again.affiliates, edits: repriceEdits(again, edits) }
  const closed = { affiliates: report.summary.affiliates, edits }
  const lines = findDifferences(now, closed, await sumCarried(tx, week.id))
  return lines.map((line) => ({ kind: 'carryOver', ...line }))
}

/** Inserts the lines that were not carried before, and adds later data to a line of late data. Returns their number. */
async function insertLines(
  tx: Tx,
  { clock, nameCarried }: CarryDeps,
  closing: StoredClosing,
  { week, lines }: { week: StoredClosing; lines: readonly CarriedLine[] },
): Promise<number> {
  const late = (await listAdjustments(tx, closing.id)).filter(
    ({ kind, ofClosingId }) => kind === 'carryOver' && ofClosingId === week.id,
  )
  let carried = 0
  for (const line of lines) {
    const before = late.find(({ kind, affiliateId }) => kind === line.kind && affiliateId === line.affiliateId)
    // oxlint-disable-next-line no-await-in-loop -- few, on one connection
    if (before) await deleteAdjustment(tx, before.id)
    const adjustment = {
      ...line,
      amount: addCents([line.amount, before?.amount ?? NOTHING]),
      id: newId(),
      reason: nameCarried[line.kind](week),
      connector: null,
      depositId: null,
      price: null,
      ofClosingId: week.id,
      createdAt: clock.now(),
      createdBy: SYSTEM.name,
    }
    // oxlint-disable-next-line no-await-in-loop
    const isNew = adjustment.amount !== NOTHING && (await insertAdjustment(tx, closing.id, adjustment))
    if (before || isNew) carried += 1
  }
  return carried
}
