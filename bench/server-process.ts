import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { VARIABLES } from '#platform/config.ts'

export const ROOT = join(import.meta.dirname, '..')

export interface ServerProcess {
  address: string
  /** From its start until `/readyz` said yes. */
  readyAfterMilliseconds: number
  end(): Promise<void>
}

const PATIENCE = 120_000

/** What somebody has configured for the product must not change what is measured. An empty variable counts as not set. */
const UNCONFIGURED = Object.fromEntries(VARIABLES.map((name) => [name, '']))

/** A folder of its own for a bench. PostgreSQL, which another user runs where root starts the bench, copies from it too. */
export async function makeFolder(parts: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'capline-bench-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  return folder
}

/** The product, by what `npm start` runs below npm itself. */
export function startProduct(environment: Record<string, string>): Promise<ServerProcess> {
  return startServerProcess([process.execPath, join(ROOT, 'scripts/run.mjs'), 'start'], environment)
}

/** Starts a server in a process of its own, with a PORT of its own, and waits until it is ready. */
export async function startServerProcess(
  command: readonly [string, ...string[]],
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const [file, ...args] = command
  const started = performance.now()
  // A group of its own, because npm puts a shell and more between us and the server.
  const child = spawn(file, args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...UNCONFIGURED, ...environment, PORT: String(port) },
  })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4_000)))
  const end = () => endGroup(child, port)
  try {
    await waitUntilReady(child, address)
  } catch (error) {
    await end()
    throw new Error(`${command.join(' ')} did not start.\n${complaints}`, { cause: error })
  }
  return { address, readyAfterMilliseconds: performance.now() - started, end }
}

async function waitUntilReady(child: ChildProcess, address: string): Promise<void> {
  const deadline = performance.now() + PATIENCE
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended')
    const response = await fetch(`${address}/readyz`).catch(() => null)
    if (response?.ok) return
    await pause(10)
  }
  throw new Error('it took too long')
}

async function endGroup(child: ChildProcess, port: number): Promise<void> {
  if (child.pid === undefined) return
  const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
  try {
    process.kill(-child.pid, 'SIGTERM')
  } catch {
    return
  }
  await exit
  // npm may be gone before the server that it started.
  while (await isTaken(port)) await pause(20)
  while (hasMembers(child.pid)) await pause(20)
}

function hasMembers(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

async function isTaken(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port')
  return address.port
}
