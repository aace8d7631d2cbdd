import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { readIdentifier } from '#domain/team/handle.ts'
import { makeCode } from './features/auth/code-service.ts'
import { rebuild as rebuildAll, type Differences } from './features/leads/rebuild-service.ts'
import type { CountDifference } from './features/leads/rebuild-store.ts'
import { findLoginMember } from './features/team/service.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig, type Config } from './platform/config.ts'
import { connect, type Database } from './platform/db/database.ts'
import { attachPostgres } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { DatabaseRefusal } from './platform/db/refusal.ts'
import { createLog, type Log } from './platform/log.ts'
import { createSecrets, loadOrCreateSecret } from './platform/secrets.ts'

interface CliDeps {
  config: Config
  db: Database
  log: Log
}

interface Command {
  usage: string
  summary: string
  /** What is printed at the end; throws a CliRefusal with a sentence. */
  run(deps: CliDeps, args: readonly string[]): Promise<string>
}

class CliRefusal extends Error {}

const COMMANDS: Record<string, Command> = {
  'login-code': {
    usage: 'login-code ID',
    summary: 'prints a sign-in code for a member, by Telegram id or handle',
    run: printLoginCode,
  },
  rebuild: {
    usage: 'rebuild',
    summary: 'computes all that is derived from leads and deposits anew, and prints every difference',
    run: rebuild,
  },
}

async function printLoginCode({ config, db, log }: CliDeps, [identifier]: readonly string[]): Promise<string> {
  if (!identifier) throw new CliRefusal('Say for whom: npm run cli -- login-code ID')
  const member = await findLoginMember(db, readIdentifier(identifier))
  if (!member) {
    throw new CliRefusal(
      `No member who may sign in has the id or handle ${identifier}. FIRST_ADMIN makes the first one.`,
    )
  }
  const secrets = createSecrets(config.appSecret ?? (await loadOrCreateSecret(config.dataDir)))
  const code = await makeCode({ db, clock: systemClock, secrets, log }, member)
  return `${code}\nIt works once, within 5 minutes, for ${member.handle ? `@${member.handle}` : member.telegramId}.`
}

async function rebuild({ db }: CliDeps): Promise<string> {
  const differences = await rebuildAll(db)
  const lines = [
    ...differences.counts.flatMap(describeCounts),
    ...differences.statuses.map(
      ({ day, sourceNumber, status, stored, counted }) =>
        `${day}  source ${sourceNumber}, status ${status}: ${stored} -> ${counted}`,
    ),
    ...differences.conversions.map(
      ({ day, geoKey, advertiserId, sourceNumber, stored, counted }) =>
        `${day}  ${geoKey}, advertiser ${advertiserId}, source ${sourceNumber}, deposits of its leads: ${stored} -> ${counted}`,
    ),
    ...differences.matches.map(
      ({ day, connector, id }) => `${day}  deposit ${id} of ${connector}: another lead or key`,
    ),
    ...describeMoves(differences.moves),
  ]
  if (lines.length === 0) return 'Nothing differed.'
  return [...lines, lines.length === 1 ? 'One difference, mended.' : `${lines.length} differences, mended.`].join('\n')
}

function describeCounts({ day, geoKey, advertiserId, sourceNumber, stored, counted }: CountDifference): string[] {
  const key = `${day}  ${geoKey || '?'}, advertiser ${advertiserId || '?'}, source ${sourceNumber || '?'}`
  const show = (instant: Instant | null) => (instant === null ? 'none' : formatInstant(instant))
  const parts = [
    ['leads', String(stored.leads), String(counted.leads)],
    ['deposits', String(stored.deposits), String(counted.deposits)],
    ['last lead', show(stored.lastLeadAt), show(counted.lastLeadAt)],
    ['last deposit', show(stored.lastDepositAt), show(counted.lastDepositAt)],
  ]
  return parts.filter(([, was, is]) => was !== is).map(([what, was, is]) => `${key}, ${what}: ${was} -> ${is}`)
}

function describeMoves({ leads, deposits }: Differences['moves']): string[] {
  return leads + deposits === 0 ? [] : [`${leads} leads and ${deposits} deposits were not on their local day.`]
}

async function main([name = '', ...args]: string[]): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new CliRefusal(['Commands:', ...Object.values(COMMANDS).map(describe)].join('\n'))
  const read = readConfig(process.env)
  if (!read.ok) throw new CliRefusal(read.message)
  const { config } = read
  const log = createLog('warn', { pretty: process.stdout.isTTY })
  await using parts = new AsyncDisposableStack()
  const url = config.database?.directUrl ?? (await openEmbedded(parts, config, log))
  await migrate(url, log)
  const { db, close } = connect(url, { max: 2, onError: (error) => log.warn({ err: error }, 'connection broke') })
  parts.defer(close)
  return await command.run({ config, db, log }, args)
}

/** The embedded database: that of the running Capline, else one of our own for as long as this takes. */
async function openEmbedded(parts: AsyncDisposableStack, { dataDir }: Config, log: Log): Promise<string> {
  const postgres = await attachPostgres({ dataDir, log })
  parts.defer(() => postgres.stop())
  return postgres.url
}

function describe({ usage, summary }: Command): string {
  return `  ${usage.padEnd(16)} ${summary}`
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`)
} catch (error) {
  const isExpected = error instanceof CliRefusal || error instanceof DatabaseRefusal
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
