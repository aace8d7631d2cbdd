import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { endOfRange, meets } from '#domain/payouts/range.ts'
import type { Member } from '#domain/team/member.ts'
import { transact, type Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { hasConnectors } from '#server/features/feeds/service.ts'
import { actorOf } from '#server/features/history/service.ts'
import { readFinishedReport } from '#server/features/payouts/finished-service.ts'
import { carryQueue, completeClosing, recordStep, type ClosingDeps, type FullClosing } from './service.ts'
import { findClosing, findOverlapping, insertClosing, listBeside, lockDays } from './store.ts'

export type FreezeRefusal =
  | { reason: 'report.not-finished' | 'report.too-early' }
  | { reason: 'closing.overlaps'; current: DayRange }
  | { reason: 'closing.other-zone'; beside: DayRange & { timezone: string } }

export interface FreezeDeps extends ClosingDeps {
  /** Those of the environment and its file. */
  connectors: readonly Pick<Connector, 'name'>[]
}

/** Closes the range of a finished report, then looks for late data of earlier weeks. */
export async function freezeReport(
  deps: FreezeDeps,
  member: Member,
  reportId: string,
): Promise<Result<FullClosing, FreezeRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockDays(tx)
    const report = await readFinishedReport(tx, reportId)
    if (!report) return refuse({ reason: 'report.not-finished' })
    const isFed = await hasConnectors({ db: tx, connectors: deps.connectors })
    if (!wasMadeAfter(report, isFed)) return refuse({ reason: 'report.too-early' })
    const beside = await findUnmet(tx, report)
    if (beside) return refuse({ reason: 'closing.other-zone', beside })
    const { range } = report
    const actor = actorOf(member)
    const id = newId()
    if (!(await insertClosing(tx, { id, reportId, range, frozenAt: deps.clock.now(), frozenBy: actor.name }))) {
      const current = await findOverlapping(tx, range)
      if (!current) throw new Error('the obstacle to a closing no longer exists')
      return refuse({ reason: 'closing.overlaps', current })
    }
    const closing = await findClosing(tx, id)
    if (!closing) throw new Error('a closing was deleted right after it was written')
    await deps.jobs.send(carryQueue, { closingId: id }, tx)
    await recordStep(tx, deps, actor, { closing, action: 'closing.frozen', note: 'Frozen as it was calculated.' })
    return accept(await completeClosing(tx, closing))
  })
}

interface MadeReport {
  range: DayRange
  timezone: string
  startedAt: Instant | null
  syncedAt: Instant | null
}

/**
 * If a report was begun before its days were over, or from leads synced before that, missing data would look late: what
 * it read is at least as new as its beginning. `isFed`: a feed is active, so that more may come by itself.
 */
function wasMadeAfter({ range, timezone, startedAt, syncedAt }: MadeReport, isFed: boolean): boolean {
  const end = endOfRange({ ...range, zone: zoneOf(timezone) })
  const isAfter = (instant: Instant | null) => instant !== null && instant >= end
  return isAfter(startedAt) && (!isFed || isAfter(syncedAt))
}

/** A closed week right before or after these days that shares hours with them, or leaves some to neither. */
async function findUnmet(db: Database, { range, timezone }: MadeReport) {
  const own = { ...range, zone: zoneOf(timezone) }
  const found = (await listBeside(db, range)).find((each) => {
    const beside = { ...each, zone: zoneOf(each.timezone) }
    return each.end < range.start ? !meets(beside, own) : !meets(own, beside)
  })
  return found ?? null
}
