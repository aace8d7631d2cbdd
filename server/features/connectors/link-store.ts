import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { FileMapping } from '#domain/leads/file-mapping.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** A published table that is read at its link with every sync. */
export interface StoredLink {
  name: string
  url: string
  mapping: unknown
  addedBy: string
  createdAt: Instant
}

export async function listLinks(db: Database): Promise<StoredLink[]> {
  return db
    .selectFrom('lead_links')
    .select(['name', 'url', 'mapping', 'added_by as addedBy', 'created_at as createdAt'])
    .orderBy('created_at')
    .orderBy('name')
    .execute()
}

/** A published table that every sync reads from now on; false if the name is taken. */
export async function insertLink(
  tx: Tx,
  link: { name: string; url: string; mapping: FileMapping; addedBy: string; createdAt: Instant },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('lead_links')
    .values({
      name: link.name,
      url: link.url,
      mapping: JSON.stringify(link.mapping),
      added_by: link.addedBy,
      created_at: formatInstant(link.createdAt),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A published table that is read no more; its leads stay. False if there is none with this name. */
export async function deleteLink(tx: Tx, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('lead_links').where('name', '=', name).executeTakeFirst()
  return numDeletedRows === 1n
}
