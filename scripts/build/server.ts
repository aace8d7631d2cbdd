import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { build, type BuildOptions } from 'esbuild'
import { DIST, ROOT } from './folders.ts'

/** Files that the code looks for beside itself. */
const BESIDE = [{ from: 'sandbox/telegram/page', to: 'page' }]

/** Bundles our own code; packages stay in node_modules, because some start files of theirs by name (pino, pg-boss). */
export async function buildServer(): Promise<void> {
  await bundle({ main: 'server', cli: 'cli' }, { packages: 'external' })
}

/**
 * The same with the packages in it, for tests that start many processes: to find and load some thousand files is half of a start.
 * Nothing that starts a file by name can be used so: logs for people (pino-pretty).
 */
export async function buildWhole(): Promise<void> {
  // Packages of CommonJS ask for Node's modules by a function that modules lack.
  const banner = { js: "const require = process.getBuiltinModule('module').createRequire(import.meta.url)" }
  // Uses a module of Node's that is on its way out, of which Node warns outside of node_modules.
  const external = ['node-fetch']
  await bundle({ main: 'whole-main', cli: 'whole-cli' }, { packages: 'bundle', external, banner })
}

/** By the name of the source in `server`, the name in `dist`. */
async function bundle(names: Record<string, string>, how: BuildOptions): Promise<void> {
  mkdirSync(DIST, { recursive: true })
  const fresh = (name: string) => join(DIST, `${name}.${process.pid}.mjs`)
  await Promise.all(
    Object.entries(names).map(([source, name]) =>
      build({
        entryPoints: [join(ROOT, 'server', `${source}.ts`)],
        outfile: fresh(name),
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node24',
        logLevel: 'warning',
        ...how,
      }),
    ),
  )
  // Renamed at the end, so that another process that starts meanwhile never reads half a file.
  for (const name of Object.values(names)) renameSync(fresh(name), join(DIST, `${name}.mjs`))
  for (const { from, to } of BESIDE) {
    if (existsSync(join(ROOT, from))) cpSync(join(ROOT, from), join(DIST, to), { recursive: true })
  }
}
