import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { codeOf } from '../../error-code.ts'
import { writeOnce } from '../../secrets.ts'
import { DatabaseRefusal, messageOf } from '../unavailable.ts'
import { chooseAccount, giveFolder, prepareRunAs, type Account, type RunAs } from './account.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

export const SUPERUSER = 'capline'

/** A database folder, ready for a server. */
export interface Cluster {
  dataDir: string
  folder: string
  logFile: string
  password: string
  postgres: string
  runAs: RunAs
  fast: boolean
}

/** Finds or creates the database folder in `dataDir`. Any number of processes may do so at once. */
export async function prepareCluster(options: {
  dataDir: string
  binaries: Binaries
  fast: boolean
  givenUp?: AbortSignal | undefined
}): Promise<Cluster> {
  const dataDir = await makeDataDir(options.dataDir)
  const folder = join(dataDir, 'postgres')
  const account = await chooseAccount(folder)
  const runAs = await prepareRunAs(account, options.binaries, dataDir)
  const password = await ensureFolder({
    dataDir,
    folder,
    account,
    runAs,
    initdb: options.binaries.initdb,
    fast: options.fast,
    givenUp: options.givenUp,
  })
  return {
    dataDir,
    folder,
    logFile: join(dataDir, 'postgres.log'),
    password,
    postgres: options.binaries.postgres,
    runAs,
    fast: options.fast,
  }
}

async function makeDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(resolve(dataDir), { recursive: true })
    return await realpath(dataDir)
  } catch (error) {
    throw new DatabaseRefusal(
      `The data folder ${resolve(dataDir)} cannot be made (${messageOf(error)}). Set DATA_DIR to another folder.`,
    )
  }
}

interface Making {
  dataDir: string
  folder: string
  account: Account | null
  runAs: RunAs
  initdb: string
  fast: boolean
  givenUp?: AbortSignal | undefined
}

async function ensureFolder(making: Making): Promise<string> {
  const passwordFile = join(making.dataDir, 'postgres-password')
  if (!existsSync(making.folder)) {
    const password = await makePassword(passwordFile, making.account)
    await makeFolder(making, passwordFile)
    return password
  }
  await giveFolder(making.folder, making.account)
  return readFile(passwordFile, 'utf8').catch((error: unknown) => {
    throw new DatabaseRefusal(
      `The password of the database cannot be read (${messageOf(error)}). Put ${passwordFile} back, or set DATA_DIR to another folder.`,
    )
  })
}

/** The first of several processes decides. An existing file is complete. */
async function makePassword(file: string, account: Account | null): Promise<string> {
  // initdb reads it as the account.
  return writeOnce(file, randomBytes(24).toString('hex'), async (draft) => {
    if (account) await chown(draft, account.uid, account.gid)
  })
}

/** Made beside its place and moved there when complete, so that a kill leaves nothing incomplete. */
async function makeFolder(making: Making, passwordFile: string): Promise<void> {
  await removeLeftovers(making.dataDir)
  const draft = await mkdtemp(join(making.dataDir, `postgres.new-${process.pid}-`))
  await chmod(draft, 0o700)
  await giveFolder(draft, making.account)
  await initialize(making, draft, passwordFile)
  try {
    await rename(draft, making.folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
  }
}

async function initialize(making: Making, folder: string, passwordFile: string): Promise<void> {
  const settings = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${SUPERUSER}`]
  const args = [
    '-D',
    folder,
    `--pwfile=${passwordFile}`,
    ...settings,
    '--no-instructions',
    ...(making.fast ? ['--no-sync'] : []),
  ]
  const { file, args: allArgs, options } = making.runAs(making.initdb, args)
  try {
    making.givenUp?.throwIfAborted()
    const initializing = run(file, allArgs, options)
    making.givenUp?.addEventListener('abort', () => initializing.child.kill(), { once: true })
    await initializing
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    making.givenUp?.throwIfAborted()
    throw new DatabaseRefusal(explain(making.dataDir, complaintOf(error)), { cause: error })
  }
}

function explain(dataDir: string, complaint: string): string {
  if (complaint.includes('could not look up effective user ID')) {
    return 'PostgreSQL only runs as a user who has a name: start Capline as one that is listed in /etc/passwd, or set DATABASE_URL.'
  }
  return `The database could not be made in ${dataDir}. ${lastLines(complaint)}`
}

function complaintOf(error: unknown): string {
  const printed = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return printed || messageOf(error)
}

/** Drafts of processes that were killed. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres(?:\.new-|-password\.)(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-8).join('\n')
}
