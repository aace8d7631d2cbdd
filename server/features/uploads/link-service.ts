import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import { transact, type Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { fetchTable } from '#platform/leads/table-source.ts'
import type { FeedStep } from '#server/features/connectors/edit-service.ts'
import { linkReachOf, removeLink, saveLink, type StoredLink } from '#server/features/connectors/link-service.ts'
import { followConnector } from '#server/features/feeds/status-service.ts'
import { actorOf, recordBatch } from '#server/features/history/service.ts'
import {
  addUpload,
  checkChoice,
  type AddRefusal,
  type ChoiceRefusal,
  type Chosen,
  type Draft,
  type UploadDeps,
} from './service.ts'
import { deleteUpload } from './store.ts'

export { readLinks as listFollowed } from '#server/features/connectors/link-service.ts'

export type { StoredLink }

export type LinkDeps = UploadDeps & { stopping: AbortSignal }

/** Fetches a published table once, and says how its rows would be read. */
export async function addLink(
  deps: LinkDeps,
  member: Member,
  { url, largest }: { url: string; largest: number },
): Promise<Result<Draft, AddRefusal>> {
  const found = await fetchTable(url, linkReachOf(deps.sourceReach), deps.stopping)
  if (!(found instanceof Uint8Array)) return refuse({ reason: 'upload.unreadable', message: found.message })
  const fileName = new URL(url).host
  return addUpload(deps, member, { fileName, url, largest, pieces: inOnePiece(found) })
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}

export type FollowRefusal = ChoiceRefusal | { reason: 'upload.noLink' }

/** Reads the table of a draft at its link from now on, with every sync. */
export async function followLink(
  deps: LinkDeps,
  member: Member,
  id: string,
  chosen: Chosen,
): Promise<Result<StoredLink, FollowRefusal>> {
  const checked = await checkChoice(deps, id, chosen)
  if (!checked.ok) return checked
  const { upload, connector: name, mapping } = checked.value
  const { url } = upload
  if (url === null) return refuse({ reason: 'upload.noLink' })
  const link = { name, url, mapping, addedBy: signatureOf(member), createdAt: deps.clock.now() }
  return transact<Result<StoredLink, FollowRefusal>>(deps.db, async (tx) => {
    if (!(await saveLink(tx, link))) return refuse({ reason: 'upload.taken' })
    await deleteUpload(tx, id)
    await settle(tx, deps, member, { action: 'link.followed', step: 'begin', name, host: new URL(url).host })
    return accept(link)
  })
}

/** Stops reading a published table; its leads stay. False if there is none with this name. */
export async function unfollowLink(deps: LinkDeps, member: Member, name: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await removeLink(tx, name))) return false
    await settle(tx, deps, member, { action: 'link.removed', step: 'forget', name, host: null })
    return true
  })
}

/** The history, the effect on the feed of a table, and the word to all open screens. */
async function settle(
  tx: Tx,
  { clock, jobs }: Pick<LinkDeps, 'clock' | 'jobs'>,
  member: Member,
  { action, step, name, host }: { action: string; step: FeedStep['step']; name: string; host: string | null },
): Promise<void> {
  const change = { action, subject: 'link', subjectId: name, days: [], before: null, after: { name, host } }
  await recordBatch(tx, clock, { actor: actorOf(member), changes: [change] })
  // The next sync reads it.
  const requestedBy = signatureOf(member)
  await followConnector(tx, { clock, jobs }, { connector: name, step, isAsked: false, requestedBy })
  await announce(tx, { topic: 'leads', days: [] })
}
