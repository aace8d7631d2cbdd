import type { Database } from '#platform/db/database.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { readStoredMapping } from '#platform/leads/stored-file-mapping.ts'
import { sendOutward } from '#platform/leads/send-outward.ts'
import { createTableConnector, createUnreadableTable, type LinkReach } from '#platform/leads/table-source.ts'
import { listLinks, type StoredLink } from './link-store.ts'

export { listLinks as readLinks, insertLink as saveLink, deleteLink as removeLink } from './link-store.ts'

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
