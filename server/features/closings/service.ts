import { z } from 'zod'
import { dollarsFromCents, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { formatDollars, formatDue } from '#domain/sentences/written.ts'
import { tallyDue, totalClosing, totalDueOf, type ClosingLine } from '#domain/payouts/closing.ts'
import { listOpenWeeks } from '#domain/payouts/open-weeks.ts'
import type { Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import { actorOf, readChanges, recordBatch, type Actor, type StoredChange } from '#server/features/history/service.ts'
import { countLeadsIn } from '#server/features/leads/service.ts'
import { readSourceNames } from '#server/features/partners/service.ts'
import { readFinishedReport } from '#server/features/payouts/finished-service.ts'
import { tellWebhooks } from '#server/features/webhooks/service.ts'
import { listAdjustments, type StoredAdjustment } from './adjustment-store.ts'
import {
  approveClosing,
  carryAnew,
  deleteClosing,
  findClosing,
  findClosingByReport,
  hasFrozenBefore,
  isCarriedOn,
  listClosings,
  lockClosing,
  lockDays,
  payClosing,
  reopenClosing,
  type StoredClosing,
} from './store.ts'

export { listClosings as readClosings, findOverlapping as findClosingOfDays } from './store.ts'

export type { StoredAdjustment, StoredClosing }

export interface ClosingDeps {
  db: Database
  clock: Clock
  jobs: Jobs
}

/** Differences of closed weeks that are to be brought into the ones after them. */
export const carryQueue = defineQueue({
  name: 'closings.carry',
  payload: z.object({ closingId: z.string() }),
  exclusive: false,
  longestSeconds: 60 * 60,
})

/** A closed week with what each affiliate gets. */
export interface FullClosing {
  closing: StoredClosing
  lines: ClosingLine[]
  /** The amount to transfer. */
  totalDue: Cents
  adjustments: StoredAdjustment[]
}

export type StepRefusal = {
  reason:
    | 'closing.not-found'
    | 'closing.changed'
    | 'closing.not-frozen'
    | 'closing.not-approved'
    | 'closing.not-carried'
    | 'closing.earlier-frozen'
    | 'closing.carries'
}

/** The history is kept by days, so a week that was opened again keeps it. */
const SUBJECT = 'closing'

/** Weeks that are over, in which leads came and of which a day is not closed, the oldest first; with their leads. */
export async function readOpenWeeks(db: Database, today: Day): Promise<{ week: DayRange; leads: number }[]> {
  const weeks = listOpenWeeks(await listClosings(db), today)
  const counted = await Promise.all(weeks.map(async (week) => ({ week, leads: await countLeadsIn(db, week) })))
  return counted.filter(({ leads }) => leads > 0)
}

export async function readClosing(db: Database, id: string): Promise<FullClosing | null> {
  const closing = await findClosing(db, id)
  return closing && completeClosing(db, closing)
}

/** The closed week of a report; null if there is none. */
export async function findClosingOfReport(db: Database, reportId: string): Promise<FullClosing | null> {
  const closing = await findClosingByReport(db, reportId)
  return closing && completeClosing(db, closing)
}

/** Null if there is no such closed week. */
export async function readClosingHistory({ db }: Pick<ClosingDeps, 'db'>, id: string): Promise<StoredChange[] | null> {
  const closing = await findClosing(db, id)
  return closing && readChanges(db, SUBJECT, { subjectId: nameDays(closing) })
}

/** From then on what each affiliate gets is written down, and nothing changes it. */
export async function approveWeek(
  deps: ClosingDeps,
  member: Member,
  seen: { id: string; version: number },
): Promise<Result<FullClosing, StepRefusal>> {
  return takeStep(deps, seen, async (tx, closing) => {
    if (closing.state !== 'frozen') return refuse({ reason: 'closing.not-frozen' })
    if (closing.carriedAt === null) return refuse({ reason: 'closing.not-carried' })
    if (await hasFrozenBefore(tx, closing.start)) return refuse({ reason: 'closing.earlier-frozen' })
    const { lines, totalDue } = await completeClosing(tx, closing)
    await approveClosing(tx, closing.id, { at: deps.clock.now(), name: actorOf(member).name, lines })
    // A week that was frozen before had this one's debts and late data not yet.
    for (const later of await carryAnew(tx, closing.end)) await deps.jobs.send(carryQueue, { closingId: later }, tx)
    const { id: closingId, start, end } = closing
    await tellWebhooks(tx, deps.clock, 'week.approved', () => [
      { closingId, start, end, totalDue: dollarsFromCents(totalDue) },
    ])
    const { paid, withoutSource } = tallyDue(lines)
    const due = formatDue(formatDollars(totalDue), paid, withoutSource && formatDollars(withoutSource))
    return accept({ actor: actorOf(member), action: 'closing.approved', note: `Approved: ${due}` })
  })
}

/** Unless a later week builds on it already. */
export async function reopenWeek(
  deps: ClosingDeps,
  member: Member,
  seen: { id: string; version: number },
): Promise<Result<FullClosing, StepRefusal>> {
  return takeStep(deps, seen, async (tx, closing) => {
    if (closing.state !== 'approved') return refuse({ reason: 'closing.not-approved' })
    if (await isCarriedOn(tx, closing.id)) return refuse({ reason: 'closing.carries' })
    await reopenClosing(tx, closing.id)
    return accept({ actor: actorOf(member), action: 'closing.reopened', note: 'Taken back to frozen.' })
  })
}

export async function payWeek(
  deps: ClosingDeps,
  member: Member,
  seen: { id: string; version: number },
  paid: { on: Day; reference: string },
): Promise<Result<FullClosing, StepRefusal>> {
  return takeStep(deps, seen, async (tx, closing) => {
    if (closing.state !== 'approved') return refuse({ reason: 'closing.not-approved' })
    await payClosing(tx, closing.id, { ...paid, at: deps.clock.now(), name: actorOf(member).name })
    return accept({ actor: actorOf(member), action: 'closing.paid', note: `Paid on ${paid.on}: ${paid.reference}` })
  })
}

/** Opens a frozen week again. */
export async function releaseWeek(
  deps: ClosingDeps,
  member: Member,
  { id, version }: { id: string; version: number },
): Promise<Result<null, StepRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockDays(tx)
    const closing = await lockClosing(tx, id)
    if (!closing) return refuse({ reason: 'closing.not-found' })
    if (closing.version !== version) return refuse({ reason: 'closing.changed' })
    if (closing.state !== 'frozen') return refuse({ reason: 'closing.not-frozen' })
    if (await isCarriedOn(tx, id)) return refuse({ reason: 'closing.carries' })
    await deleteClosing(tx, id)
    const note = 'Opened again; its adjustments are gone.'
    await recordStep(tx, deps, actorOf(member), { closing, action: 'closing.released', note })
    return accept(null)
  })
}

