import { sql, type RawBuilder } from 'kysely'
import type { Partner, PartnerKind } from '#domain/partners/partner.ts'
import { arrayLiteral } from '#platform/db/expressions.ts'
import { PREPARED } from '#platform/db/connection.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { lockName } from '#platform/db/locks.ts'

interface Row {
  id: string
  key: string
  name: string
  aliases: string[]
  groupIds: string[]
}

interface Tables {
  partners: RawBuilder<unknown>
  key: RawBuilder<unknown>
  /** A key as it is compared. */
  foldKey: (key: RawBuilder<unknown>) => RawBuilder<unknown>
  /** A key as caps and leads spell it since it was registered before. */
  spellKey: (key: RawBuilder<unknown>) => RawBuilder<unknown>
  groups: RawBuilder<unknown>
  owner: RawBuilder<unknown>
}

// Both kinds stand in tables of the same shape, under names of their own.
const TABLES: Readonly<Record<PartnerKind, Tables>> = {
  advertiser: {
    partners: sql.table('advertisers'),
    key: sql.ref('advertiser_id'),
    foldKey: (key) => sql`lower(${key})`,
    spellKey: (key) => sql`coalesce((
      select f.advertiser_id from former_advertisers f where lower(f.advertiser_id) = lower(${key})
      order by f.advertiser_id = ${key} desc, f.advertiser_id limit 1
    ), ${key})`,
    groups: sql.table('advertiser_groups'),
    owner: sql.ref('advertiser'),
  },
  publisher: {
    partners: sql.table('publishers'),
    key: sql.ref('source_number'),
    foldKey: (key) => key,
    spellKey: (key) => key,
    groups: sql.table('publisher_groups'),
    owner: sql.ref('publisher'),
  },
}

/** By name. */
export async function listPartners(db: Database, kind: PartnerKind): Promise<Partner[]> {
  return selectPartners(db, kind, sql``)
}

/** A partner locked until the transaction ends. */
export async function lockPartner(tx: Tx, kind: PartnerKind, id: string): Promise<Partner | null> {
  const { partners } = TABLES[kind]
  await sql`select 1 from ${partners} where id = ${id} for update`.execute(tx)
  const [found] = await selectPartners(tx, kind, sql`where p.id = ${id}`)
  return found ?? null
}

/** Registered partners by equal keys, locked in a fixed order so that two imports do not deadlock. */
export async function lockPartnersByKeys(tx: Tx, kind: PartnerKind, keys: readonly string[]): Promise<Partner[]> {
  const { partners, key } = TABLES[kind]
  const wanted = sql`where ${isOneOf(kind, keys)}`
  await sql`select 1 from ${partners} p ${wanted} order by p.${key} for update`.execute(tx)
  return selectPartners(tx, kind, wanted)
}

/** The partner of a typed id; null if there is none. */
export async function findPartnerByKey(db: Database, kind: PartnerKind, key: string): Promise<Partner | null> {
  const found = await selectPartners(db, kind, sql`where ${isOneOf(kind, [key])}`)
  return found.find((partner) => partner.key === key) ?? found[0] ?? null
}

/** The owners of a Telegram group, by name. */
export async function listPartnersOfGroup(db: Database, kind: PartnerKind, groupId: string): Promise<Partner[]> {
  const { groups, owner } = TABLES[kind]
  return selectPartners(db, kind, sql`where p.id in (select g.${owner} from ${groups} g where g.group_id = ${groupId})`)
}

/** Registered names by equal keys. */
export async function listPartnerNames(
  db: Database,
  kind: PartnerKind,
  keys: readonly string[],
): Promise<{ key: string; name: string }[]> {
  if (keys.length === 0) return []
  const { partners, key } = TABLES[kind]
  const { rows } = await sql<{
    key: string
    name: string
  }>`select ${PREPARED} ${key} as key, name from ${partners} p where ${isOneOf(kind, keys)}
  `.execute(db)
  return rows
}

/** Spellings of advertisers that are or were registered, by equal keys. */
export async function listSpellings(db: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const wanted = isOneOf('advertiser', keys)
  const { rows } = await sql<{ key: string }>`
    select ${PREPARED} advertiser_id as key from advertisers p where ${wanted}
    union select advertiser_id from former_advertisers p where ${wanted}`.execute(db)
  return rows.map(({ key }) => key)
}

/**
 * Adds partners with a free key, without their groups. Returns the keys of the added ones by id: who was registered
 * before gets the spelling of then.
 */
