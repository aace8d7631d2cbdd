import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { signatureOf } from '#domain/team/member.ts'
import { parseIdentifier } from '#domain/team/sign-in.ts'
import { opensAll, openSecrets, OTHER_SECRET, rotateSecret } from './app-secret.ts'
import { makeCode } from './features/auth/code-service.ts'
import { removePasskeys } from './features/auth/passkey-service.ts'
import { forgetApiKeys } from './features/api-keys/service.ts'
import { forgetSignIns } from './features/auth/service.ts'
import { carryQueue } from './features/closings/service.ts'
import { rebuild as rebuildAll, type Differences } from './features/leads/rebuild-service.ts'
import type { CountDifference, SumDifference } from './features/leads/rebuild-store.ts'
import { settleRestoredFiles } from './features/analytics/sending-service.ts'
import { settleRestoredBroadcasts } from './features/broadcasts/later-service.ts'
import { settleRestored } from './features/outbox/service.ts'
import { computeQueue } from './features/payouts/queue-service.ts'
import { findLoginMember } from './features/team/service.ts'
import type { Clock } from './platform/clock.ts'
import { readConfig, type Config } from './platform/config.ts'
import type { UnfinishedJob } from './platform/db/backup/format.ts'
import { restoreBackup } from './platform/db/backup/restore.ts'
import { saveBackup } from './platform/db/backup/save.ts'
import { connect, isInUse, type Database, type Tx } from './platform/db/database.ts'
import { openDatabaseClock } from './platform/db/database-clock.ts'
import { distributeLeads } from './platform/db/distribution.ts'
import { attachPostgres } from './platform/db/embedded.ts'
import { checkServer, migrate } from './platform/db/migrate.ts'
import { DatabaseBusy, DatabaseRefusal, findRefusal, messageOf } from './platform/db/unavailable.ts'
import { createJobs, type Jobs } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log.ts'

interface CliDeps {
  config: Config
  url: string
  db: Database
  openClock(): Promise<Clock>
  log: Log
}

interface Command {
  usage: string
  summary: string
  /** It takes the tables as they are, or makes them itself: elsewhere they are brought up to this code first. */
  leavesTables?: true
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
  'remove-passkeys': {
    usage: 'remove-passkeys ID',
    summary: 'removes all passkeys of a member who has lost them, by Telegram id or handle',
    run: removeLostPasskeys,
  },
  backup: {
    usage: 'backup FILE',
    summary: 'saves the whole database into a new file; Capline may be running',
    // An older server may be at work on them.
    leavesTables: true,
    run: backup,
  },
  restore: {
    usage: 'restore FILE',
    summary: 'loads a backup into an empty database',
    leavesTables: true,
    run: restore,
  },
  'rotate-secret': {
    usage: 'rotate-secret FILE',
    summary: 'replaces APP_SECRET by the one in a file; Capline must be stopped',
    run: rotate,
  },
  distribute: {
    usage: 'distribute',
    summary: 'distributes leads over the workers of Citus; Capline must be stopped; safe to repeat',
    run: distribute,
  },
  rebuild: {
    usage: 'rebuild',
    summary: 'recomputes all values that are derived from leads and deposits, and prints every difference',
    run: rebuild,
  },
}

async function printLoginCode(
  { config, db, openClock, log }: CliDeps,
  [identifier]: readonly string[],
): Promise<string> {
  if (!identifier) throw new CliRefusal('The ID of the member is missing: npm run cli -- login-code ID')
  const member = await findLoginMember(db, parseIdentifier(identifier))
  if (!member) {
    throw new CliRefusal(
      `No member who may sign in has the id or handle ${identifier}. FIRST_ADMIN creates the first admin.`,
    )
  }
  const secrets = await openSecrets(db, config)
  const code = await makeCode({ db, clock: await openClock(), secrets, log }, member)
  return `${code}\nIt works once, within 5 minutes, for ${member.handle ? `@${member.handle}` : member.telegramId}.`
}

