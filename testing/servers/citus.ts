import pg from 'pg'
import { z } from 'zod'
import { connect } from '#platform/db/database.ts'
import { distributeLeads } from '#platform/db/distribution.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createLog } from '#platform/log.ts'

// Tests on a Citus: TEST_DATABASE_URL is an address of its coordinator, in a database that knows the workers.

const Node = z.object({ host: z.string(), port: z.number(), isCoordinator: z.boolean() })

/** The nodes of a Citus, the coordinator first; none where the server is a plain PostgreSQL. */
export async function listCitusNodes(serverUrl: string): Promise<z.output<typeof Node>[]> {
  const there = await ask(serverUrl, "select from pg_extension where extname = 'citus'")
  if (there.length === 0) return []
  return z.array(Node).parse(
    await ask(
      serverUrl,
      `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node
      order by groupid`,
    ),
  )
}

/** A database with all tables, whose leads lie on the first so many workers, or on all. With 0 it is one plain PostgreSQL. */
export async function createCitusDatabase(serverUrl: string, name: string, workers?: number): Promise<void> {
  const all = await listCitusNodes(serverUrl)
  const nodes = workers === undefined ? all : all.slice(0, 1 + workers)
  for (const node of nodes) {
    // oxlint-disable no-await-in-loop -- one after the other
    await ask(addressOf(serverUrl, node, 'postgres'), `create database ${name}`)
    if (nodes.length > 1) await ask(addressOf(serverUrl, node, name), 'create extension citus')
    // oxlint-enable no-await-in-loop
  }
  const url = addressOf(serverUrl, nodes[0], name)
  for (const { host, port, isCoordinator } of nodes.length > 1 ? nodes : []) {
    const add = isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'
    // oxlint-disable-next-line no-await-in-loop
    await ask(url, `select ${add}('${host}', ${port})`)
  }
  await migrate(url, createLog('silent', { pretty: false }))
  if (nodes.length === 1) return
  const { db, close } = connect(url, { onError: () => undefined })
  await distributeLeads(db)
  await close()
}

export async function dropCitusDatabase(serverUrl: string, name: string): Promise<void> {
  for (const node of await listCitusNodes(serverUrl)) {
    // oxlint-disable-next-line no-await-in-loop
    await ask(addressOf(serverUrl, node, 'postgres'), `drop database if exists ${name} with (force)`)
  }
}

function addressOf(serverUrl: string, node: { host: string; port: number } | undefined, name: string): string {
  const url = new URL(serverUrl)
  if (node) url.host = `${node.host}:${node.port}`
  url.pathname = `/${name}`
  return url.href
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
