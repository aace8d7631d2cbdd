import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type Client } from '#contract/client.ts'
import { uploadCalls } from '#contract/uploads.ts'
import { addMilliseconds, formatInstant, instantFromMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { writeXlsx } from '#platform/xlsx.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { startTestPostgres } from '#testing/database.ts'
import { readMemory, watchMemory } from './memory.ts'
import { startProduct } from './server-process.ts'
import type { BenchOptions, Row } from './table.ts'

const MEGABYTE = 1024 * 1024
const MOST_ROWS = 200_000
const HEADINGS = [
  'Lead ID',
  'Created',
  'E-Mail',
  'Country',
  'Affiliate',
  'Broker',
  'Status',
  'FTD',
  'FTD date',
  'Payout',
]
const START = instantFromMilliseconds(Date.UTC(2026, 0, 1))

/** How long a large file takes to be looked at, saved and taken back, and what memory that needs. */
export async function measureUploads(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  const count = Math.min(leads, MOST_ROWS)
  console.error(`uploads: files of ${count.toLocaleString('en')} rows`)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const rows = Array.from({ length: count }, (_, index) => makeRow(index))
  const csv = new TextEncoder().encode([HEADINGS, ...rows].map((cells) => cells.join(',')).join('\n'))
  const columns = HEADINGS.map((heading) => ({ heading, kind: 'text' as const }))
  const xlsx = new Uint8Array(await writeXlsx([{ name: 'Leads', columns, rows }]))
  const found: Row[] = []
  for (const [name, bytes] of [
    ['CSV', csv],
    ['XLSX', xlsx],
  ] as const) {
    const database = await postgres.createDatabase()
    parts.defer(() => database.close())
    const server = await startProduct({
      DATABASE_URL: database.url,
      SANDBOX: 'off',
      APP_SECRET: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'warn',
    })
    const token = await insertSession(database.db, await insertMember(database.db, { role: 'admin' }), systemClock)
    const call = createClient({ root: server.address, fetch, token: () => token })
    const before = await readMemory(server)
    const peak = watchMemory(server)
    const times = await timeUpload(call, bytes)
    const growth = ((await peak.stop()) - before) / MEGABYTE
    await server.end()
    const note = `${count.toLocaleString('en')} rows, ${(bytes.length / MEGABYTE).toFixed(1)} MB; ${times.told}`
    const seconds = (times.arrived + times.saved) / 1000
    found.push(
      describe(`${name}: arrived and saved`, `${seconds.toFixed(1)} s`, '< 30 s', seconds < 30, note),
      describe(`${name}: memory of the server grows by`, `${growth.toFixed(0)} MB`, '< 100 MB', growth < 100, note),
    )
  }
  return found
}

function describe(what: string, figure: string, goal: string, met: boolean, note: string): Row {
  return { bench: 'uploads', what, figure, yardstick: '-', ratio: null, goal, met, note }
}

function makeRow(index: number): string[] {
  const at = formatInstant(addMilliseconds(START, index * MINUTE))
  const isPaid = index % 10 === 0
  return [
    `L-${index}`,
    at,
    `person${index}@example.org`,
    ['DE', 'AT', 'CH'][index % 3] ?? '',
    String(100 + (index % 20)),
    `B-${index % 7}`,
    ['New', 'No Answer', 'Callback'][index % 3] ?? '',
    isPaid ? '1' : '0',
    isPaid ? at : '',
    isPaid ? '600' : '',
  ]
}

async function timeUpload(call: Client, body: Uint8Array<ArrayBuffer>) {
  const time = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const started = performance.now()
    return [await work(), performance.now() - started]
  }
  const [draft, arrived] = await time(() => call(uploadCalls.add, { query: { fileName: 'bench.file' }, body }))
  const sent = { params: { id: draft._id }, body: { name: 'bench', mapping: draft.mapping } }
  const [preview, previewed] = await time(() => call(uploadCalls.preview, sent))
  if (preview.newLeads !== draft.rows) throw new Error(`${preview.newLeads} leads would be new`)
  const [, saved] = await time(async () => {
    await call(uploadCalls.save, sent)
    await awaitEnd(call)
  })
  const [, back] = await time(async () => {
    await call(uploadCalls.takeBack, { params: sent.params })
    await awaitEnd(call)
  })
  const parts = { arrived, previewed, saved, 'taken back': back }
  const told = Object.entries(parts).map(([name, milliseconds]) => `${name} in ${(milliseconds / 1000).toFixed(1)} s`)
  return { arrived, saved, told: told.join(', ') }
}

async function awaitEnd(call: Client): Promise<void> {
  for (;;) {
    const [upload] = await call(uploadCalls.list, {})
    if (upload?.state === 'failed') throw new Error(upload.message ?? 'the upload failed')
    if (upload && upload.endedAt !== null) return
    await pause(100)
  }
}
