import { z } from 'zod'

/**
 * A backup is lines of JSON, compressed: what it is of, then each table and behind it its rows (a text each, as PostgreSQL
 * writes a whole row), then the end, without which it is not whole.
 */
export const Head = z.object({
  capline: z.literal('backup'),
  version: z.literal(1),
  madeAt: z.string(),
  /** That the tables have come through, in order. */
  migrations: z.array(z.string()).nonempty(),
})
export type Head = z.output<typeof Head>

export const TableHead = z.object({ table: z.string(), columns: z.array(z.string()).nonempty() })
export type TableHead = z.output<typeof TableHead>

const Sequence = z.object({ table: z.string(), column: z.string(), last: z.int() })
export type Sequence = z.output<typeof Sequence>

const UnfinishedJob = z.object({ queue: z.string(), payload: z.unknown() })
export type UnfinishedJob = z.output<typeof UnfinishedJob>

export const End = z.object({
  tables: z.int(),
  rows: z.int(),
  /** How far the numbers that tables count by themselves have come. */
  sequences: z.array(Sequence),
  /** What was asked for and is not done yet. */
  jobs: z.array(UnfinishedJob),
})
export type End = z.output<typeof End>

/** How rows are written, whatever the servers and sessions are set to. */
export const ROW_STYLE = [
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local timezone = 'UTC'`,
  `set local bytea_output = 'hex'`,
  `set local extra_float_digits = 1`,
]

export interface BackupTotals {
  tables: number
  rows: number
}
