import { z } from 'zod'
import { HOUR } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { Member } from '#domain/team/member.ts'
import { createAnswerCache } from '#platform/answer-cache.ts'
import type { Clock } from '#platform/clock.ts'
import { readDataVersion } from '#platform/db/data-version.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { defineQueue, type JobEnd, type Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { actorOf, type Actor } from '#server/features/history/service.ts'
import { saveSettingIn } from '#server/features/settings/edit-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { countMoves, rebuildDerived, type Progress } from './rebuild-service.ts'
import type { Moves } from './rebuild-store.ts'
import { lockDerived } from './match-store.ts'
import {
  deleteZoneChange,
  findZoneChange,
  hasMoreRowsThan,
  insertZoneChange,
  updateZoneShare,
  type ZoneChange,
} from './zone-store.ts'

export interface ZoneDeps {
  db: Database
  secrets: Secrets
  clock: Clock
  log: Log
  jobs: Pick<Jobs, 'send'>
}

export type ZoneOutcome = Result<'done' | 'going on', { reason: 'zone.moving'; zone: string }>

/** The work is stored in its table. */
export const zoneQueue = defineQueue({
  name: 'leads.change-zone',
  payload: z.object({}),
  exclusive: true,
  longestSeconds: 6 * 60 * 60,
})

/** So many leads or deposits are moved at once, while somebody waits. */
const FEW = 2_000

/** How often progress is written down. */
const PROGRESS_MS = 500

/** The leads and deposits that a zone would move to other days. */
export type PreviewZone = (zone: string) => Promise<Moves & { zone: string }>

/**
 * Reads all leads and deposits for it: once per zone while they do not change, and for one zone at a time, however many
 * are tried.
 */
export function createZonePreview(
  { db, clock }: Pick<ZoneDeps, 'db' | 'clock'>,
  count: typeof countMoves = countMoves,
): PreviewZone {
  const kept = createAnswerCache<Moves>(clock)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  return async (zone) => {
    const moves = await kept.recall(zone, await readDataVersion(db), HOUR, () =>
      // The version is read first, so a change during the count causes a new count.
      inTurn(async () => ({ version: await readDataVersion(db), value: await count(db, zoneOf(zone)) })),
    )
    return { zone, ...moves }
  }
}

/** The change of zone that is going on; null when none is. */
export async function readZoneChange(deps: Pick<ZoneDeps, 'db'>): Promise<ZoneChange | null> {
  return findZoneChange(deps.db)
}

/**
 * Changes the zone, and the day of every lead and deposit: at once if they are few, else in the background. Readers see
 * everything in the old zone or everything in the new one.
 */
export async function changeZone(
  deps: ZoneDeps,
  member: Member,
  zone: string,
  few: number = FEW,
): Promise<ZoneOutcome> {
  const outcome = await transact<ZoneOutcome>(deps.db, async (tx) => {
    const actor = actorOf(member)
    const request = { zone, requestedById: actor.memberId, requestedBy: actor.name, requestedAt: deps.clock.now() }
    // The row decides between two who ask at once.
    if (!(await insertZoneChange(tx, request))) return refuseMoving(tx, zone)
    const isSame = (await readSettings(tx)).timezone === zone
    if (isSame || !(await hasMoreRowsThan(tx, few))) {
      await applyZone(tx, deps, { zone, actor, isSame, onProgress: () => undefined })
      return accept('done')
    }
    // If a worker is just ending and misses this job, the next tick finds the row.
    await deps.jobs.send(zoneQueue, {}, tx)
    await announce(tx, { topic: 'settings', days: null })
    return accept('going on')
  })
  if (outcome.ok) deps.log.info({ event: 'zone.change', zone, by: member._id, state: outcome.value }, 'zone change')
  return outcome
}

async function refuseMoving(tx: Tx, asked: string): Promise<ZoneOutcome> {
  const standing = await findZoneChange(tx)
  return refuse({ reason: 'zone.moving', zone: standing?.zone ?? asked })
}

/** Sends a worker to the stored change, also after its job was lost or given up. */
export async function sendStandingChange({ db, jobs }: Pick<ZoneDeps, 'db' | 'jobs'>): Promise<void> {
  if (await findZoneChange(db)) await jobs.send(zoneQueue, {})
}

/** Carries out the stored change, if there is one, in one transaction. */
export async function runZoneChange(deps: Omit<ZoneDeps, 'jobs'>, signal: AbortSignal): Promise<JobEnd> {
  const progress = reportProgress(deps, signal)
  try {
    const zone = await deps.db.transaction().execute(async (tx) => {
      // A worker that was wrongly taken for dead holds this lock to the end of its transaction.
      await lockDerived(tx)
      const change = await findZoneChange(tx)
      if (!change) return null
      const actor = { memberId: change.requestedById, name: change.requestedBy }
      await applyZone(tx, deps, { zone: change.zone, actor, isSame: false, onProgress: progress.report })
      return change.zone
    })
    if (zone) deps.log.info({ event: 'zone.change', zone, state: 'done' }, 'the zone was changed')
    return 'done'
  } catch (error) {
    if (signal.aborted) return 'hand back'
    throw error
  } finally {
    await progress.settled()
  }
}

interface Application {
  zone: string
  actor: Actor
  isSame: boolean
  onProgress: Progress
}

async function applyZone(
  tx: Tx,
  deps: Pick<ZoneDeps, 'secrets' | 'clock'>,
  { zone, actor, isSame, onProgress }: Application,
): Promise<void> {
  if (!isSame) await rebuildDerived(tx, zoneOf(zone), onProgress)
  await saveSettingIn(tx, deps, actor, 'timezone', zone)
  await deleteZoneChange(tx)
}

/** Writes progress beside the transaction of the work, one report at a time, and ends that work on a stop. */
function reportProgress({ db, log }: Pick<ZoneDeps, 'db' | 'log'>, signal: AbortSignal) {
  let writing = Promise.resolve()
  let last = 0
  return {
    report(share: number) {
      signal.throwIfAborted()
      if (performance.now() - last < PROGRESS_MS) return
      last = performance.now()
      writing = updateZoneShare(db, share).catch((error: unknown) =>
        log.warn({ err: error }, 'the progress of a change of zone could not be written'),
      )
    },
    settled: () => writing,
  }
}
