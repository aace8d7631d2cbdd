import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, type Client } from '#contract/client.ts'
import { isAlive } from '#platform/db/embedded/cluster.ts'
import manifest from '../package.json' with { type: 'json' }
import { DATABASES } from './folders.ts'
import type { OwnNetwork } from './servers/own-network.ts'
import { signalServer } from './servers/signals.ts'

const ROOT = join(import.meta.dirname, '..')
/** Where Node keeps what it made of the sources, which is most of the time that a process takes to start. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled')

/** How a process ended, and all that it printed. */
export interface Ending {
  code: number | null
  stdout: string
  stderr: string
}

/** A process of the product. */
export interface Running {
  pid: number
  stdout(): string
  /** Resolves when it has printed this. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  signal(name: NodeJS.Signals): void
  /** As a terminal does that is closed: it takes nothing more that is printed. */
  hangUp(): void
  /** At once, and waits for its end. */
  kill(): Promise<void>
  ended: Promise<Ending>
}

/** A server that was ready when it was handed out. */
export interface RunningServer extends Running {
  address: string
  clientOf(token: string | null): Client
  /** The status of `/readyz` and what it says. */
  readiness(): Promise<{ status: number; text: string }>
}

export type Environment = Record<string, string>

/** Processes and data folders of one test file; `close` leaves nothing of them behind. */
export interface Processes {
  makeFolder(): Promise<string>
  /** With this environment and nothing of ours. */
  spawn(script: 'main' | 'cli', environment: Environment, args?: string[]): Running
  /** Starts a server on any free port and waits until it is ready; in a network of its own, where one is given. */
  startServer(environment: Environment, network?: OwnNetwork | null): Promise<RunningServer>
  close(): Promise<void>
}

// Here, so that only who starts processes waits for it.
await promisify(execFile)(process.execPath, ['scripts/build.ts', 'whole'], { cwd: ROOT })

export function createProcesses(): Processes {
  const running = new Set<Running>()
  const folders: string[] = []

  function keep(one: Running): Running {
    running.add(one)
    void one.ended.then(() => running.delete(one))
    return one
  }

  return {
    async makeFolder() {
      const folder = await mkdtemp(join(DATABASES, `capline-process-${process.pid}-`))
      // mkdtemp makes it 0700; a clone in a person's folder is open.
      await chmod(folder, 0o755)
      folders.push(folder)
      return folder
    },
    spawn: (script, environment, args = []) => keep(run([...commandOf(script), ...args], environment)),
    startServer(environment, network) {
      const command = [...(network?.enter ?? []), ...commandOf('main')]
      const address = { PORT: '0', HOST: network?.address ?? '127.0.0.1' }
      return becomeReady(keep(run(command, { ...address, ...environment })))
    },
    async close() {
      await Promise.all([...running].map((one) => one.kill()))
      for (const folder of folders.splice(0)) {
        await signalDatabase(folder, 'SIGKILL')
        await rm(folder, { recursive: true, force: true, maxRetries: 10 })
      }
    },
  }
}

function commandOf(script: 'main' | 'cli'): string[] {
  return [process.execPath, ...(script === 'main' ? manifest.config.nodeFlags : []), `dist/whole-${script}.mjs`]
}

function run([program = '', ...args]: string[], environment: Environment): Running {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILED, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  const ended = once(child, 'close').then((): Ending => ({ code: child.exitCode, ...texts }))
  return {
    pid: child.pid ?? 0,
    stdout: () => texts.stdout,
    async printed(pattern) {
      for (;;) {
        const match = pattern.exec(texts.stdout)
        if (match) return match
        if (child.stdout.readableEnded) throw new Error(`ended before it printed ${pattern}: ${texts.stderr}`)
        const heard = new AbortController()
        const either = ['data', 'end'].map((event) => once(child.stdout, event, heard))
        // Else a listener of the other event stays behind with each piece that is printed.
        await Promise.race(either).finally(() => heard.abort())
      }
    },
    signal: (name) => void child.kill(name),
    hangUp() {
      child.stdout.destroy()
      child.kill('SIGHUP')
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

async function becomeReady(one: Running): Promise<RunningServer> {
  const [, address = ''] = await one.printed(/runs at (http\S+)\n/)
  const server: RunningServer = {
    ...one,
    address,
    clientOf: (token) => createClient({ root: address, fetch, token: () => token }),
    async readiness() {
      const response = await fetch(`${address}/readyz`)
      return { status: response.status, text: await response.text() }
    },
  }
  const { status, text } = await server.readiness()
  if (status !== 200) throw new Error(`not ready: ${text}`)
  return server
}

/** The embedded PostgreSQL of a data folder; null where none runs. */
export async function findDatabase(dataDir: string): Promise<{ pid: number; url: string } | null> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return null
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8')
  return { pid, url: `postgres://capline:${password}@127.0.0.1:${lines[3]}/capline` }
}

/** Sends a signal to the embedded PostgreSQL of a data folder. */
export async function signalDatabase(dataDir: string, name: NodeJS.Signals): Promise<void> {
  return signalServer(join(dataDir, 'postgres'), name)
}
