import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import type { BusyDay } from './busy-day.ts'
import type { AnswerTally } from './tally.ts'

/** What a run of everything together came to. Milliseconds and bytes. */
export interface SoakReport {
  minutes: number
  boards: { count: number; reads: number; events: number; reopened: number }
  day: BusyDay
  kept: {
    caps: number
    changes: number
    leads: number
    deposits: number
    reports: number
    /** By their state in the outbox. */
    messages: ReadonlyMap<string, number>
    /** Calls before the end of a pause that Telegram had asked for. */
    early: number
  }
  kills: { nodes: number; databaseKills: number; bothKills: number; slowestReturn: number }
  slowestStart: number
  /** Edits that were answered with a sentence instead. */
  refused: number
  tally: AnswerTally
  memory: MemoryGrowth
}

/** Of a node that was left alone for so many minutes: the mean of its bytes in each third, the last against the first. */
export interface MemoryGrowth {
  thirds: readonly number[]
  ratio: number
  minutes: number
}

const HEADING = '## The last run'

/** Of a soak, to the file of SOAK_REPORT, in the place of the run before it; else to the terminal. */
export async function writeReport(report: SoakReport): Promise<void> {
  const file = process.env['SOAK_REPORT']
  const text = formatReport(report)
  if (process.env['SOAK'] !== '1') return
  if (file === undefined) return void process.stdout.write(`${text}\n`)
  const standing = await readFile(file, 'utf8').catch(() => '')
  const [before = ''] = standing.split(HEADING)
  await writeFile(file, `${before.trimEnd()}\n\n${text}`.trimStart())
}

function formatReport({ minutes, boards, day, kept, kills, memory, tally, ...report }: SoakReport): string {
  const [cpu] = cpus()
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`
  const list = (all: ReadonlyMap<string | number, number>) =>
    [...all].map(([name, count]) => `${name}: ${count.toLocaleString('en')}`).join(', ')
  const rows: [string, string][] = [
    ['when', formatInstant(systemClock.now())],
    [
      'machine',
      `${cpus().length} × ${cpu?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
    ],
    ['length', `${minutes} minutes`],
    [
      'killed',
      `a node ${kills.nodes} times, PostgreSQL ${kills.databaseKills}, both nodes and PostgreSQL at once ${kills.bothKills}`,
    ],
    [
      'ready again',
      `after PostgreSQL was killed within ${seconds(kills.slowestReturn)}; a node within ${seconds(report.slowestStart)} of its start`,
    ],
    [
      'boards',
      `${boards.count} open, ${boards.reads} reads, ${boards.events} events, ${boards.reopened} streams opened again`,
    ],
    [
      'edits',
      `${kept.changes} accepted on ${kept.caps} caps, all in the history once; ${report.refused} answered with a sentence instead`,
    ],
    [
      'leads',
      `${kept.leads} leads and ${kept.deposits} deposits, each once; ${day.syncs} syncs asked for; a recount finds no difference`,
    ],
    [
      'messages',
      `${day.broadcasts} broadcasts; outbox ${list(kept.messages)}; none twice; ${kept.early} before \`retry_after\`, at most one for each kill`,
    ],
    ['commands', `${day.commands} written to the bot, each handled once`],
    ['payouts', `${day.payouts} asked for, ${kept.reports} reports, all done`],
    [
      'answers',
      `${list(new Map([...tally.statuses].toSorted(([a], [b]) => a - b)))}; ${tally.unanswered} cut off by a kill; ${tally.unclear.length} from 500 on without a clear sentence`,
    ],
    [
      'memory',
      `${memory.thirds.map(megabytes).join(', ')} in the thirds of ${memory.minutes.toFixed(1)} minutes (${memory.ratio.toFixed(2)}×) of the node that was left alone`,
    ],
  ]
  return [
    HEADING,
    '',
    '| what | came to |',
    '| --- | --- |',
    ...rows.map(([what, text]) => `| ${what} | ${text} |`),
    '',
  ].join('\n')
}
