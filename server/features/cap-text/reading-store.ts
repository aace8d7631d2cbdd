import { sql } from 'kysely'
import { CAP_KINDS } from '#domain/caps/cap.ts'
import type { StandingCap, Writer } from '#domain/cap-text/world.ts'
import type { Day } from '#domain/kernel/day.ts'
import { parseHundredths, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import type { Database } from '#platform/db/database.ts'

/** The caps that a writer may mean, from one day to another, both included; geos as keys have them. */
export async function listCapsOf(
  db: Database,
  writer: Writer,
  { from, to }: { from: Day; to: Day },
): Promise<Omit<StandingCap, 'isPaused'>[]> {
  const rows = await db
    .selectFrom('caps')
    .select([
      'kind',
      'date',
      'geo_key as geo',
      'advertiser_id as advertiserId',
      'source_number as source',
      'cap',
      'working_hours as workingHours',
      'always_on as alwaysOn',
      'cpa',
      'crg',
    ])
    // The index of keys begins with the kind.
    .where('kind', 'in', CAP_KINDS)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .$if(writer.kind === 'broker', (caps) =>
      caps.where('advertiser_id', '=', sql<string>`any(${idsOf(writer)}::text[])`),
    )
    .$if(writer.kind === 'affiliate', (caps) =>
      caps.where('kind', '=', 'affiliate').where('source_number', '=', sql<string>`any(${idsOf(writer)}::text[])`),
    )
    .orderBy('date')
    .orderBy('geo_key')
    .execute()
  return rows.map(({ kind, source, cpa, crg, ...row }) => ({
    ...row,
    kind: kind === 'broker' ? ('broker' as const) : ('affiliate' as const),
    sourceNumber: foldSource(source),
    cpa: cpa === null ? null : parseHundredths<Cents>(cpa),
    crg: crg === null ? null : parseHundredths<BasisPoints>(crg),
  }))
}

function idsOf(writer: Writer): readonly string[] {
  if (writer.kind === 'broker') return writer.advertiserIds
  return writer.kind === 'affiliate' ? writer.sourceNumbers : []
}
