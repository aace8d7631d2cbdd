import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../build/folders.ts'

type Environment = Record<string, string>

/** The file that npm links for a package's command; a script for Node. */
export function findTool(name: string): string {
  return join(ROOT, 'node_modules', '.bin', name)
}

/** Runs a package's command on this terminal; its exit code. */
export function runTool(name: string, args: readonly string[], environment: Environment = {}): Promise<number> {
  return exitOf(startNode([findTool(name), ...args], environment))
}

/** Starts Node on this terminal. */
export function startNode(args: readonly string[], environment: Environment = {}): ChildProcess {
  return own(spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...environment } }))
}

/** Runs Node and keeps what it says. */
export async function runNodeQuietly(args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = own(spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] }))
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  }
  const code = await exitOf(child)
  return { code, output: chunks.join('') }
}

export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
}

const children = new Set<ChildProcess>()
let stopping = false

/** Whether a signal has told us to end: nothing new is started then. */
export function isStopping(): boolean {
  return stopping
}

/** A child does not outlive us: the signal that ends us ends it first. */
function own(child: ChildProcess): ChildProcess {
  children.add(child)
  child.on('close', () => children.delete(child))
  return child
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping = true
    process.exitCode = 130
    for (const child of children) child.kill(signal)
  })
}
