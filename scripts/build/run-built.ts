import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DIST, ROOT } from './folders.ts'
import { isFresh, START } from './freshness.ts'

/** Runs a bundle, after building what is stale in a process of its own, which takes its memory with it. */
export async function runBuilt(bundle: 'server.mjs' | 'cli.mjs', flags: readonly string[] = []): Promise<void> {
  if (!START.every(isFresh)) build()
  await runFile(join(DIST, bundle), flags)
}

/** glibc keeps what each thread let go of for that thread: with two such stores more goes back to the machine. */
const MEMORY = { MALLOC_ARENA_MAX: '2' }

/**
 * Runs a script in this process. Flags are taken by Node at its own start only: then another Node takes the place of this one,
 * under the same number, so that signals reach it as before. Where a system cannot do that, the script goes without them.
 */
export async function runFile(file: string, flags: readonly string[]): Promise<void> {
  if (flags.length > 0 && process.platform !== 'win32') {
    process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...flags, file], {
      ...MEMORY,
      ...process.env,
    })
  }
  await import(pathToFileURL(file).href)
}

function build(): void {
  console.error('Building…')
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.ts')], { stdio: 'inherit' })
  if (status === 0) return
  console.error('The build failed: see above.')
  process.exit(1)
}
