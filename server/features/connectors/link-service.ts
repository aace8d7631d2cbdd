import type { Tx, Database } from '#platform/db/database.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { readStoredMapping } from '#platform/leads/stored-file-mapping.ts'
import { sendOutward } from '#platform/leads/send-outward.ts'
import { createTableConnector, createUnreadableTable, type LinkReach } from '#platform/leads/table-source.ts'
import type { FileMapping } from '#domain/leads/file-mapping.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { deleteLink, insertLink, listLinks, type StoredLink } from './link-store.ts'

/** Where links may lead: the same as for connectors of the Control Center. */
export function linkReachOf({ allowHttp, allowPrivate }: { allowHttp: boolean; allowPrivate: boolean }): LinkReach {
  return allowPrivate ? { allowHttp } : { allowHttp, send: sendOutward }
}

/** Published tables as connectors. A table whose mapping is no longer readable reports that when it is read. */
export async function readLinkConnectors(db: Database, reach: LinkReach): Promise<Connector[]> {
  return (await listLinks(db)).map(({ name, url, mapping: stored }) => {
    const mapping = readStoredMapping(stored)
    return mapping ? createTableConnector({ name, url, mapping }, reach) : createUnreadableTable(name, url)
  })
}

export type { StoredLink }

export async function readLinks(db: Database): Promise<StoredLink[]> {
  return listLinks(db)
}

/** Reads a published table with every sync from now on; false if the name is taken. */
export async function saveLink(
  tx: Tx,
  link: { name: string; url: string; mapping: FileMapping; addedBy: string; createdAt: Instant },
): Promise<boolean> {
  return insertLink(tx, link)
}

/** Stops reading it; its leads stay. False if there is none. */
export async function removeLink(tx: Tx, name: string): Promise<boolean> {
  return deleteLink(tx, name)
}