async function removeLostPasskeys({ db, openClock }: CliDeps, [identifier]: readonly string[]): Promise<string> {
  if (!identifier) throw new CliRefusal('The ID of the member is missing: npm run cli -- remove-passkeys ID')
  const member = await findLoginMember(db, parseIdentifier(identifier))
  if (!member) throw new CliRefusal(`No member who may sign in has the id or handle ${identifier}.`)
  const removed = await removePasskeys({ db, clock: await openClock() }, null, { memberId: member._id, id: null })
  return removed.ok && removed.value > 0
    ? `All passkeys of ${signatureOf(member)} are removed. If admins need a passkey, the next sign-in adds one.`
    : `${signatureOf(member)} has no passkeys.`
}

/** In the folder in which the command was typed (`scripts/run.mjs`), whatever the one in which it runs. */
function fileOf(name: string): string {
  return resolve(process.env['INIT_CWD'] ?? '', name)
}

async function backup({ db, openClock }: CliDeps, [name]: readonly string[]): Promise<string> {
  if (!name) throw new CliRefusal('The file is missing: npm run cli -- backup FILE')
  const file = fileOf(name)
  const { tables, rows } = await saveBackup(db, file, (await openClock()).now())
  return `${rows.toLocaleString('en')} rows of ${tables} tables are in ${file}.\nOnly the APP_SECRET of this installation decrypts the secrets in it. Keep that secret too.`
}

async function restore({ config, url, db, openClock, log }: CliDeps, [name]: readonly string[]): Promise<string> {
  if (!name) throw new CliRefusal('The file is missing: npm run cli -- restore FILE')
  const jobs = createJobs({ url, log })
  await using parts = new AsyncDisposableStack()
  let isStarted = false
  parts.defer(async () => (isStarted ? jobs.stop() : undefined))
  const { tables, rows } = await restoreBackup({
    url,
    file: fileOf(name),
    log,
    async sendAgain(tx, job) {
      if (!isStarted) await jobs.start()
      isStarted = true
      await sendAgain(jobs, tx, job)
    },
    async settleOpen(tx) {
      await forgetSignIns(tx)
      await forgetApiKeys(tx)
      const clock = await openClock()
      await settleRestored(tx, clock)
      await settleRestoredBroadcasts(tx)
      await settleRestoredFiles(tx, { clock, log })
    },
  })
  const told = `${rows.toLocaleString('en')} rows of ${tables} tables are restored. Everybody must sign in again, and programs need new API keys.`
  return (await opensAll(db, await openSecrets(db, config))) ? told : `${told}\n${OTHER_SECRET}`
}

/** Those that nothing else brings back; what is due by the clock, or at a start, comes by itself. */
const RESENT = [computeQueue, carryQueue]

async function sendAgain(jobs: Jobs, tx: Tx, { queue, payload }: UnfinishedJob): Promise<void> {
  for (const known of RESENT.filter(({ name }) => name === queue)) {
    await jobs.send<object>(known, known.payload.parse(payload), tx)
  }
}

async function rotate({ config, db, log }: CliDeps, [name]: readonly string[]): Promise<string> {
  if (!name) throw new CliRefusal('The file with the new secret is missing: npm run cli -- rotate-secret FILE')
  const file = fileOf(name)
  const next = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (next.length < 32)
    throw new CliRefusal(`${file} must have at least 32 characters. To make them: openssl rand -base64 48.`)
  const rotation = await rotateSecret({ db, log }, config, next)
  if (rotation === 'in use') throw new CliRefusal('Capline is running on this database. Stop all of its nodes first.')
  if (rotation !== 'done') {
    throw new CliRefusal('The secrets in this database were encrypted with another APP_SECRET. Nothing was changed.')
  }
  const set =
    config.appSecret === null ? '' : `\nSet APP_SECRET to what is in ${file} on every node before you start it.`
  return `The secret is replaced. Everybody must sign in again.${set}`
}

