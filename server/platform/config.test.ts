import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, VARIABLES } from './config.ts'

const messageOf = (environment: Record<string, string>) => {
  const read = readConfig(environment)
  return read.ok ? null : read.message
}

function configOf(environment: Record<string, string>) {
  const read = readConfig(environment)
  if (!read.ok) throw new Error(read.message)
  return read.config
}

test('with nothing set it is the sandbox on loopback, with a database of its own', () => {
  expect(configOf({})).toMatchObject({
    sandbox: true,
    host: '127.0.0.1',
    port: 4000,
    database: null,
    dataDir: '.capline',
  })
})

test.each<Record<string, string>>([
  { DATABASE_URL: 'postgres://localhost/x', APP_SECRET: 'x'.repeat(32) },
  { TELEGRAM_BOT_TOKEN: '1:abc' },
  { LEAD_API_URL: 'https://leads.test' },
  { NODE_ENV: 'production' },
])('it is not the sandbox with %o', (environment) => {
  expect(configOf(environment).sandbox).toBe(false)
  expect(configOf({ ...environment, SANDBOX: 'on' }).sandbox).toBe(true)
})

test('says what the sandbox does not use, and outside of it nothing', () => {
  const environment = { TELEGRAM_BOT_TOKEN: '1:abc', LEAD_API_URL: 'https://leads.test' }
  expect(configOf({ ...environment, SANDBOX: 'on' }).unused).toEqual(['TELEGRAM_BOT_TOKEN', 'LEAD_API_URL'])
  expect(configOf(environment).unused).toEqual([])
  expect(configOf({}).unused).toEqual([])
})

test('an empty variable counts as not set', () => {
  expect(configOf({ PORT: '', SANDBOX: '', TELEGRAM_BOT_TOKEN: '' })).toMatchObject({ port: 4000, sandbox: true })
})

test('a terminal is told what goes wrong, files and programs get every line, and LOG_LEVEL is heeded by both', () => {
  const logsOf = (environment: Record<string, string>, onTerminal: boolean) => {
    const read = readConfig(environment, onTerminal)
    return read.ok && [read.config.logLevel, read.config.readableLogs]
  }
  expect(logsOf({}, true)).toEqual(['warn', true])
  expect(logsOf({}, false)).toEqual(['info', false])
  expect(logsOf({ NODE_ENV: 'production', SANDBOX: 'off' }, true)).toEqual(['info', false])
  expect(logsOf({ LOG_LEVEL: 'debug' }, true)).toEqual(['debug', true])
})

test.each<[Record<string, string>, string]>([
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ SANDBOX: 'yes' }, 'SANDBOX'],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://localhost/x' }, 'APP_SECRET'],
  [{ DATABASE_DIRECT_URL: 'postgres://localhost/x' }, 'DATABASE_DIRECT_URL'],
  [{ APP_SECRET: 'short' }, 'APP_SECRET'],
  [{ FIRST_ADMIN: 'anna' }, 'FIRST_ADMIN'],
  [{ FIRST_ADMIN: '0123' }, 'FIRST_ADMIN'],
  [{ FIRST_ADMIN: '123:456' }, 'FIRST_ADMIN'],
  [{ FIRST_ADMIN: '123:@anna:b' }, 'FIRST_ADMIN'],
  [{ TELEGRAM_BOT_TOKEN: 'nonsense' }, 'TELEGRAM_BOT_TOKEN'],
  [{ TELEGRAM_API_ROOT: 'telegram' }, 'TELEGRAM_API_ROOT'],
  [{ TELEGRAM_API_ROOT: 'ftp://x' }, 'TELEGRAM_API_ROOT'],
  [{ LEAD_API_URL: 'leads' }, 'LEAD_API_URL'],
  [{ LEAD_API_PRESET: 'other' }, 'LEAD_API_PRESET'],
  [{ ROLES: 'web,cook' }, 'ROLES'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ PUBLIC_URL: 'capline' }, 'PUBLIC_URL'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.1/33' }, 'TRUST_PROXY'],
])('%o is refused with one sentence that names %s', (environment, name) => {
  const message = messageOf(environment)
  expect(message).toMatch(new RegExp(`^${name} .*\\.$`))
  expect(message).not.toContain('\n')
})

