import { z } from 'zod'
import { foldAdvertiserId, indexFolded } from '#domain/kernel/identity.ts'
import { MOST_OFFERS } from '#domain/kernel/listed.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { addedAliases, checkAliases, editAliases, type AliasEdit, type TakenAlias } from '#domain/partners/aliases.ts'
import { listMeant } from '#domain/partners/lookup.ts'
import { foldKey, MAX_ALIASES, suggestName, type Partner, type PartnerKind } from '#domain/partners/partner.ts'
import type { Member } from '#domain/team/member.ts'
import { actorOf, readHistory, recordBatch, type Change, type ChangeOf } from '#server/features/history/service.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { listNamesOfLeads, listUnregistered, type UnregisteredRow } from './offer-store.ts'
import {
  deleteGroup,
  deletePartner,
  findPartnerByKey,
  insertGroups,
  insertPartners,
  listPartnerNames,
  listPartners,
  listPartnersOfGroup,
  listSpellings,
  lockNames,
  lockPartner,
  lockPartnersByKeys,
  updatePartners,
} from './store.ts'

export { listPartners as readPartners, findPartnerByKey as readPartnerByKey } from './store.ts'

export interface PartnerDeps {
  db: Database
  clock: Clock
}

export interface PartnerEditDeps extends PartnerDeps {
  /** The effect of new names on the caps of advertisers, in the transaction of their change, after its history. */
  renameInCaps: (tx: Tx, keys: readonly string[]) => Promise<void>
}

/** A new one, as somebody fills it in. */
export interface PartnerDraft {
  key: string
  name: string
  aliases: readonly string[]
  groupIds: readonly string[]
}

/** Changes of a partner; undefined fields stay. */
export interface PartnerEdit extends AliasEdit {
  id: string
  name?: string | undefined
}

/** A partner would get one more alias than is allowed. */
interface TooManyAliases {
  reason: 'aliases.too-many'
}

export interface PartnerGone {
  reason: 'partner.not-found'
}

/** An unregistered partner in leads and caps, with a suggested name. */
export interface Offer extends UnregisteredRow {
  name: string
}

export const TOPICS = { advertiser: 'advertisers', publisher: 'publishers' } as const

/** Finds who is registered by a key as people and feeds write it. */
export type PartnerFinder = (key: string) => { key: string; name: string } | undefined

/** Among the registered advertisers that these ids name. */
export async function readAdvertiserFinder(db: Database, ids: readonly string[]): Promise<PartnerFinder> {
  return indexPartners('advertiser', await listPartnerNames(db, 'advertiser', ids))
}

/** Finds how the caps and leads of an advertiser spell it: as it is or was registered. */
export async function readSpellingFinder(
  db: Database,
  ids: readonly string[],
): Promise<(id: string) => string | undefined> {
  const spellings = (await listSpellings(db, ids)).map((id): [string, string] => [id, id])
  return indexFolded(spellings, foldAdvertiserId)
}

/** The same, because keys must be equal. Others stay as they are written. */
export async function readSpelling(db: Database, ids: readonly string[]): Promise<(id: string) => string> {
  const find = await readSpellingFinder(db, ids)
  return (id) => find(id) ?? id
}

/** Names of sources: registered, else from their last leads. `sources` null: all. */
export async function readSourceNames(
  db: Database,
  sources: readonly string[] | null,
): Promise<{ key: string; name: string }[]> {
  const [known, others] = await Promise.all([
    sources === null ? listPartners(db, 'publisher') : listPartnerNames(db, 'publisher', sources),
    listNamesOfLeads(db, sources),
  ])
  return [...known, ...others.map(({ key, name }) => ({ key, name: suggestName(name, key) }))]
}

/** Those whom a text may mean that is nobody's id. */
export async function readMeant(db: Database, kind: PartnerKind, text: string): Promise<readonly Partner[]> {
  return listMeant(kind, await listPartners(db, kind), text)
}

/** The owners of a chat, of both kinds; empty if it belongs to nobody. */
export interface GroupOwners {
  advertisers: Partner[]
  publishers: Partner[]
}

export async function readGroupOwners(db: Database, groupId: string): Promise<GroupOwners> {
  return {
    advertisers: await listPartnersOfGroup(db, 'advertiser', groupId),
    publishers: await listPartnersOfGroup(db, 'publisher', groupId),
  }
}