async function distribute({ db }: CliDeps): Promise<string> {
  if (await isInUse(db)) throw new CliRefusal('Capline is running on this database. Stop all of its nodes first.')
  const { wasThere, leads, shards, workers } = await distributeLeads(db)
  const done = wasThere ? 'Nothing to do: leads were distributed already.' : 'Everything else stays on the coordinator.'
  return `${leads.toLocaleString('en')} leads lie on ${workers} workers, in ${shards} shards. ${done}`
}

async function rebuild({ db }: CliDeps): Promise<string> {
  const differences = await rebuildAll(db)
  const lines = [
    ...differences.counts.flatMap(describeCounts),
    ...differences.sums.flatMap(describeSums),
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
  const show = (instant: Instant | null) => (instant === null ? 'none' : formatInstant(instant))
  const parts: [string, string, string][] = [
    ['leads', String(stored.leads), String(counted.leads)],
    ['deposits', String(stored.deposits), String(counted.deposits)],
    ['last lead', show(stored.lastLeadAt), show(counted.lastLeadAt)],
    ['last deposit', show(stored.lastDepositAt), show(counted.lastDepositAt)],
  ]
  return describeParts(`${day}  ${describeKey({ geoKey, advertiserId, sourceNumber })}`, parts)
}

function describeSums({ day, key, stored, counted }: SumDifference): string[] {
  const whose = key ? `${day.slice(0, 7)}  ${describeKey(key)}` : `${day}  all`
  return describeParts(whose, [
    ['leads', String(stored.leads), String(counted.leads)],
    ['deposits', String(stored.deposits), String(counted.deposits)],
  ])
}

function describeKey({ geoKey, advertiserId, sourceNumber }: NonNullable<SumDifference['key']>): string {
  return `${geoKey || '?'}, advertiser ${advertiserId || '?'}, source ${sourceNumber || '?'}`
}

function describeParts(whose: string, parts: readonly (readonly [string, string, string])[]): string[] {
  return parts.filter(([, was, is]) => was !== is).map(([what, was, is]) => `${whose}, ${what}: ${was} -> ${is}`)
}

function describeMoves({ leads, deposits }: Differences['moves']): string[] {
  return leads + deposits === 0 ? [] : [`${leads} leads and ${deposits} deposits were not on their local day.`]
}

async function main([name = '', ...args]: string[]): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const unknown = name === '' ? '' : `There is no command “${name}”. `
    throw new CliRefusal([`${unknown}Commands:`, ...Object.values(COMMANDS).map(describe)].join('\n'))
  }
  // Else `rebuild --help` would rebuild.
  const surplus = args[command.usage.split(' ').length - 1]
  if (surplus !== undefined) throw new CliRefusal(`“${surplus}” is too much: npm run cli -- ${command.usage}`)
  const read = readConfig(process.env)
  if (!read.ok) throw new CliRefusal(read.message)
  const { config } = read
  const log = createLog('warn', { pretty: process.stdout.isTTY })
  await using parts = new AsyncDisposableStack()
  const url = config.database?.directUrl ?? (await openEmbedded(parts, config, log))
  if (!command.leavesTables) await migrate(url, log)
  const { db, pool, close } = connect(url, { max: 2, onError: (error) => log.warn({ err: error }, 'connection broke') })
  parts.defer(close)
  await checkServer(db, url)
  const openClock = () => openDatabaseClock((text) => pool.query(text))
  return await command.run({ config, url, db, openClock, log }, args)
}

/** The embedded database: that of the running Capline, else one of our own for as long as this takes. */
async function openEmbedded(parts: AsyncDisposableStack, { dataDir }: Config, log: Log): Promise<string> {
  const postgres = await attachPostgres({ dataDir, log })
  parts.defer(() => postgres.stop())
  return postgres.url
}

function describe({ usage, summary }: Command): string {
  return `  ${usage.padEnd(18)} ${summary}`
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`)
} catch (thrown) {
  const error = findRefusal(thrown) ?? thrown
  const isExpected = [CliRefusal, DatabaseRefusal, DatabaseBusy].some((kind) => error instanceof kind)
  console.error(isExpected ? messageOf(error) : error)
  process.exitCode = 1
}