export async function insertPartners(
  tx: Tx,
  kind: PartnerKind,
  rows: readonly { id: string; key: string; name: string; aliases: readonly string[] }[],
): Promise<Map<string, string>> {
  const { partners, key, foldKey, spellKey } = TABLES[kind]
  await lockNames(tx, kind)
  const columns = [
    rows.map(({ id }) => id),
    rows.map((row) => row.key),
    rows.map(({ name }) => name),
    rows.map(({ aliases }) => JSON.stringify(aliases)),
  ]
  const inserted = await sql<{ id: string; key: string }>`
    insert into ${partners} (id, ${key}, name, aliases)
    select id, ${spellKey(sql`i.key`)}, name, ${ALIASES} from ${unnest(columns)} as i (id, key, name, aliases)
    where not exists (select from ${partners} p where ${foldKey(sql`p.${key}`)} = ${foldKey(sql`i.key`)}) order by key
    on conflict (${key}) do nothing returning id, ${key} as key
  `.execute(tx)
  return new Map(inserted.rows.map((row) => [row.id, row.key]))
}

/**
 * Lets one at a time give keys and aliases of a kind, until the transaction ends: two that are compared alike are two
 * values to the database, so each looks whether its own are free.
 */
export async function lockNames(tx: Tx, kind: PartnerKind): Promise<void> {
  await lockName(tx, `partners.${kind}`)
}

/** Gives partners that stand their name and their aliases. */
export async function updatePartners(
  tx: Tx,
  kind: PartnerKind,
  rows: readonly Pick<Partner, '_id' | 'name' | 'aliases'>[],
): Promise<void> {
  const columns = [
    rows.map(({ _id }) => _id),
    rows.map(({ name }) => name),
    rows.map(({ aliases }) => JSON.stringify(aliases)),
  ]
  await sql`
    update ${TABLES[kind].partners} p set name = i.name, aliases = ${ALIASES}
    from ${unnest(columns)} as i (id, name, aliases) where p.id = i.id
  `.execute(tx)
}

/** The aliases of a row `i`, which travel as JSON: an array of arrays would lose its edges. */
const ALIASES = sql`array(select jsonb_array_elements_text(i.aliases::jsonb))`

/** Notes the id of an advertiser, so that it stays spelled as on its caps and leads. */
export async function deletePartner(tx: Tx, { _id, kind, key }: Partner): Promise<void> {
  await sql`delete from ${TABLES[kind].partners} where id = ${_id}`.execute(tx)
  if (kind === 'publisher') return
  await sql`insert into former_advertisers (advertiser_id) values (${key}) on conflict do nothing`.execute(tx)
}

export async function insertGroups(tx: Tx, kind: PartnerKind, id: string, groupIds: readonly string[]): Promise<void> {
  const { groups, owner } = TABLES[kind]
  await sql`
    insert into ${groups} (${owner}, group_id)
    select ${id}, group_id from unnest(${arrayLiteral(groupIds)}::text[]) as i (group_id)
    on conflict do nothing
  `.execute(tx)
}

export async function deleteGroup(tx: Tx, kind: PartnerKind, id: string, groupId: string): Promise<void> {
  const { groups, owner } = TABLES[kind]
  await sql`delete from ${groups} where ${owner} = ${id} and group_id = ${groupId}`.execute(tx)
}

/** Of a partner `p`. */
function isOneOf(kind: PartnerKind, keys: readonly string[]): RawBuilder<unknown> {
  const { key, foldKey } = TABLES[kind]
  return sql`${foldKey(sql`p.${key}`)} = any(
    array(select ${foldKey(sql`k`)} from unnest(${arrayLiteral(keys)}::text[]) as k))`
}

async function selectPartners(db: Database, kind: PartnerKind, where: RawBuilder<unknown>): Promise<Partner[]> {
  const { partners, key, groups, owner } = TABLES[kind]
  const { rows } = await sql<Row>`
    select p.id, p.${key} as key, p.name, p.aliases,
      array(select g.group_id from ${groups} g where g.${owner} = p.id order by g.group_id) as "groupIds"
    from ${partners} p ${where}
    order by p.name, p.${key}
  `.execute(db)
  return rows.map(({ id, ...row }) => ({ _id: id, kind, ...row }))
}

function unnest(columns: readonly (readonly string[])[]): RawBuilder<unknown> {
  return sql`unnest(${sql.join(columns.map((values) => sql`${arrayLiteral(values)}::text[]`))})`
}
