import { addDays, type Day } from '#domain/kernel/day.ts'
import {
  addMilliseconds,
  DAY,
  formatInstant,
  instantFromMilliseconds,
  MINUTE,
  type Instant,
} from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { actorOf, recordBatch } from '#server/features/history/service.ts'
import { readSettings, readZone } from '#server/features/settings/service.ts'
import { deleteFailing, listFailing } from './alert-store.ts'
import { backfillQueue } from './backfill-service.ts'
import type { FeedStep } from '#server/features/connectors/edit-service.ts'
import { listNames, readAllConnectors, type ConnectorDeps } from '#server/features/connectors/service.ts'
import {
  cancelBackfill,
  cancelBackfillsOf,
  findBackfill,
  insertBackfill,
  listBackfills,
  type StoredBackfill,
} from './backfill-store.ts'
import { listBadRows, listLatestParts, listParts, sumNewRows } from './part-store.ts'
import { findLastStart, listRuns } from './run-store.ts'
import { releaseFeeds, restartFeeds } from './feed-store.ts'
import { syncQueue, type FeedDeps } from './service.ts'

/** Every connector that there is, paused ones too. */
export async function listFeeds(deps: ConnectorDeps) {
  return (await readAllConnectors(deps)).map(({ connector: { name, preset, host } }) => ({ name, preset, host }))
}

/** How each connector fares, as an admin sees it. */
export async function readFeedStatus(deps: ConnectorDeps) {
  const { db, clock } = deps
  const now = clock.now()
  const known = await readAllConnectors(deps)
  const names = known.map(({ connector }) => connector.name)
  const [settings, latest, good, failing, backfills, sums, lastStart] = await Promise.all([
    readSettings(db),
    listLatestParts(db, names, 'any'),
    listLatestParts(db, names, 'good'),
    listFailing(db),
    listBackfills(db),
    sumNewRows(db, names, addMilliseconds(now, -DAY)),
    findLastStart(db, now),
  ])
  const next = nextRunAt(lastStart, settings.leadsSyncIntervalMinutes, now)
  const of = <T extends { connector: string }>(rows: readonly T[], name: string) =>
    rows.find((row) => row.connector === name) ?? null
  return {
    intervalMinutes: settings.leadsSyncIntervalMinutes,
    connectors: known.map(({ connector: { name, preset, host }, stored, isLink, paused }) => ({
      name,
      preset,
      host,
      isOfFile: stored === null && !isLink,
      isLink,
      paused,
      last: of(latest, name),
      lastGoodAt: of(good, name)?.ended_at ?? null,
      failingSince: failing.get(name) ?? null,
      nextRunAt: next,
      newToday: of(sums, name),
      backfill: of(backfills, name),
    })),
  }
}

/** When the tables last had all data of each connector, and since when it fails; null: never, and not failing. */
export async function readFeedHealth({
  db,
  connectors,
}: {
  db: Database
  connectors: readonly Pick<Connector, 'name'>[]
}) {
  const names = await listNames(db, connectors)
  const [good, failing] = await Promise.all([listLatestParts(db, names, 'good'), listFailing(db)])
  return names.map((connector) => ({
    connector,
    lastGoodAt: good.find((part) => part.connector === connector)?.ended_at ?? null,
    failingSince: failing.get(connector) ?? null,
  }))
}

function nextRunAt(lastStart: Instant | null, minutes: number, now: Instant): Instant {
  return lastStart === null ? now : instantFromMilliseconds(Math.max(now, lastStart + minutes * MINUTE))
}

/** The newest runs, each with its parts and a few of the rows that could not be used. */
export async function readRuns({ db }: Pick<FeedDeps, 'db'>, limit: number) {
  const runs = await listRuns(db, limit)
  const ids = runs.map(({ id }) => id)
  const [parts, bad] = await Promise.all([listParts(db, ids), listBadRows(db, ids)])
  return runs.map((run) => ({
    ...run,
    parts: parts
      .filter((part) => part.run_id === run.id)
      .map((part) => ({
        ...part,
        badRows: bad.filter((row) => row.run_id === run.id && row.connector === part.connector),
      })),
  }))
}

