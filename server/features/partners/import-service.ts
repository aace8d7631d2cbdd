import type { TakenAlias } from '#domain/partners/aliases.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { previewImport, type ImportItem } from '#domain/partners/import.ts'
import { foldKey, type PartnerKind } from '#domain/partners/partner.ts'
import type { Member } from '#domain/team/member.ts'
import { transact, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import {
  addedBy,
  changeOf,
  checkGivenAliases,
  followNames,
  indexPartners,
  recordChanges,
  type PartnerEditDeps,
} from './service.ts'
import { insertPartners, lockPartnersByKeys, updatePartners } from './store.ts'

const BY_IMPORT = ' by import'

export interface ImportStats {
  created: number
  updated: number
  skipped: number
}

/** Together with those that stand, an item brings more aliases than are allowed. */
interface TooManyAliases {
  reason: 'aliases.too-many'
  key: string
  count: number
}

/**
 * Registers many at once, all or nothing. Registered partners stay unless they are to be overwritten. Of items with the
 * same key the first counts, the others are skipped.
 */
export async function importPartners(
  deps: PartnerEditDeps,
  actor: Member,
  kind: PartnerKind,
  { items, overwrite }: { items: readonly ImportItem[]; overwrite: boolean },
): Promise<Result<ImportStats, TakenAlias | TooManyAliases>> {
  const first = new Map(items.toReversed().map((item) => [foldKey(kind, item.key), item]))
  return transact(deps.db, async (tx) => {
    const created = await insertNew(tx, kind, [...first.values()])
    const keys = [...first.values()].map(({ key }) => key)
    const registered = (await lockPartnersByKeys(tx, kind, keys)).filter(({ _id }) => !created.has(_id))
    const { updated, overfull } = previewImport(kind, [...first.values()], registered, overwrite)
    const [full] = overfull
    if (full) return refuse({ reason: 'aliases.too-many', key: full.key, count: full.aliases.length })
    const find = indexPartners(kind, registered)
    const changed = updated.flatMap(({ key, name, aliases }) => {
      const before = find(key)
      return before ? [{ before, after: { ...before, name, aliases } }] : []
    })
    await updatePartners(
      tx,
      kind,
      changed.map(({ after }) => after),
    )
    const given = changed.map(({ before, after }) => addedBy(before, after))
    const checked = await checkGivenAliases(tx, kind, [...created.values(), ...given])
    if (!checked.ok) return checked
    await recordChanges(deps, tx, actor, kind, [
      ...[...created].map(([_id, item]) => changeOf(null, { _id, kind, ...item, groupIds: [] }, BY_IMPORT)),
      ...changed.map(({ before, after }) => changeOf(before, after, BY_IMPORT)),
    ])
    await followNames(deps, tx, kind, changed)
    return accept({
      created: created.size,
      updated: changed.length,
      skipped: items.length - created.size - changed.length,
    })
  })
}

/** The added partners, by their new ids. */
async function insertNew(tx: Tx, kind: PartnerKind, items: readonly ImportItem[]): Promise<Map<string, ImportItem>> {
  const rows = items.map((item) => ({ id: newId(), ...item }))
  const inserted = await insertPartners(tx, kind, rows)
  return new Map(
    rows.flatMap(({ id, ...item }) => {
      const key = inserted.get(id)
      return key === undefined ? [] : [[id, { ...item, key }]]
    }),
  )
}