export async function readOffers(db: Database, kind: PartnerKind): Promise<Offer[]> {
  const rows = await listUnregistered(db, kind, MOST_OFFERS)
  return rows.map((row) => ({ ...row, name: suggestName(row.name, row.key) }))
}

/** Of one partner, or of all of its kind; newest first. */
export async function readPartnerHistory(
  db: Database,
  kind: PartnerKind,
  of: { subjectId: string } | 'all',
): Promise<ChangeOf<Partner>[]> {
  return readHistory(db, { subject: kind, standing: StoredPartner }, of)
}

/** A partner as its history keeps it; written by us and never changed, so anything else is a bug. */
const StoredPartner: z.ZodType<Partner> = z.object({
  _id: z.string(),
  kind: z.enum(['advertiser', 'publisher']),
  key: z.string(),
  name: z.string(),
  // Partners had none before they had aliases.
  aliases: z.array(z.string()).default([]),
  groupIds: z.array(z.string()),
})

export async function createPartner(
  deps: PartnerDeps,
  actor: Member,
  kind: PartnerKind,
  draft: PartnerDraft,
): Promise<Result<Partner, { reason: 'partner.exists'; current: Partner } | TakenAlias>> {
  for (;;) {
    const result = await transact(deps.db, async (tx) => {
      const id = newId()
      const inserted = await insertPartners(tx, kind, [{ id, ...draft }])
      if (!inserted.has(id)) return refuse({ reason: 'partner.exists' })
      const checked = await checkGivenAliases(tx, kind, [draft])
      if (!checked.ok) return checked
      await insertGroups(tx, kind, id, draft.groupIds)
      const created = await standing(tx, kind, id)
      await recordChanges(deps, tx, actor, kind, [changeOf(null, created)])
      return accept(created)
    })
    if (result.ok || result.reason === 'alias.taken') return result
    const current = await findPartnerByKey(deps.db, kind, draft.key)
    // The partner in the way may have been deleted in the meantime; then there is room.
    if (current) return refuse({ reason: 'partner.exists', current })
  }
}

export async function updatePartner(
  deps: PartnerEditDeps,
  actor: Member,
  kind: PartnerKind,
  { id, name, ...edit }: PartnerEdit,
): Promise<Result<Partner, PartnerGone | TakenAlias | TooManyAliases>> {
  return transact(deps.db, async (tx) => {
    if (edit.aliases ?? edit.addAliases) await lockNames(tx, kind)
    const before = await lockPartner(tx, kind, id)
    if (!before) return refuse({ reason: 'partner.not-found' })
    const after = { ...before, name: name ?? before.name, aliases: editAliases(before.aliases, edit) }
    const added = addedBy(before, after)
    if (added.aliases.length > 0 && after.aliases.length > MAX_ALIASES) return refuse({ reason: 'aliases.too-many' })
    await updatePartners(tx, kind, [after])
    const checked = await checkGivenAliases(tx, kind, [added])
    if (!checked.ok) return checked
    const changed = await recordChange(deps, tx, actor, before)
    await followNames(deps, tx, kind, [{ before, after }])
    return accept(changed)
  })
}

/** Caps have the names of their advertisers. */
export async function followNames(
  { renameInCaps }: PartnerEditDeps,
  tx: Tx,
  kind: PartnerKind,
  changes: readonly { before: Partner; after: Partner }[],
): Promise<void> {
  const renamed = changes.filter(({ before, after }) => before.name !== after.name)
  if (kind !== 'advertiser' || renamed.length === 0) return
  await renameInCaps(
    tx,
    renamed.map(({ after }) => after.key),
  )
}

/** A partner with only the aliases that a change gives to it. */
export function addedBy(before: Partner, after: Partner): Pick<Partner, 'key' | 'aliases'> {
  return { key: after.key, aliases: addedAliases(after.aliases, before.aliases) }
}

/** Whether new aliases also name another partner. The caller holds the lock of the names. */
export async function checkGivenAliases(
  tx: Tx,
  kind: PartnerKind,
  given: readonly Pick<Partner, 'key' | 'aliases'>[],
): Promise<Result<null, TakenAlias>> {
  if (given.every(({ aliases }) => aliases.length === 0)) return accept(null)
  return checkAliases(kind, given, await listPartners(tx, kind))
}

