import { createHash } from 'node:crypto'
import { fastify } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { dayNumberOf, fromDayNumber } from '#domain/kernel/day.ts'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { findSession } from '#server/features/auth/session-store.ts'
import { listDayCaps } from '#server/features/caps/store.ts'
import { compressTexts } from '#platform/http/compression.ts'
import { typeParsers } from '#platform/db/database.ts'
import type { DB } from '#platform/db/tables.ts'

// The yardstick of the bench `board`: the least that a Fastify server has to do to answer a day's caps to a member, or the
// leads of one cap. It
// looks the token up and reads the caps with the product's own SQL, as prepared statements, and sends the rows as they
// come, compressed alike. No mapping, no checks, no log, no limits, no security headers.

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** Any; a request's own takes its place among the parameters. */
const DAY = fromDayNumber(dayNumberOf(2026, 1, 1))

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20, types: typeParsers })
const { session, caps } = await readStatements()

const app = fastify()
compressTexts(app)
app.get('/readyz', () => ({ status: 'ready' }))
app.get<{ Params: { date: string } }>('/api/caps/day/:date', async (request, reply) => {
  if (!(await isSignedIn(request.headers.authorization))) return reply.status(401).send()
  const { rows } = await pool.query({
    name: 'caps',
    text: caps.sql,
    values: caps.parameters.map((value) => (value === DAY ? request.params.date : value)),
  })
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows))
})
app.get<{ Params: { id: string } }>('/api/caps/:id/why', async (request, reply) => {
  if (!(await isSignedIn(request.headers.authorization))) return reply.status(401).send()
  const { rows } = await pool.query({
    name: 'leads',
    text: `select l.created_at, l.status from caps c join leads l
      on (l.day, l.geo_key, l.advertiser_id, l.source_number) = (c.date, c.geo_key, c.advertiser_id, c.source_number)
      where c.id = $1`,
    values: [request.params.id],
  })
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows))
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))

async function isSignedIn(authorization: string | undefined): Promise<boolean> {
  const hash = createHash('sha256')
    .update(authorization?.slice('Bearer '.length) ?? '')
    .digest()
  const values = [hash, ...session.parameters.slice(1)]
  return (await pool.query({ name: 'session', text: session.sql, values })).rowCount !== 0
}

/** Asks the product's stores once, to see what they send. */
async function readStatements(): Promise<{ session: Statement; caps: Statement }> {
  const seen: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      seen.push({ sql: query.sql, parameters: query.parameters })
    },
  })
  const longAgo = instantFromMilliseconds(0)
  await findSession(db, Buffer.alloc(32), { createdAfter: longAgo, seenAfter: longAgo })
  await listDayCaps(db, 'broker', DAY)
  const [first, second, ...more] = seen
  if (!first || !second || more.length > 0) throw new Error('not one statement a store function')
  return { session: first, caps: second }
}
