import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DIST, ROOT } from './folders.ts'
import { isFresh, PARTS } from './freshness.ts'

/** Runs a bundle in this process, after building what is stale in one of its own, which takes its memory with it. */
export async function runBuilt(bundle: 'server.mjs' | 'cli.mjs'): Promise<void> {
  if (!PARTS.every(isFresh)) build()
  await import(pathToFileURL(join(DIST, bundle)).href)
}

function build(): void {
  console.error('Building…')
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.ts')], { stdio: 'inherit' })
  if (status === 0) return
  console.error('The build failed: see above.')
  process.exit(1)
}
