import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from './network.ts'

// The real proxies, as docs/production.md configures them before several nodes: of its text only addresses, certificates and
// TLS are others.

export const PROXIES = ['nginx', 'caddy'] as const
export type ProxyName = (typeof PROXIES)[number]

export interface RunningProxy {
  address: string
  version: string
  stop(): Promise<void>
}

/** Null where it is not installed. */
export function findProxy(name: ProxyName): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/** `ports`: of the nodes, on this machine. */
export async function startProxy(name: ProxyName, path: string, ports: readonly string[]): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'capline-proxy-'))
  const port = await findFreePort()
  const page = await readFile(join(import.meta.dirname, '../docs/production.md'), 'utf8')
  const file = join(folder, 'configuration')
  const text = name === 'nginx' ? composeNginx(page, { folder, port }) : composeCaddy(page, port)
  await writeFile(file, leadTo(text, ports))
  const run = name === 'nginx' ? ['-p', folder, '-c', file] : ['run', '--config', file, '--adapter', 'caddyfile']
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(path, run, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece))
  const ended = once(child, 'exit')
  const address = `http://127.0.0.1:${port}`
  await waitUntilItListens(address, () => (child.exitCode === null ? null : said))
  return {
    address,
    version: readVersion(name, path),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function composeNginx(page: string, { folder, port }: { folder: string; port: number }): string {
  const server = blockWith(page, 'listen 443 ssl;')
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *location \/ \{[^}]*\}\n/m, `${blockWith(page, 'location @change')}\n`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 2;',
    `pid ${folder}/pid;`,
    `error_log ${folder}/error.log;`,
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((of) => `${of}_temp_path ${folder}/${of};`),
    blockWith(page, 'upstream capline'),
    server,
    '}',
  ].join('\n')
}

function composeCaddy(page: string, port: number): string {
  // Of the two sites the one that leads to us; the other one leads people over to TLS.
  const site = (/^capline\.example\.org \{\n[^]*?^\}/m.exec(blockWith(page, '@internal path'))?.[0] ?? '')
    .replace('capline.example.org {', `http://127.0.0.1:${port} {`)
    .replace(/^ *reverse_proxy .*$/m, blockWith(page, 'import nodes @events'))
  return ['{', 'admin off', '}', blockWith(page, '(nodes) {'), site].join('\n')
}

/** The code of the page in which this stands. */
function blockWith(page: string, words: string): string {
  const blocks = [...page.matchAll(/^( *)```\w*\n([^]*?)^ *```$/gm)]
  const found = blocks.find(([, , code = '']) => code.includes(words))
  if (!found) throw new Error(`docs/production.md has no code with ${words}`)
  const [, indent = '', code = ''] = found
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
}

function leadTo(text: string, ports: readonly string[]): string {
  const led = ports.reduce(
    (rest, port, index) => rest.replaceAll(`10.0.0.${index + 1}:4000`, `127.0.0.1:${port}`),
    text,
  )
  if (!ports.every((port) => led.includes(`127.0.0.1:${port}`)) || led.includes('10.0.0.'))
    throw new Error(`docs/production.md names other nodes than ${ports.length}`)
  return led
}

async function waitUntilItListens(address: string, readFailure: () => string | null): Promise<void> {
  for (;;) {
    const answer = await fetch(`${address}/api/settings/public`).catch(() => null)
    if (answer?.ok) return
    const failure = readFailure()
    if (failure !== null) throw new Error(failure)
    await wait(50)
  }
}

function readVersion(name: ProxyName, path: string): string {
  // nginx says its version where errors go.
  const command = name === 'nginx' ? '"$0" -v 2>&1' : '"$0" version'
  const text = execFileSync('sh', ['-c', command, path], { encoding: 'utf8' })
  return /\d+\.\d+\.\d+/.exec(text)?.[0] ?? text.trim()
}
