import { DAY, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { bumpDataVersion } from '#platform/db/data-version.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { readOneState } from '#platform/db/one-state.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { rematchDeposits, lockDerived } from './match-store.ts'
import {
  countMovingRows,
  findSpan,
  listConversionDifferences,
  listCountDifferences,
  listMatchDifferences,
  listStatusDifferences,
  listSumDifferences,
  replaceCounts,
  updateLocalDays,
  type ConversionDifference,
  type CountDifference,
  type MatchDifference,
  type Moves,
  type StatusDifference,
  type SumDifference,
} from './rebuild-store.ts'

/** Stored values that differ from those computed from leads and deposits; sums from those of the stored counts. */
export interface Differences {
  counts: CountDifference[]
  sums: SumDifference[]
  statuses: StatusDifference[]
  conversions: ConversionDifference[]
  matches: MatchDifference[]
  /** Rows that are not on their local day. */
  moves: Moves
}

export const NO_DIFFERENCES: Differences = {
  counts: [],
  sums: [],
  statuses: [],
  conversions: [],
  matches: [],
  moves: { leads: 0, deposits: 0 },
}

/** How far a rebuild has come, from 0 to 1. */
export type Progress = (share: number) => void

/** How many leads and deposits would be on another day in the zone. Reads them all. */
export async function countMoves(db: Database, zone: Zone): Promise<Moves> {
  return countMovingRows(db, zone.name)
}

export async function findDifferences(db: Database): Promise<Differences> {
  return readOneState(db, async (tx) => listDifferences(tx, (await readSettings(tx)).timezone))
}

/** Recomputes all derived values, and returns the differences. Syncs wait in the meantime. */
export async function rebuild(db: Database): Promise<Differences> {
  return db.transaction().execute(async (tx) => {
    await lockDerived(tx)
    const { timezone } = await readSettings(tx)
    const differences = await listDifferences(tx, timezone)
    await rebuildLocked(tx, timezone, () => undefined)
    return differences
  })
}

/** Moves all leads and deposits to their local days in the zone, and recomputes all derived values. */
export async function rebuildDerived(tx: Tx, zone: Zone, onProgress: Progress): Promise<void> {
  await lockDerived(tx)
  await rebuildLocked(tx, zone.name, onProgress)
}

/** The leads' part of the work, the deposits' and the counts', as they take time. */
const SHARES = { leads: 0.8, deposits: 0.9, counts: 1 }

async function rebuildLocked(tx: Tx, zone: string, onProgress: Progress): Promise<void> {
  await moveRows(tx, 'leads', zone, (share) => onProgress(share * SHARES.leads))
  await moveRows(tx, 'deposits', zone, () => undefined)
  await rematchDeposits(tx)
  onProgress(SHARES.deposits)
  await replaceCounts(tx)
  await announce(tx, { topic: 'leads', days: null })
  await bumpDataVersion(tx)
  onProgress(SHARES.counts)
}

/** In parts only so that its progress can be told. */
const PART = 15 * DAY

async function moveRows(tx: Tx, table: 'leads' | 'deposits', zone: string, onProgress: Progress): Promise<void> {
  const span = await findSpan(tx, table)
  if (!span) return
  for (let from = span.from; from <= span.until; from = instantFromMilliseconds(from + PART)) {
    const until = instantFromMilliseconds(Math.min(from + PART - 1, span.until))
    // oxlint-disable-next-line no-await-in-loop -- one connection, and its progress is told
    await updateLocalDays(tx, table, zone, { from, until })
    onProgress((until - span.from + 1) / (span.until - span.from + 1))
  }
}

async function listDifferences(db: Database, zone: string): Promise<Differences> {
  return {
    counts: await listCountDifferences(db, zone),
    sums: await listSumDifferences(db),
    statuses: await listStatusDifferences(db, zone),
    conversions: await listConversionDifferences(db),
    matches: await listMatchDifferences(db),
    moves: await countMovingRows(db, zone),
  }
}
