import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Sequence, TableHead } from './format.ts'

/** What triggers sum from another table: a restored one is summed as it is filled. */
const SUMMED = ['delivered_by_month', 'delivered_by_day']

/** All tables of the product but these sums; those that others refer to stand before them. */
export async function listTables(db: Database): Promise<TableHead[]> {
  const { rows } = await sql<TableHead>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relname not like 'kysely%' and c.relname <> all(${SUMMED}::text[])
    group by c.relname order by c.relname`.execute(db)
  const { rows: references } = await sql<{ from: string; to: string }>`
    select f.conrelid::regclass::text as from, f.confrelid::regclass::text as to
    from pg_constraint f
    join pg_namespace n on n.oid = f.connamespace and n.nspname = current_schema()
    where f.contype = 'f' and f.conrelid <> f.confrelid`.execute(db)
  return inOrder(rows, references)
}

function inOrder(tables: readonly TableHead[], references: readonly { from: string; to: string }[]): TableHead[] {
  const ordered: TableHead[] = []
  const placed = new Set<string>()
  const isFree = ({ table }: TableHead) => references.every(({ from, to }) => from !== table || placed.has(to))
  let rest = [...tables]
  while (rest.length > 0) {
    const free = rest.filter(isFree)
    if (free.length === 0) throw new Error(`tables refer to each other: ${rest.map(({ table }) => table).join(', ')}`)
    ordered.push(...free)
    for (const { table } of free) placed.add(table)
    rest = rest.filter((one) => !placed.has(one.table))
  }
  return ordered
}

/** The columns that count by themselves, with the last number that each gave. */
export async function listSequences(db: Database): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select i.table_name as table, i.column_name as column, s.last_value as last
    from information_schema.columns i
    join pg_sequences s on s.schemaname = i.table_schema
      and format('%I.%I', s.schemaname, s.sequencename) =
        pg_get_serial_sequence(format('%I.%I', i.table_schema, i.table_name), i.column_name)
    where i.table_schema = current_schema() and i.is_identity = 'YES' and s.last_value is not null
    order by 1, 2`.execute(db)
  return rows
}
