import { execFile } from 'node:child_process'
import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseRefusal } from '../refusal.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

/** The unprivileged user that PostgreSQL runs as, because it refuses to run as root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** How a program is started. */
export interface Launch {
  file: string
  args: string[]
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
}

export type RunAs = (file: string, args: string[]) => Launch

/** Who PostgreSQL runs as. Null: whoever we are. */
export async function chooseAccount(databaseFolder: string): Promise<Account | null> {
  const me = process.getuid?.()
  const owner = await stat(databaseFolder).catch(() => null)
  if (me !== 0) {
    if (owner && owner.uid !== me)
      throw new DatabaseRefusal(
        `The folder ${databaseFolder} belongs to another user. Start Capline as that user, or set DATA_DIR to another folder.`,
      )
    return null
  }
  // A folder that an ordinary user began stays that user's.
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  const accounts = await readAccounts()
  return accounts.get('postgres') ?? accounts.get('nobody') ?? { name: 'user 65534', uid: 65534, gid: 65534 }
}

async function readAccounts(): Promise<Map<string, Account>> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const rows = text.split('\n').map((line) => line.split(':'))
  return new Map(
    rows.map(([name = '', , uid, gid]): [string, Account] => [name, { name, uid: Number(uid), gid: Number(gid) }]),
  )
}

/** Gives a folder with all that is in it to the account; the folder itself last, so that a broken attempt is repeated. */
export async function giveFolder(folder: string, account: Account | null): Promise<void> {
  if (!account || (await stat(folder)).uid === account.uid) return
  const entries = await readdir(folder, { recursive: true })
  for (const entry of entries) await lchown(join(folder, entry), account.uid, account.gid)
  await chown(folder, account.uid, account.gid)
}

/**
 * How to start PostgreSQL's programs as the account. Where the account cannot get at the programs or at the data (below
 * /root, say), it is given the right to pass any folder, and nothing else of root's.
 */
export async function prepareRunAs(account: Account | null, binaries: Binaries, dataDir: string): Promise<RunAs> {
  if (!account) return plain
  const needs = [binaries.postgres, dataDir, ...(binaries.catalog ? [binaries.catalog] : [])]
  const switched = asAccount(account)
  if (await reaches(switched, needs)) return switched
  const empowered = await withFolderRights(account)
  if (empowered && (await reaches(empowered, needs))) return empowered
  throw new DatabaseRefusal(
    `PostgreSQL does not run as root, and ${account.name}, whom it should run as here, cannot use ${binaries.postgres} and ${dataDir}. Start Capline as an ordinary user, move it and DATA_DIR to folders that everybody may enter, or set DATABASE_URL.`,
  )
}

// Nothing of our environment: it has secrets, which PostgreSQL could be asked for, and may have PG… settings.
const env: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.env['LD_LIBRARY_PATH'] && { LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] }),
}

const plain: RunAs = (file, args) => ({ file, args, options: { cwd: '/', env } })

function asAccount({ uid, gid }: Account): RunAs {
  return (file, args) => ({ file, args, options: { cwd: '/', env, uid, gid } })
}

async function withFolderRights({ uid, gid }: Account): Promise<RunAs | null> {
  const rights = await folderRights()
  if (rights.length === 0) return null
  const caps = rights.map((right) => `+${right}`).join(',')
  const switches = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // Without it access(2) asks for the account's own rights alone, and PostgreSQL asks access(2) for its programs.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${caps}`,
    `--ambient-caps=${caps}`,
  ]
  return (file, args) => ({ file: 'setpriv', args: [...switches, '--', file, ...args], options: { cwd: '/', env } })
}

/** Those of the rights to pass folders that this process may hand on: a container may have taken them away. */
async function folderRights(): Promise<string[]> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const bounding = BigInt(`0x${/^CapBnd:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
  const bits: [string, bigint][] = [
    ['dac_override', 1n],
    ['dac_read_search', 2n],
  ]
  return bits.filter(([, bit]) => (bounding >> bit) & 1n).map(([right]) => right)
}

const PROBE = 'test -x "$1" && test -x "$2" && { test -z "$3" || test -r "$3"; }'

async function reaches(runAs: RunAs, needs: string[]): Promise<boolean> {
  const { file, args, options } = runAs('/bin/sh', ['-c', PROBE, 'sh', ...needs])
  return run(file, args, options).then(
    () => true,
    () => false,
  )
}
