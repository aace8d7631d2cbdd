import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pause } from '../pauses.ts'
import { isAlive, lastLines, type Cluster } from './cluster.ts'

const run = promisify(execFile)

/** A PostgreSQL server on a database folder. */
export interface Postmaster {
  pid: number
  port: number
}

/** A server that this process started. `ended` has its last output once it has ended. */
export interface StartedPostmaster extends Postmaster {
  ended(): Promise<string> | null
}

const LARGEST_LOG = 5_000_000

/** The server that runs on the folder, whoever started it. A stale pid file is removed. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const file = join(folder, 'postmaster.pid')
  const [pid, , , port] = (await readFile(file, 'utf8').catch(() => '')).split('\n').map(Number)
  // PostgreSQL itself replaces the file of a dead process.
  if (!pid || !isAlive(pid)) return null
  if (await isPostmaster(pid, folder)) return port ? { pid, port } : { pid, port: 0 }
  // After a restart of the machine, the number may belong to another process, which PostgreSQL cannot know.
  await rm(file, { force: true })
  return null
}

async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  const command = await readCommand(pid)
  return command === null || (command.includes('postgres') && command.includes(folder))
}

/** Null if the system does not tell. */
async function readCommand(pid: number): Promise<string | null> {
  const read =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8').then((text) => text.replaceAll('\0', ' '))
      : run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(({ stdout }) => stdout)
  return read.catch(() => null)
}

/**
 * Starts a server detached from the terminal, so that Ctrl-C does not end it before its users. Does not wait until it
 * answers.
 */
export async function startPostmaster(cluster: Cluster, wantedPort: number | null): Promise<StartedPostmaster> {
  const port = wantedPort ?? (await findFreePort())
  const { file, args, options } = cluster.runAs(cluster.postgres, ['-D', cluster.folder, ...settings(cluster, port)])
  const logStart = await prepareLog(cluster.logFile)
  // A file, not a pipe: the server may outlive this process.
  const log = openSync(cluster.logFile, 'a', 0o600)
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  let failure: Error | null = null
  child.on('error', (error) => (failure = error))
  return {
    pid: child.pid ?? 0,
    port,
    ended() {
      if (failure) return Promise.resolve(failure.message)
      return child.exitCode === null && child.signalCode === null ? null : readLog(cluster.logFile, logStart)
    },
  }
}

/** Stops a server: first its clients, then itself after a last checkpoint. */
export async function stopPostmaster(folder: string, { pid }: Postmaster): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 500],
    ['SIGQUIT', 250],
  ] as const) {
    if (!send(pid, signal)) return
    for (let round = 0; round < patience; round++) {
      if (await isOver(folder, pid)) return
      await pause(20)
    }
  }
}

/** The file goes last. A process that nobody collects stays a zombie, which still counts as alive. */
async function isOver(folder: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return true
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n')[0]) !== pid
}

function send(pid: number, signal: 'SIGINT' | 'SIGQUIT'): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function settings(cluster: Cluster, port: number): string[] {
  const all: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    // A socket's path has at most 107 bytes; the folder's may be longer.
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    maintenance_work_mem: '128MB',
    work_mem: '16MB',
    random_page_cost: 1.1,
    wal_level: 'minimal',
    max_wal_senders: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failed statements belong in the product's log; in this file they could expose people's data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    client_connection_check_interval: '10s',
    ...(cluster.fast && { fsync: 'off', full_page_writes: 'off', max_wal_size: '2GB' }),
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port')
  return address.port
}

/** The length of the log before this start. A long log is moved aside. */
async function prepareLog(file: string): Promise<number> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size < LARGEST_LOG) return size
  await rename(file, `${file}.old`)
  return 0
}

async function readLog(file: string, start: number): Promise<string> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const { buffer } = await handle.read({ buffer: Buffer.alloc(Math.max(0, size - start)), position: start })
    return lastLines(buffer.toString('utf8'))
  } finally {
    await handle.close()
  }
}
