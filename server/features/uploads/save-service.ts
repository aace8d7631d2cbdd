import { z } from 'zod'
import { addMilliseconds, DAY } from '#domain/kernel/instant.ts'
import { readFile, type FilePage } from '#domain/leads/file-rows.ts'
import { settlePage } from '#domain/leads/settle-page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { isRefusedForGood } from '#platform/db/unavailable.ts'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import { unstorable } from '#platform/leads/failure.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { readStoredMapping } from '#platform/leads/stored-file-mapping.ts'
import { hashContent } from '#platform/tables/table.ts'
import { knowConnector, storePageRows, type ReadyPage } from '#server/features/feeds/page-service.ts'
import { keepRows, takeBack, tidyKept } from '#server/features/leads/kept-service.ts'
import { findForgetBefore } from '#server/features/leads/email-service.ts'
import { findPage } from './page-store.ts'
import {
  addStoredPage,
  claimUpload,
  deleteDraftsBefore,
  endUpload,
  hasOpenUpload,
  lockClaim,
  type Claim,
  type StoredUpload,
} from './store.ts'
import { countOf } from '#domain/sentences/written.ts'

export interface SaveDeps {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
}

/** One job works at a time over all nodes, until no upload is open. */
export const uploadQueue = defineQueue({
  name: 'uploads.save',
  payload: z.object({}),
  exclusive: true,
  longestSeconds: 6 * 60 * 60,
})

/** Sends a worker to the uploads that are open, also after one was lost. */
export async function sendOpenUploads({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  if (await hasOpenUpload(db)) await jobs.send(uploadQueue, {})
}

/** Works on open uploads, oldest first. Each continues from its last page. */
export async function runUploads(deps: SaveDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const worker = newId()
    const upload = await claimUpload(deps.db, worker)
    if (!upload || upload.connector === null) return
    const work = { deps, upload, connector: upload.connector, signal }
    if (upload.state === 'takingBack') await takeAllBack(work, { id: upload.id, worker, state: 'takingBack' })
    else await storeAll(work, { id: upload.id, worker, state: 'saving' })
  }
}

interface Work {
  deps: SaveDeps
  upload: StoredUpload
  connector: string
  signal: AbortSignal
}

async function storeAll(work: Work, claim: Claim): Promise<void> {
  const { deps, upload, signal } = work
  const mapping = readStoredMapping(upload.mapping)
  if (!mapping) return finish(work, claim, 'failed', OUTDATED)
  const reading = readFile(mapping, upload.columns, hashContent)
  for await (const rows of readPages(deps.db, upload.id)) reading.look(rows)
  let position = 0
  for await (const rows of readPages(deps.db, upload.id)) {
    if (signal.aborted) return
    // Also reads stored pages, so that ids are computed as before.
    const page = reading.read(rows)
    if (position >= upload.pages) {
      const end = await storePage(work, claim, page)
      if (end === 'lost') return
      if (end !== 'stored') return finish(work, claim, 'failed', end.message)
    }
    position += 1
  }
  await finish(work, claim, 'saved', null)
}

const OUTDATED = 'The column settings of this file are no longer valid. Please upload it again.'

type PageEnd = 'stored' | 'lost' | { message: string }

/** All of a page or nothing; another worker may have the upload by now. */
async function storePage({ deps, connector }: Work, claim: Claim, page: FilePage): Promise<PageEnd> {
  const ready = makeReady(page)
  try {
    return await deps.db.transaction().execute(async (tx) => {
      if (!(await lockClaim(tx, claim))) return 'lost'
      await knowConnector(tx, connector)
      const rows = { leads: ready.leads.rows, deposits: ready.deposits.rows }
      const counts = await keepRows(tx, deps, { id: claim.id, connector }, rows, () =>
        storePageRows(tx, deps, connector, ready),
      )
      await addStoredPage(tx, claim.id, counts)
      return 'stored'
    })
  } catch (error) {
    if (!isRefusedForGood(error)) throw error
    // Without its details, which have the values of the row.
    deps.log.error({ upload: claim.id, reason: error.message }, 'a page of an upload cannot be stored')
    return { message: unstorable(error.message).message }
  }
}

/** A page as the tables take it. */
export function makeReady({ leads, deposits, withoutDeposit }: FilePage): ReadyPage {
  return { leads: settlePage(leads), deposits: settlePage(deposits), withoutDeposit }
}

async function takeAllBack(work: Work, claim: Claim): Promise<void> {
  const { deps, connector } = work
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    const taken = await takeBack(tx, deps, { id: claim.id, connector })
    const message = sayTakenBack(taken)
    await endUpload(tx, claim, { state: 'takenBack', message, at: deps.clock.now() })
    await announce(tx, { topic: 'leads', days: [] })
    deps.log.info({ upload: claim.id, connector, ...taken }, 'an upload was taken back')
  })
}

function sayTakenBack(taken: Awaited<ReturnType<typeof takeBack>>): string {
  const { removedLeads, removedDeposits, restoredLeads, restoredDeposits } = taken
  const again = restoredLeads + restoredDeposits
  const gone = `Gone: ${countOf(removedLeads, 'lead')}, ${countOf(removedDeposits, 'deposit')}.`
  return again === 0 ? gone : `${gone} ${countOf(again, 'row')} as before.`
}

async function finish({ deps }: Work, claim: Claim, state: 'saved' | 'failed', message: string | null): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await endUpload(tx, claim, { state, message, at: deps.clock.now() })
    await announce(tx, { topic: 'leads', days: [] })
  })
  deps.log.info({ upload: claim.id, state }, 'an upload has ended')
}

/** The pages of an upload, one after the other. */
export async function* readPages(db: Database, id: string) {
  for (let position = 0; ; position += 1) {
    const rows = await findPage(db, id, position)
    if (!rows) return
    yield rows
  }
}

const DRAFTS_ARE_KEPT = DAY

/** Removes unsaved drafts, and kept states of uploads that are too old to undo. */
export async function tidyUploads(deps: SaveDeps): Promise<void> {
  const now = deps.clock.now()
  await deleteDraftsBefore(deps.db, addMilliseconds(now, -DRAFTS_ARE_KEPT))
  await tidyKept(deps.db, now, await findForgetBefore(deps))
}