test.each(['https://example.org/capline', 'https://example.org/?a=b', 'https://a:b@example.org'])(
  'people come to the root of a host: %s is refused',
  (address) => {
    expect(messageOf({ PUBLIC_URL: address })).toBe(
      'PUBLIC_URL must be a host without a path, such as https://capline.example.org, because Capline needs a host of its own.',
    )
    expect(configOf({ PUBLIC_URL: 'https://example.org/' }).publicUrl).toBe('https://example.org/')
  },
)

test.each([
  ['#', '%23', 'postgres://capline:pa#ss@127.0.0.1/capline'],
  ['#', '%23', 'postgres://capline:12#3@127.0.0.1/capline'],
  ['/', '%2F', 'postgres://capline:12/3@127.0.0.1/capline'],
  ['?', '%3F', 'postgres://capline:12?3@127.0.0.1/capline'],
  ['%', '%25', 'postgres://capline:100%@127.0.0.1/capline'],
])('a password with a %s is explained: %s', (sign, written, address) => {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
    const environment = { DATABASE_URL: 'postgres://localhost/x', APP_SECRET: 'x'.repeat(32), [name]: address }
    expect(messageOf(environment)).toBe(
      `${name} has a ${sign} in its password that is taken for a part of the address: write it as ${written}, as in postgres://user:pass${written}word@host:5432/capline.`,
    )
    const mended = address.replace(sign, written)
    expect(configOf({ ...environment, [name]: mended }).database).not.toBeNull()
  }
})

test('a port below all is refused in our words', () => {
  expect(messageOf({ PORT: '-1' })).toBe('PORT must be a port from 0 to 65535.')
})

test.each([
  'http://bot-api:8081',
  'http://10.0.0.7:8081',
  'http://127.0.0.1.example.org',
  'http://localhost.example.org',
])("the bot's token does not travel in the open: %s", (root) => {
  expect(messageOf({ TELEGRAM_API_ROOT: root })).toBe(
    "TELEGRAM_API_ROOT must begin with https:// unless it is on this machine, because the bot's token would be sent unencrypted.",
  )
})

test.each(['https://bot-api.example.org', 'http://localhost:8081', 'http://127.0.0.1:8081', 'http://[::1]:8081'])(
  "the bot's token may go to %s",
  (root) => expect(configOf({ TELEGRAM_API_ROOT: root }).telegram.apiRoot).toBe(root),
)

test.each([
  ['postgres://a:b@db.example.org/c', 'postgres://a:b@db.example.org/c?sslmode=verify-full'],
  [
    'postgres://a:b@10.0.0.7:5432/c?application_name=x',
    'postgres://a:b@10.0.0.7:5432/c?application_name=x&sslmode=verify-full',
  ],
  ...[
    'postgres://a:b@db.example.org/c?sslmode=disable',
    'postgres://a:b@db.example.org/c?sslmode=require',
    'postgres://a:b@localhost/c',
    'postgres://a:b@127.0.0.1:5433/c',
    'postgres://a:b@[::1]/c',
    'postgres://a:b@%2Fvar%2Frun%2Fpostgresql/c',
    'postgres://localhost/c?host=/var/run/postgresql',
  ].map((address): [string, string] => [address, address]),
  ['postgres://localhost/c?host=db.example.org', 'postgres://localhost/c?host=db.example.org&sslmode=verify-full'],
])('the database at %s is reached by %s', (address, url) => {
  const environment = { APP_SECRET: 'x'.repeat(32), DATABASE_URL: 'postgres://localhost/x' }
  expect(configOf({ ...environment, DATABASE_URL: address }).database).toEqual({ url, directUrl: url, readUrl: null })
  const beside = { DATABASE_DIRECT_URL: address, DATABASE_READ_URL: address }
  expect(configOf({ ...environment, ...beside }).database).toMatchObject({ directUrl: url, readUrl: url })
})

test('reads a first admin with and without a handle', () => {
  expect(configOf({ FIRST_ADMIN: '123:@anna' }).firstAdmin).toEqual({ telegramId: '123', handle: 'anna' })
  expect(configOf({ FIRST_ADMIN: '123' }).firstAdmin).toEqual({ telegramId: '123', handle: null })
})

test('docs/configuration.md has a row for every variable, and for nothing else', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  const cells = [...page.matchAll(/^\| ([^|]*[A-Z][^|]*)\|/gm)].map(([, cell = '']) => cell)
  const named = cells.flatMap((cell) => cell.match(/(?<=`)[A-Z_]+(?=`)/g) ?? [])
  expect(named.toSorted()).toEqual(VARIABLES.toSorted())
})
