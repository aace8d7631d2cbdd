import pg from 'pg'
import { z } from 'zod'
import { codeOf } from '#platform/error-code.ts'
import type { TestDatabase } from '#testing/database.ts'

/**
 * What a statement took when it was asked once more: pages of 8 kB that it looked at, in memory or on disk. Infinite where it
 * took too long.
 */
export interface Explained {
  pages: number
  milliseconds: number
}

/** By their texts, the values that each came with last. */
type Statements = Map<string, readonly unknown[]>

const Asked = z.object({ text: z.string(), values: z.optional(z.array(z.unknown())) })

/** Hears every statement that this process sends to PostgreSQL, until it is stopped. */
export function listenToStatements(): { stop(): Statements } {
  const statements: Statements = new Map()
  const { query } = pg.Client.prototype
  const hear = (asked: unknown, values: unknown) => {
    const given = typeof asked === 'string' ? { text: asked, values: Array.isArray(values) ? values : [] } : asked
    const read = Asked.safeParse(given)
    if (read.success) statements.set(read.data.text, read.data.values ?? [])
  }
  const heard = function (this: pg.Client, ...given: unknown[]): unknown {
    hear(given[0], given[1])
    return Reflect.apply(query, this, given)
  }
  Object.defineProperty(pg.Client.prototype, 'query', { value: heard, configurable: true, writable: true })
  return {
    stop() {
      Object.defineProperty(pg.Client.prototype, 'query', { value: query, configurable: true, writable: true })
      return statements
    },
  }
}

const Plan = z.array(
  z.object({
    'QUERY PLAN': z.array(
      z.object({
        Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }),
        'Execution Time': z.number(),
      }),
    ),
  }),
)

const LONGEST_MS = 60_000
/** PostgreSQL's code of a statement that was ended for its timeout. */
const TIMEOUT = '57014'
/** How its codes begin of a row that is there by now, or that names one that is gone. */
const INTEGRITY = '23'

/** Each in a transaction that is taken back. What is of the jobs' own tables is left out, and what cannot be written twice. */
export async function explainEach({ pool }: TestDatabase, statements: Statements): Promise<Map<string, Explained>> {
  const explained = new Map<string, Explained>()
  for (const [text, values] of statements) {
    if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(text) || /pgboss/i.test(text)) continue
    const found = await explain(pool, text, values)
    if (found) explained.set(text, found)
  }
  return explained
}

async function explain(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<Explained | null> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = ${LONGEST_MS}`)
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [...values])
    const [first] = Plan.parse(rows)
    const [plan] = first?.['QUERY PLAN'] ?? []
    if (!plan) return null
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = plan.Plan
    return { pages: hit + read, milliseconds: plan['Execution Time'] }
  } catch (error) {
    const code = codeOf(error)
    if (code === TIMEOUT) return { pages: Infinity, milliseconds: LONGEST_MS }
    if (code?.startsWith(INTEGRITY)) return null
    throw new Error(nameOf(text), { cause: error })
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** How a statement begins, on one line. */
export function nameOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 80)
}