export interface BackfillDraft {
  connector: string
  /** Local days, the last one included. */
  from: Day
  to: Day
}

export type BackfillRefusal = {
  reason: 'backfill.connector' | 'backfill.paused' | 'backfill.span' | 'backfill.running'
}

/** Starts reading the leads of some days anew. */
export async function startBackfill(
  deps: FeedDeps,
  member: Member,
  draft: BackfillDraft,
): Promise<Result<StoredBackfill, BackfillRefusal>> {
  const { db, clock, jobs } = deps
  const known = (await readAllConnectors(deps)).find(({ connector }) => connector.name === draft.connector)
  if (!known) return refuse({ reason: 'backfill.connector' })
  if (known.paused) return refuse({ reason: 'backfill.paused' })
  const now = clock.now()
  const zone = await readZone(db)
  if (draft.from > draft.to || draft.to > zone.dayOf(now)) return refuse({ reason: 'backfill.span' })
  const end = zone.startOf(addDays(draft.to, 1))
  const request = {
    id: newId(),
    connector: draft.connector,
    from: zone.startOf(draft.from),
    to: end < now ? end : now,
    requestedBy: signatureOf(member),
    createdAt: now,
  }
  return transact<Result<StoredBackfill, BackfillRefusal>>(db, async (tx) => {
    if (!(await insertBackfill(tx, request))) return refuse({ reason: 'backfill.running' })
    // If a worker is just ending and misses this job, the next tick finds the row.
    await jobs.send(backfillQueue, {}, tx)
    const stored = await findBackfill(tx, request.id)
    if (!stored) throw new Error('a backfill was deleted right after it was written')
    await recordStep(tx, deps, member, { action: 'backfill.started', backfill: stored })
    return accept(stored)
  })
}

/** Null if there is no such backfill. An ended one stays as it is. */
export async function stopBackfill(
  deps: Pick<FeedDeps, 'db' | 'clock'>,
  member: Member,
  id: string,
): Promise<StoredBackfill | null> {
  return deps.db.transaction().execute(async (tx) => {
    const isStopped = await cancelBackfill(tx, id, deps.clock.now())
    const stored = await findBackfill(tx, id)
    if (isStopped && stored) await recordStep(tx, deps, member, { action: 'backfill.stopped', backfill: stored })
    return stored
  })
}

/** The effect of a connector's change on its feeds, in the same transaction. */
export async function followConnector(
  tx: Tx,
  { clock, jobs }: Pick<FeedDeps, 'clock'> & { jobs: Pick<FeedDeps['jobs'], 'send'> },
  { connector, step, isAsked, requestedBy }: FeedStep,
): Promise<void> {
  if (step !== 'begin' && step !== 'resume') await cancelBackfillsOf(tx, connector, clock.now())
  if (step === 'begin' || step === 'forget') await restartFeeds(tx, connector, 'start')
  if (step === 'restart') await restartFeeds(tx, connector, 'look back')
  if (step === 'stop') await releaseFeeds(tx, connector)
  if (!isAsked) await deleteFailing(tx, connector)
  // If a sync is running that may have begun without it, the next tick finds the change.
  else await jobs.send(syncQueue, { requestId: newId(), requestedBy }, tx)
}

/** Writes the history of a backfill and announces it to open screens. By itself it changes no day. */
async function recordStep(
  tx: Tx,
  { clock }: Pick<FeedDeps, 'clock'>,
  member: Member,
  { action, backfill }: { action: string; backfill: StoredBackfill },
): Promise<void> {
  const { id, connector, state, progress } = backfill
  const [from, to] = [formatInstant(backfill.from_at), formatInstant(backfill.to_at)]
  const after = { connector, from, to, state, progress }
  const change = { action, subject: 'backfill', subjectId: id, days: [], before: null, after }
  await recordBatch(tx, clock, { actor: actorOf(member), changes: [change] })
  await announce(tx, { topic: 'leads', days: [] })
}
