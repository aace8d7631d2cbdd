import { availableParallelism, cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAnalytics } from './analytics.ts'
import { measureAnswer } from './answer.ts'
import { measureBodies } from './bodies.ts'
import { measureBoard } from './board.ts'
import { measureBroadcast } from './broadcast.ts'
import { measureCitus } from './citus.ts'
import { measureForecast } from './forecast.ts'
import { measureGrowth } from './growth.ts'
import { measurePayouts } from './payouts.ts'
import { measureSignIn } from './signin.ts'
import { measureStart } from './start.ts'
import { measureSuggestions } from './suggestions.ts'
import { measureSync } from './sync.ts'
import { measureUploads } from './uploads.ts'
import { formatTable, type BenchOptions, type Row } from './table.ts'
import { measureWeb } from './web.ts'

// npm run bench                              all of them, with a million leads
// npm run bench -- --full                    all of them, each with as many leads as its goal names
// npm run bench board -- --leads 10000000    one of them, with so many leads

/** What a bench starts goes onto `parts`, so that it ends with it however it ends. */
type Bench = (parts: AsyncDisposableStack, options: BenchOptions) => Promise<Row[]>

/** Leads that the goals name (docs/benchmarks.md), where they name more than a million. */
const FULL: Readonly<Record<string, number>> = {
  board: 10_000_000,
  analytics: 10_000_000,
  answer: 10_000_000,
  suggestions: 10_000_000,
}

const BENCHES: Record<string, Bench> = {
  start: measureStart,
  board: measureBoard,
  sync: measureSync,
  citus: measureCitus,
  uploads: measureUploads,
  analytics: measureAnalytics,
  payouts: measurePayouts,
  growth: measureGrowth,
  web: measureWeb,
  signin: measureSignIn,
  bodies: measureBodies,
  broadcast: measureBroadcast,
  answer: measureAnswer,
  suggestions: measureSuggestions,
  forecast: measureForecast,
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { leads: { type: 'string', default: '1000000' }, full: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const leads = Number(values.leads)
  const unknown = positionals.find((name) => !(name in BENCHES))
  if (unknown !== undefined) return refuse(`There is no bench "${unknown}", only ${Object.keys(BENCHES).join(', ')}.`)
  if (!Number.isSafeInteger(leads) || leads < 1) return refuse('--leads must be a whole number, such as 10000000.')
  const rows: Row[] = []
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    const size = values.full ? Math.max(leads, FULL[name] ?? 0) : leads
    const found = await runAlone(bench, { leads: size })
    // All of them take half an hour: what is known is told.
    console.error(formatTable(found))
    rows.push(...found)
  }
  console.log(`\n${describeMachine()}\n\n${formatTable(rows)}\n`)
}

async function runAlone(bench: Bench, options: BenchOptions): Promise<Row[]> {
  const parts = new AsyncDisposableStack()
  const abandon = () => void parts.disposeAsync().finally(() => process.exit(130))
  process.once('SIGINT', abandon).once('SIGTERM', abandon)
  try {
    return await bench(parts, options)
  } finally {
    process.off('SIGINT', abandon).off('SIGTERM', abandon)
    await parts.disposeAsync()
  }
}

function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model.trim() ?? 'unknown'
  return `${availableParallelism()} cores (${model}), ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}

function refuse(message: string): void {
  console.error(message)
  process.exitCode = 1
}

await main()
