import { z } from 'zod'

/**
 * A backup is compressed lines of JSON: its head, then each table followed by its rows (each a text as PostgreSQL
 * writes a whole row), then the end. Without the end it is not complete.
 */
export const Head = z.object({
  capline: z.literal('backup'),
  version: z.literal(1),
  madeAt: z.string(),
  /** The migrations that the tables have. */
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
  /** The current values of sequences. */
  sequences: z.array(Sequence),
  /** Jobs that are not done yet. */
  jobs: z.array(UnfinishedJob),
})
export type End = z.output<typeof End>

/** Settings for a fixed form of rows, whatever the settings of servers and sessions. */
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
