import { previewImport, type ImportItem } from '#domain/partners/import.ts'
import { foldKey, type PartnerKind } from '#domain/partners/partner.ts'
import type { Member } from '#domain/team/member.ts'
import type { Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { changeOf, indexPartners, recordChanges, type PartnerDeps } from './service.ts'
import { insertPartners, lockPartnersByKeys, renamePartners } from './store.ts'

const BY_IMPORT = ' by import'

export interface ImportStats {
  created: number
  updated: number
  skipped: number
}

/**
 * Registers many at once: all of it or nothing. Those that are registered keep their names unless they are to be
 * overwritten; of items with one key the first counts, the others are skipped.
 */
export async function importPartners(
  deps: PartnerDeps,
  actor: Member,
  kind: PartnerKind,
  { items, overwrite }: { items: readonly ImportItem[]; overwrite: boolean },
): Promise<ImportStats> {
  const first = new Map(items.toReversed().map((item) => [foldKey(kind, item.key), item]))
  return deps.db.transaction().execute(async (tx) => {
    const created = await insertNew(tx, kind, [...first.values()])
    const keys = [...first.values()].map(({ key }) => key)
    const registered = (await lockPartnersByKeys(tx, kind, keys)).filter(({ _id }) => !created.has(_id))
    const { updated } = previewImport(kind, [...first.values()], registered, overwrite)
    const find = indexPartners(kind, registered)
    const renamed = updated.flatMap(({ key, name }) => {
      const before = find(key)
      return before ? [{ before, after: { ...before, name } }] : []
    })
    await renamePartners(
      tx,
      kind,
      renamed.map(({ after }) => ({ id: after._id, name: after.name })),
    )
    await recordChanges(deps, tx, actor, kind, [
      ...[...created].map(([_id, { key, name }]) => changeOf(null, { _id, kind, key, name, groupIds: [] }, BY_IMPORT)),
      ...renamed.map(({ before, after }) => changeOf(before, after, BY_IMPORT)),
    ])
    return {
      created: created.size,
      updated: renamed.length,
      skipped: items.length - created.size - renamed.length,
    }
  })
}

/** Those that were added, by the ids that they got. */
async function insertNew(tx: Tx, kind: PartnerKind, items: readonly ImportItem[]): Promise<Map<string, ImportItem>> {
  const rows = items.map((item) => ({ id: newId(), ...item }))
  const inserted = await insertPartners(tx, kind, rows)
  return new Map(rows.flatMap(({ id, key, name }) => (inserted.has(id) ? [[id, { key, name }]] : [])))
}
