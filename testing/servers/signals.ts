import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findPostmaster } from '#platform/db/embedded/postmaster.ts'

/** Sends a signal to the PostgreSQL on a database folder and to everything that it started. Those lead sessions of their own. */
export async function signalServer(folder: string, name: NodeJS.Signals): Promise<void> {
  const server = await findPostmaster(folder)
  if (!server) return
  // The one that begins all others comes first: stopped, it begins none that is not in the list.
  signal(server.pid, name)
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  for (const [pid, parent] of pairs) if (pid && parent === server.pid) signal(pid, name)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself.
  }
}
