import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A connection to a database of DuckDB. */
export interface Duck {
  run(statement: string): Promise<unknown>
  runAndReadAll(statement: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>
  closeSync(): void
}

interface DuckApi {
  DuckDBInstance: { create(file: string): Promise<{ connect(): Promise<Duck>; closeSync(): void }> }
}

const PACKAGE = '@duckdb/node-api'
const VERSION = '1.5.6-r.1'

/**
 * Opens a database of DuckDB in a folder. Its package is larger than most of ours together, and only one bench needs it:
 * it is fetched into that folder when the bench runs.
 */
export async function openDuck(parts: AsyncDisposableStack, folder: string, name: string): Promise<Duck> {
  await promisify(execFile)('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${PACKAGE}@${VERSION}`])
  const api: unknown = createRequire(join(folder, 'package.json'))(PACKAGE)
  if (!isDuckApi(api)) throw new Error(`${PACKAGE} is not as it was in version ${VERSION}.`)
  const instance = await api.DuckDBInstance.create(join(folder, `${name}.duckdb`))
  const duck = await instance.connect()
  parts.defer(() => {
    duck.closeSync()
    instance.closeSync()
  })
  return duck
}

function isDuckApi(api: unknown): api is DuckApi {
  return typeof api === 'object' && api !== null && 'DuckDBInstance' in api
}
