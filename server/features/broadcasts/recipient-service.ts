import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Audience, OwnCaps, Recipient } from '#domain/sentences/broadcast.ts'
import { describeOwnCaps } from '#domain/sentences/own-caps.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { createPausedOf } from '#domain/pauses/paused-caps.ts'
import { readShownCaps, readZone } from '#server/features/caps/show-service.ts'
import { readPausesOfDay } from '#server/features/pauses/service.ts'
import { readPartners } from '#server/features/partners/service.ts'
import type { Database } from '#platform/db/database.ts'

const PARTNERS: Readonly<Record<Audience, PartnerKind>> = { advertisers: 'advertiser', publishers: 'publisher' }
const CAPS: Readonly<Record<Audience, CapKind>> = { advertisers: 'broker', publishers: 'affiliate' }

/** A possible recipient. */
export interface RecipientState extends Recipient {
  id: string
  /** For the given day and geo; null if no day was given. */
  hasCap: boolean | null
}

/** The recipients of an audience by name; only those of `ids`, if given. With their caps of a day, if one is given. */
export async function readRecipients(
  db: Database,
  audience: Audience,
  { ids = null, day = null, geo = null }: { ids?: readonly string[] | null; day?: Day | null; geo?: string | null },
): Promise<RecipientState[]> {
  const partners = await readPartners(db, PARTNERS[audience])
  const wanted = ids && new Set(ids)
  const capsOf = day === null ? () => null : await readCapsOf(db, audience, day)
  return partners
    .filter(({ _id }) => wanted === null || wanted.has(_id))
    .map(({ _id: id, key, name, groupIds }) => {
      const caps = capsOf(key)
      return { id, key, name, groupIds, caps, hasCap: caps && hasCapFor(caps, geo) }
    })
}

function hasCapFor({ geos }: OwnCaps, geo: string | null): boolean {
  return geo === null ? geos.length > 0 : geos.includes(foldGeo(geo))
}

/** The caps of each recipient on a day, by the partner's key. */
async function readCapsOf(db: Database, audience: Audience, day: Day): Promise<(key: string) => OwnCaps> {
  const sides = await readShownCaps(db, null, { day, geo: null })
  const caps = sides.find(({ kind }) => kind === CAPS[audience])?.caps ?? []
  const byKey = Map.groupBy(caps, (cap) => keyOf(audience, cap.advertiserId ?? cap.sourceNumber))
  const zone = await readZone(db)
  const pausedOf = createPausedOf(await readPausesOfDay(db, day), zone)
  return (key) => describeOwnCaps(byKey.get(keyOf(audience, key)) ?? [], day, { zone, pausedOf })
}

/** As caps name them: a source may be written with its sign. */
function keyOf(audience: Audience, key: string): string {
  return audience === 'publishers' ? foldSource(key) : key
}
