import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { BOT_TOKEN } from '#domain/settings/kinds.ts'
import { HANDLE, TELEGRAM_ID } from '#domain/team/sign-in.ts'
import { readConnector, readConnectorFile, type Misconfigured } from './leads/connector-file.ts'
import type { ConnectorConfig } from './leads/mapping.ts'
import { PRESETS } from './leads/presets/recipes.ts'
import { readModelConfig, type ModelConfig } from './llm/config.ts'
import { databaseUrl, httpUrl, publicUrl } from './addresses.ts'
import { isLoopback, mayCarrySecrets } from './network.ts'

export const ROLES_OF_A_PROCESS = ['web', 'worker', 'bot'] as const
export type ProcessRole = (typeof ROLES_OF_A_PROCESS)[number]

const text = z.string().trim().min(1)

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on')

/** The bot's token is in the path of each call. */
const telegramRoot = httpUrl.refine((address) => mayCarrySecrets(new URL(address)), {
  error: "must begin with https:// unless it is on this machine, because the bot's token would be sent unencrypted",
})

const roles = z
  .string()
  .transform((value) => value.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(ROLES_OF_A_PROCESS, { error: 'must be one or several of web,worker,bot' })))

const firstAdmin = z
  .string()
  .transform((value) => {
    const [telegramId = '', ...handle] = value.split(':')
    return { telegramId, handle: handle.length > 0 ? handle.join(':').replace('@', '') : null }
  })
  .refine(({ telegramId, handle }) => TELEGRAM_ID.test(telegramId) && (handle === null || HANDLE.test(handle)), {
    error: 'must be a Telegram id, optionally with a handle, such as 123456789 or 123456789:@anna',
  })

/** In the form of addresses: `n8n`, `10.0.0.7`, `[::1]`. */
const hosts = z
  .string()
  .transform((value) => value.split(',').map((host) => host.trim().toLowerCase()))
  .refine((all) => all.every((host) => /^([a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(host)), {
    error: 'must be hosts without ports, such as n8n,10.0.0.7',
  })

/** Addresses, ranges, or names of common ranges (`loopback`). */
function areAddresses(list: string): boolean {
  return list.split(',').every((part) => {
    const [address = '', bits, ...more] = part.trim().split('/')
    if (bits === undefined && ['loopback', 'linklocal', 'uniquelocal'].includes(address)) return true
    const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128))
    return isIP(address) !== 0 && isBits && more.length === 0
  })
}

