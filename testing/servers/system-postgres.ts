import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from '#platform/db/embedded/binaries.ts'

const PLACES = ['/usr/lib/postgresql/VERSION/bin', '/opt/homebrew/opt/postgresql@VERSION/bin', '/usr/pgsql-VERSION/bin']

/** The machine's own PostgreSQL of a version, such as 15. */
export async function findSystemPostgres(version: string): Promise<Binaries> {
  for (const place of PLACES) {
    const folder = place.replace('VERSION', version)
    const binaries = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb'), catalog: null }
    if (await isThere(binaries.postgres)) return binaries
  }
  throw new Error(`PostgreSQL ${version} is not installed on this machine`)
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