/** Caps that name it keep its id and the name that they have, and its leads keep counting for them. */
export async function removePartner(
  deps: PartnerDeps,
  actor: Member,
  kind: PartnerKind,
  id: string,
): Promise<Result<Partner, PartnerGone>> {
  return transact(deps.db, async (tx) => {
    const before = await lockPartner(tx, kind, id)
    if (!before) return refuse({ reason: 'partner.not-found' })
    await deletePartner(tx, before)
    await recordChanges(deps, tx, actor, kind, [changeOf(before, null)])
    return accept(before)
  })
}

/** A group that is linked already stays so. Several partners may share one. */
export async function linkGroup(
  deps: PartnerDeps,
  actor: Member,
  kind: PartnerKind,
  { id, groupId }: { id: string; groupId: string },
): Promise<Result<Partner, PartnerGone>> {
  return transact(deps.db, async (tx) => {
    const before = await lockPartner(tx, kind, id)
    if (!before) return refuse({ reason: 'partner.not-found' })
    await insertGroups(tx, kind, id, [groupId])
    return accept(await recordChange(deps, tx, actor, before))
  })
}

/** The same in the caller's transaction, for a typed id; null if there is none. */
export async function linkGroupByKey(
  tx: Tx,
  deps: Pick<PartnerDeps, 'clock'>,
  actor: Member,
  kind: PartnerKind,
  { key, groupId }: { key: string; groupId: string },
): Promise<Partner | null> {
  const before = indexPartners(kind, await lockPartnersByKeys(tx, kind, [key]))(key)
  if (!before) return null
  await insertGroups(tx, kind, before._id, [groupId])
  return recordChange(deps, tx, actor, before)
}

export async function unlinkGroup(
  deps: PartnerDeps,
  actor: Member,
  kind: PartnerKind,
  { id, groupId }: { id: string; groupId: string },
): Promise<Result<Partner, PartnerGone | { reason: 'partner.group-not-found' }>> {
  return transact(deps.db, async (tx) => {
    const before = await lockPartner(tx, kind, id)
    if (!before) return refuse({ reason: 'partner.not-found' })
    if (!before.groupIds.includes(groupId)) return refuse({ reason: 'partner.group-not-found' })
    await deleteGroup(tx, kind, id, groupId)
    return accept(await recordChange(deps, tx, actor, before))
  })
}

/** Registers missing partners; the others stay as they are. */
export async function registerPartners(tx: Tx, kind: PartnerKind, drafts: readonly PartnerDraft[]): Promise<void> {
  const rows = drafts.map((draft) => ({ ...draft, id: newId() }))
  const inserted = await insertPartners(tx, kind, rows)
  for (const { id, groupIds } of rows) if (inserted.has(id)) await insertGroups(tx, kind, id, groupIds)
}

/** Partners of a kind with a lookup like `indexFolded`. */
export function indexPartners<P extends { key: string }>(kind: PartnerKind, partners: readonly P[]) {
  return indexFolded(
    partners.map((partner) => [partner.key, partner]),
    (key) => foldKey(kind, key),
  )
}

/** The history of partners, and the word to all open screens, in the transaction that changes them. */
export async function recordChanges(
  deps: Pick<PartnerDeps, 'clock'>,
  tx: Tx,
  actor: Member,
  kind: PartnerKind,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  await recordBatch(tx, deps.clock, { actor: actorOf(actor), changes })
  await announce(tx, { topic: TOPICS[kind], days: null })
}

export function changeOf(before: Partner | null, after: Partner | null, by = ''): Change {
  const partner = after ?? before
  if (!partner) throw new Error('a partner that was written is not there')
  const verb = before === null ? 'created' : after === null ? 'deleted' : 'changed'
  const action = `${partner.kind}.${verb}${by}`
  return { action, subject: partner.kind, subjectId: partner._id, days: [], before, after }
}

/** The state after a write. A write without a change leaves no history. */
async function recordChange(
  deps: Pick<PartnerDeps, 'clock'>,
  tx: Tx,
  actor: Member,
  before: Partner,
): Promise<Partner> {
  const after = await standing(tx, before.kind, before._id)
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    await recordChanges(deps, tx, actor, before.kind, [changeOf(before, after)])
  }
  return after
}

async function standing(tx: Tx, kind: PartnerKind, id: string): Promise<Partner> {
  const partner = await lockPartner(tx, kind, id)
  if (!partner) throw new Error('a partner that was written is not there')
  return partner
}