const Environment = z.object({
  NODE_ENV: text.optional(),
  PORT: z.coerce
    .number({ error: 'must be a port' })
    .int({ error: 'must be a port' })
    .min(0, { error: 'must be a port from 0 to 65535' })
    .max(65535, { error: 'must be a port from 0 to 65535' })
    .default(4000),
  HOST: text.default('127.0.0.1'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATA_DIR: text.default('.capline'),
  SANDBOX: onOff.optional(),
  APP_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  FIRST_ADMIN: firstAdmin.optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(BOT_TOKEN, { error: 'must look like 123456:ABC-DEF, as BotFather gave it' })
    .optional(),
  TELEGRAM_API_ROOT: telegramRoot.optional(),
  LEAD_API_PRESET: z.enum(PRESETS, { error: `must be one of ${PRESETS.join(', ')}` }).default('generic'),
  LEAD_API_URL: httpUrl.optional(),
  LEAD_API_TOKEN: text.optional(),
  LEAD_CONNECTORS: text.optional(),
  LLM_BASE_URL: httpUrl.optional(),
  LLM_API_KEY: text.optional(),
  LLM_MODEL: text.optional(),
  LLM_PRICES: text.optional(),
  ROLES: roles.default(['web', 'worker', 'bot']),
  WEBHOOK_PRIVATE_HOSTS: hosts.optional(),
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: text
    .refine(areAddresses, { error: 'must be addresses or ranges of proxies such as 10.0.0.1,10.1.0.0/16' })
    .optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .optional(),
})

type Env = z.output<typeof Environment>

/** All variables that are read from the environment. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape)

/** The configuration from the environment, checked once at the start (docs/configuration.md). */
export interface Config {
  production: boolean
  port: number
  host: string
  /** Null means the embedded PostgreSQL in `dataDir`. `readUrl`: its replica; null if there is none. */
  database: { url: string; directUrl: string; readUrl: string | null } | null
  dataDir: string
  sandbox: boolean
  /** Variables that are set but have no effect, because the sandbox has its own stand-ins. */
  unused: string[]
  /** Sentences about settings that are likely to cause trouble. */
  warnings: string[]
  /** Null means generated into `dataDir`. */
  appSecret: string | null
  firstAdmin: { telegramId: string; handle: string | null } | null
  telegram: { token: string | null; apiRoot: string }
  /** The sources of leads; empty if none are configured. */
  connectors: ConnectorConfig[]
  /** The language model; null if none is configured. */
  model: ModelConfig | null
  roles: ReadonlySet<ProcessRole>
  /** Hosts that webhooks may reach although they are private or without TLS. */
  webhookPrivateHosts: ReadonlySet<string>
  publicUrl: string | null
  /** Whether it listens only on this machine. */
  ownMachine: boolean
  trustProxy: string | null
  logLevel: string
  /** Whether lines of the log are for people, not for programs. */
  readableLogs: boolean
}

export const PUBLIC_TELEGRAM = 'https://api.telegram.org'

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'] as const

const OF_THE_OUTSIDE = ['TELEGRAM_BOT_TOKEN', 'LEAD_API_URL', 'LEAD_CONNECTORS'] as const

interface Wrong {
  ok: false
  message: string
}

export type ConfigResult = { ok: true; config: Config } | Wrong

/**
 * Reads the environment. An empty variable counts as not set. A wrong one gives one sentence that names it.
 * `onTerminal`: the standard output is one.
 */
export function readConfig(environment: Record<string, string | undefined>, onTerminal = false): ConfigResult {
  const read = parseEnvironment(environment)
  if (!read.ok) return read
  const { env } = read
  const lacking = findLacking(env)
  if (lacking) return wrong(lacking)
  const connectors = readConnectors(env)
  if (!connectors.ok) return wrong(connectors.message)
  const model = readModelConfig(env)
  if (!model.ok) return wrong(model.message)
  return { ok: true, config: toConfig(env, connectors.value, model.value, onTerminal) }
}

function wrong(sentence: string): Wrong {
  return { ok: false, message: `${sentence}.` }
}

function parseEnvironment(environment: Record<string, string | undefined>): { ok: true; env: Env } | Wrong {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(set)
  if (parsed.success) return { ok: true, env: parsed.data }
  const [issue] = parsed.error.issues
  return wrong(`${String(issue?.path[0] ?? 'The environment')} ${issue?.message ?? 'is wrong'}`)
}

/** The variable that is missing beside the ones that are set; null if none. */
function findLacking(env: Env): string | null {
  const beside = (['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const).find((name) => env[name] !== undefined)
  if (beside && !env.DATABASE_URL) return `${beside} means nothing without DATABASE_URL, which must be set too`
  if (env.DATABASE_URL && !env.APP_SECRET) {
    return 'APP_SECRET must be set when DATABASE_URL is: 32 characters or more, the same on every node, kept outside the database'
  }
  return null
}

function toConfig(env: Env, connectors: ConnectorConfig[], model: ModelConfig | null, onTerminal: boolean): Config {
  const production = env.NODE_ENV === 'production'
  const readable = onTerminal && !production
  const configured = Boolean(env.DATABASE_URL ?? env.TELEGRAM_BOT_TOKEN ?? env.LEAD_API_URL ?? env.LEAD_CONNECTORS)
  const sandbox = env.SANDBOX ?? !(configured || production)
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    database: env.DATABASE_URL ? readAddresses(env, env.DATABASE_URL) : null,
    dataDir: env.DATA_DIR,
    sandbox,
    unused: sandbox ? OF_THE_OUTSIDE.filter((name) => env[name] !== undefined) : [],
    warnings: env.PUBLIC_URL && !env.TRUST_PROXY ? [WITHOUT_PROXY] : [],
    appSecret: env.APP_SECRET ?? null,
    firstAdmin: env.FIRST_ADMIN ?? null,
    telegram: { token: env.TELEGRAM_BOT_TOKEN ?? null, apiRoot: env.TELEGRAM_API_ROOT ?? PUBLIC_TELEGRAM },
    connectors,
    model,
    roles: new Set(env.ROLES),
    webhookPrivateHosts: new Set(env.WEBHOOK_PRIVATE_HOSTS ?? (sandbox ? LOOPBACK_HOSTS : [])),
    publicUrl: env.PUBLIC_URL ?? null,
    ownMachine: isLoopback(env.HOST) && !env.PUBLIC_URL && !env.TRUST_PROXY,
    trustProxy: env.TRUST_PROXY ?? null,
    // Who sits at a terminal is told what goes wrong; files and programs get all.
    logLevel: env.LOG_LEVEL ?? (readable ? 'warn' : 'info'),
    readableLogs: readable,
  }
}

const WITHOUT_PROXY =
  'PUBLIC_URL is set but TRUST_PROXY is not. Behind a proxy everybody then counts as one address: strangers can use up the sign-in limits of all, and logs show only the proxy. Set TRUST_PROXY to the address of the proxy.'

function readAddresses({ DATABASE_DIRECT_URL: directUrl, DATABASE_READ_URL: readUrl }: Env, url: string) {
  return { url: askTls(url), directUrl: askTls(directUrl ?? url), readUrl: readUrl ? askTls(readUrl) : null }
}

/** A remote database must prove its identity by a certificate, unless the address says otherwise. */
function askTls(address: string): string {
  const url = new URL(address)
  const isSaid = url.searchParams.has('sslmode') || url.searchParams.has('ssl')
  // A path, in the address or as its host, is a socket of this machine.
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  if (isSaid || host === '' || host.startsWith('/') || isLoopback(host)) return address
  return `${address}${url.search === '' ? '?' : '&'}sslmode=verify-full`
}

function readConnectors(env: Env): Result<ConnectorConfig[], Misconfigured> {
  const first = env.LEAD_API_URL
    ? readConnector({ name: 'main', preset: env.LEAD_API_PRESET, url: env.LEAD_API_URL, token: env.LEAD_API_TOKEN })
    : null
  if (first && !first.ok) {
    const message = `LEAD_API_PRESET ${env.LEAD_API_PRESET} needs more than an address and a token, so LEAD_CONNECTORS must name a file for it: ${first.message}`
    return refuse({ ...first, message })
  }
  const more = env.LEAD_CONNECTORS ? readConnectorsOf(env.LEAD_CONNECTORS) : accept([])
  if (!more.ok) return more
  if (first && more.value.some(({ name }) => name === first.value.name)) {
    return refuse({
      reason: 'connector.wrong',
      message: `LEAD_CONNECTORS ${env.LEAD_CONNECTORS}: the name main is that of the connector at LEAD_API_URL`,
    })
  }
  return accept([...(first ? [first.value] : []), ...more.value])
}

function readConnectorsOf(path: string): Result<ConnectorConfig[], Misconfigured> {
  try {
    const read = readConnectorFile(readFileSync(path, 'utf8'))
    return read.ok ? read : refuse({ ...read, message: `LEAD_CONNECTORS ${path}: ${read.message}` })
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'it cannot be read'
    return refuse({ reason: 'connector.wrong', message: `LEAD_CONNECTORS must name a readable file: ${detail}` })
  }
}
