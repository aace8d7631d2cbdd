import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { DIST, ROOT } from './folders.ts'

/** Files that the code looks for beside itself. */
const BESIDE = [{ from: 'sandbox/telegram/page', to: 'page' }]

/** Bundles our own code; packages stay in node_modules, because some start files of theirs by name (pino, pg-boss). */
export async function buildServer(): Promise<void> {
  mkdirSync(DIST, { recursive: true })
  const names = ['server', 'cli']
  const fresh = (name: string) => join(DIST, `${name}.${process.pid}.mjs`)
  await Promise.all(
    names.map((name) =>
      build({
        entryPoints: [join(ROOT, 'server', `${name === 'server' ? 'main' : name}.ts`)],
        outfile: fresh(name),
        bundle: true,
        packages: 'external',
        platform: 'node',
        format: 'esm',
        target: 'node24',
        logLevel: 'warning',
      }),
    ),
  )
  // Renamed at the end, so that another process that starts meanwhile never reads half a file.
  for (const name of names) renameSync(fresh(name), join(DIST, `${name}.mjs`))
  for (const { from, to } of BESIDE) {
    if (existsSync(join(ROOT, from))) cpSync(join(ROOT, from), join(DIST, to), { recursive: true })
  }
}
