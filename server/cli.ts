import { readIdentifier } from '#domain/team/handle.ts'
import { makeCode } from './features/auth/code-service.ts'
import { recountDelivered } from './features/leads/service.ts'
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
    summary: 'counts all leads anew, and prints every delivered count that was wrong',
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
  const mended = await recountDelivered(db)
  if (mended.length === 0) return 'Nothing differed.'
  const lines = mended.map(
    ({ day, geoKey, advertiserId, sourceNumber, stored, counted }) =>
      `${day}  ${geoKey}, advertiser ${advertiserId}, source ${sourceNumber}: ${stored} -> ${counted}`,
  )
  const summary = mended.length === 1 ? 'One count was' : `${mended.length} counts were`
  return [...lines, `${summary} wrong and mended.`].join('\n')
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
