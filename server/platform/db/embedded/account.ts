import { execFile } from 'node:child_process'
import type { Stats } from 'node:fs'
import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseRefusal } from '../unavailable.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

/** The unprivileged user that PostgreSQL runs as, because it refuses to run as root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** The way to start a program. */
export interface Launch {
  file: string
  args: string[]
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
}

export type RunAs = (file: string, args: string[]) => Launch

/** The account for PostgreSQL; null means the current user. */
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
  // A folder of an ordinary user stays that user's.
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

/** Gives a folder with its content to the account. The folder itself comes last, so a failed attempt is repeated. */
export async function giveFolder(folder: string, account: Account | null): Promise<void> {
  if (!account || (await stat(folder)).uid === account.uid) return
  const entries = await readdir(folder, { recursive: true })
  for (const entry of entries) await lchown(join(folder, entry), account.uid, account.gid)
  await chown(folder, account.uid, account.gid)
}

/**
 * Prepares starting PostgreSQL's programs as the account, without root's rights. If the account cannot reach the
 * programs or the data (below /root, say), it gets a view of these two folders, and of nothing else that is closed to
 * it.
 */
export async function prepareRunAs(account: Account | null, binaries: Binaries, dataDir: string): Promise<RunAs> {
  if (!account) return plain
  await openDataDir(dataDir, account)
  const needs = [binaries.postgres, dataDir, ...(binaries.catalog ? [binaries.catalog] : [])]
  const switched = asAccount(account)
  if (await reaches(switched, needs)) return switched
  const shown = await withFoldersShown(account, [dirname(dirname(binaries.postgres)), dataDir])
  if (await reaches(shown, needs)) return shown
  throw new DatabaseRefusal(
    `PostgreSQL does not run as root, and ${account.name}, whom it should run as here, cannot use ${binaries.postgres} and ${dataDir}. Start Capline as an ordinary user, move it and DATA_DIR to folders that everybody may enter, or set DATABASE_URL.`,
  )
}

/** Lets the account pass the data folder, whose other files stay closed to it. */
async function openDataDir(dataDir: string, account: Account): Promise<void> {
  const found = await stat(dataDir)
  if (mayEnter(found, account) || found.uid !== 0) return
  await chown(dataDir, 0, account.gid)
  await chmod(dataDir, (found.mode & 0o707) | 0o010)
}

function mayEnter({ uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>, account: Account): boolean {
  if (uid === account.uid) return (mode & 0o100) !== 0
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0
}

// Our environment is not passed on: it has secrets, which PostgreSQL could reveal, and may have PG… settings.
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

/**
 * A separate view of the file system: an empty folder covers each closed one, and contains only the path to what the
 * account needs. The folders are opened before they are covered.
 */
const SHOW = `
exec 3<"$1" 4<"$2"
for closed in "$3" "$4"; do
  [ -z "$closed" ] || mount -t tmpfs -o mode=755,size=64k capline "$closed" || exit 1
done
mkdir -p "$1" "$2" &&
mount -c --bind /proc/self/fd/3 "$1" &&
mount -c --bind /proc/self/fd/4 "$2" || exit 1
exec 3<&- 4<&-
shift 4
exec "$@"`

async function withFoldersShown(account: Account, folders: [string, string]): Promise<RunAs> {
  const [first, second] = [await findClosed(folders[0], account), await findClosed(folders[1], account)]
  const closed = [first, first === second ? '' : second]
  const switches = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--inh-caps=-all',
    '--ambient-caps=-all',
    '--bounding-set=-all',
    '--no-new-privs',
  ]
  const view = ['--mount', '--propagation', 'private', '--', '/bin/sh', '-c', SHOW, 'sh', ...folders, ...closed]
  return (file, args) => ({
    file: 'unshare',
    args: [...view, 'setpriv', ...switches, '--', file, ...args],
    options: { cwd: '/', env },
  })
}

/** The outermost parent folder that the account may not enter; empty if there is none. */
async function findClosed(folder: string, account: Account): Promise<string> {
  const parent = dirname(folder)
  if (parent === folder) return ''
  const above = await findClosed(parent, account)
  if (above !== '') return above
  return mayEnter(await stat(parent), account) ? '' : parent
}

const PROBE = 'test -x "$1" && test -x "$2" && { test -z "$3" || test -r "$3"; }'

async function reaches(runAs: RunAs, needs: string[]): Promise<boolean> {
  const { file, args, options } = runAs('/bin/sh', ['-c', PROBE, 'sh', ...needs])
  return run(file, args, options).then(
    () => true,
    () => false,
  )
}
