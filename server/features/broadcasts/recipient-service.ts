import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Audience } from '#domain/sentences/broadcast.ts'
import type { Partner, PartnerKind } from '#domain/partners/partner.ts'
import { readShownCaps } from '#server/features/caps/show-service.ts'
import { readPartners } from '#server/features/partners/service.ts'
import type { Database } from '#platform/db/database.ts'

const PARTNERS: Readonly<Record<Audience, PartnerKind>> = { advertisers: 'advertiser', publishers: 'publisher' }
const CAPS: Readonly<Record<Audience, CapKind>> = { advertisers: 'broker', publishers: 'affiliate' }

/** Everybody of an audience, by name; of `ids`, where they are given, only those. */
export async function readRecipients(
  db: Database,
  audience: Audience,
  ids: readonly string[] | null,
): Promise<Partner[]> {
  const partners = await readPartners(db, PARTNERS[audience])
  if (ids === null) return partners
  const wanted = new Set(ids)
  return partners.filter(({ _id }) => wanted.has(_id))
}

/** The keys of those of an audience who have a cap on a day, for a geo where one is named. */
export async function readPlannedKeys(
  db: Database,
  audience: Audience,
  { day, geo }: { day: Day; geo: string | null },
): Promise<ReadonlySet<string>> {
  const sides = await readShownCaps(db, null, { day, geo: geo === null ? null : foldGeo(geo) })
  const caps = sides.find(({ kind }) => kind === CAPS[audience])?.caps ?? []
  return new Set(caps.map((cap) => keyOf(audience, cap.advertiserId ?? cap.sourceNumber)))
}

/** As caps name them: a source may be written with its sign. */
export function keyOf(audience: Audience, key: string): string {
  return audience === 'publishers' ? foldSource(key) : key
}
