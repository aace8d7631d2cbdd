import { CAP_KINDS, type Cap, type CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { readGroupOwners, readPartners, type GroupOwners } from '#server/features/partners/service.ts'
import type { Database } from '#platform/db/database.ts'
import { listDayCaps } from './store.ts'

export { readDayTotals } from '#server/features/leads/service.ts'

export { readPausesOfDay } from '#server/features/pauses/service.ts'

export { readZone } from '#server/features/settings/service.ts'

/** The partner whose caps a chat may see; null means all. */
export type ChatScope = GroupOwners | null

/** A group of a partner sees only that partner's caps, whoever asks. */
export async function readScope(db: Database, chat: { id: string; isPrivate: boolean }): Promise<ChatScope> {
  if (chat.isPrivate) return null
  const owners = await readGroupOwners(db, chat.id)
  return owners.advertisers.length + owners.publishers.length === 0 ? null : owners
}

/** The visible caps of a day, by kind. A kind without visible caps is left out. */
export async function readShownCaps(
  db: Database,
  scope: ChatScope,
  { day, geo }: { day: Day; geo: string | null },
): Promise<{ kind: CapKind; caps: Cap[] }[]> {
  const kinds = CAP_KINDS.filter((kind) => showsKind(scope, kind))
  const sides = []
  for (const kind of kinds) {
    const caps = (await listDayCaps(db, kind, day)).filter((cap) => isShown(scope, cap))
    sides.push({ kind, caps: geo === null ? caps : caps.filter((cap) => foldGeo(cap.geo) === foldGeo(geo)) })
  }
  return sides
}

/** Whether a scope shows a cap: an advertiser's group sees the caps it buys, a source's group the caps it sells. */
export function isShown(scope: ChatScope, cap: Pick<Cap, 'kind' | 'advertiserId' | 'sourceNumber'>): boolean {
  if (scope === null) return true
  if (cap.kind === 'broker') return scope.advertisers.some(({ key }) => key === cap.advertiserId)
  return scope.publishers.some(({ key }) => foldSource(key) === cap.sourceNumber)
}

function showsKind(scope: ChatScope, kind: CapKind): boolean {
  if (scope === null) return true
  return (kind === 'broker' ? scope.advertisers : scope.publishers).length > 0
}

/** The advertisers that caps may name. */
export async function readAdvertisers(db: Database): Promise<Partner[]> {
  return readPartners(db, 'advertiser')
}