/** Lines as approved; before approval, the current ones. */
export async function completeClosing(db: Database, closing: StoredClosing): Promise<FullClosing> {
  const adjustments = await listAdjustments(db, closing.id)
  const lines = await nameLines(db, closing.lines ?? (await computeLines(db, closing, adjustments)))
  return { closing, adjustments, lines, totalDue: totalDueOf(lines) }
}

async function computeLines(db: Database, { reportId }: StoredClosing, adjustments: readonly StoredAdjustment[]) {
  const report = await readFinishedReport(db, reportId)
  return totalClosing(report?.summary.affiliates ?? [], adjustments)
}

/** Of an affiliate with only an adjustment the report has no name. */
async function nameLines(db: Database, lines: readonly ClosingLine[]): Promise<ClosingLine[]> {
  const nameless = lines.filter(({ affiliateName }) => affiliateName === null).map(({ affiliateId }) => affiliateId)
  if (nameless.length === 0) return [...lines]
  const names = new Map((await readSourceNames(db, nameless)).map(({ key, name }) => [key, name]))
  return lines.map((line) => ({ ...line, affiliateName: line.affiliateName ?? names.get(line.affiliateId) ?? null }))
}

function nameDays({ start, end }: DayRange): string {
  return `${start} ${end}`
}

export interface Step {
  actor: Actor
  action: string
  note: string
}

/** One step of a closed week under its lock, if its state is as seen; with its history. */
async function takeStep(
  deps: Pick<ClosingDeps, 'db' | 'clock'>,
  { id, version }: { id: string; version: number },
  step: (tx: Tx, closing: StoredClosing) => Promise<Result<Step, StepRefusal>>,
): Promise<Result<FullClosing, StepRefusal>> {
  return transact(deps.db, async (tx) => {
    const closing = await lockClosing(tx, id)
    if (!closing) return refuse({ reason: 'closing.not-found' })
    if (closing.version !== version) return refuse({ reason: 'closing.changed' })
    const taken = await step(tx, closing)
    if (!taken.ok) return taken
    const { actor, ...what } = taken.value
    await recordStep(tx, deps, actor, { closing, ...what })
    return accept(await completeClosing(tx, (await findClosing(tx, id)) ?? closing))
  })
}

export async function recordStep(
  tx: Tx,
  { clock }: Pick<ClosingDeps, 'clock'>,
  actor: Actor,
  { closing, action, note }: { closing: DayRange; action: string; note: string },
): Promise<void> {
  const change = { action, subject: SUBJECT, subjectId: nameDays(closing), days: [], before: null, after: { note } }
  await recordBatch(tx, clock, { actor, changes: [change] })
  await announce(tx, { topic: 'payouts', days: null })
}
