import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { makeFolder } from './server-process.ts'

export const LEADS_A_PAGE = 5_000

const DAYS = 730
const KEYS_A_DAY = 60
const START = Date.UTC(2025, 0, 1)
const STATUSES = ['New', 'Callback', 'No Answer', 'NoAnswer', 'Wrong number', 'Not interested', 'FTD']
const GEOS = ['DE', 'AT', 'UK', 'GB', 'IT', 'ES', 'FR', 'PL', 'CZ', 'SE']

/** A lead as an API sends it. */
export interface SentLead {
  id: string
  createdAt: string
  updatedAt: string
  geo: string
  sourceNumber: string
  sourceName: string
  advertiserId: string
  advertiserName: string
  email: string
  status: string
}

/** Writes the pages of a lead API into a folder of their own; the same ones each time. Their ids are as good as random. */
export async function renderPages(parts: AsyncDisposableStack, leads: number): Promise<string> {
  const folder = await makeFolder(parts)
  const pages = Math.ceil(leads / LEADS_A_PAGE)
  for (let page = 0; page < pages; page++) {
    const first = page * LEADS_A_PAGE
    const data = Array.from({ length: Math.min(LEADS_A_PAGE, leads - first) }, (_, index) =>
      buildLead(first + index, leads),
    )
    const nextCursor = page + 1 < pages ? String(page + 1) : null
    await writeFile(join(folder, `${page}.json`), JSON.stringify({ data, nextCursor }))
  }
  return folder
}

function buildLead(index: number, leads: number): SentLead {
  const hash = createHash('md5').update(`lead ${index}`).digest()
  const key = hash.readUInt32LE(0) % KEYS_A_DAY
  const at = new Date(START + Math.floor((index * DAYS * 86_400_000) / leads)).toISOString()
  const source = String(40 + (key % 12))
  return {
    id: hash.toString('hex', 0, 12),
    createdAt: at,
    updatedAt: at,
    geo: GEOS[key % GEOS.length] ?? '',
    sourceNumber: source,
    sourceName: `Source ${source}`,
    advertiserId: `broker-${key % 7}`,
    advertiserName: `Broker ${key % 7}`,
    email: `person.${hash.toString('hex', 8, 13)}@example.org`,
    status: STATUSES[hash.readUInt8(5) % STATUSES.length] ?? '',
  }
}

/** Serves them, whatever is asked for; no deposits. Runs in a process of its own, as a lead API does. */
async function servePages(folder: string): Promise<void> {
  const pages = (await readdir(folder)).length
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname !== '/leads') {
      response.end(url.pathname === '/deposits' ? '{"data":[],"nextCursor":null}' : '{}')
      return
    }
    const page = Number(url.searchParams.get('cursor') ?? 0)
    if (!(page < pages)) response.writeHead(404).end()
    else createReadStream(join(folder, `${page}.json`)).pipe(response.setHeader('content-type', 'application/json'))
  })
  server.listen(Number(process.env['PORT']), '127.0.0.1')
  await once(server, 'listening')
  process.once('SIGTERM', () => process.exit(0))
}

const [, script, folder] = process.argv
if (script === import.meta.filename && folder !== undefined) await servePages(folder)
