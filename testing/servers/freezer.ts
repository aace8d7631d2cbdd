import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Freezes a process as a paused container is: by its control group, without a signal that it could see. */
export interface Freezer {
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Thaws it, and gives the process back to the group that it came from. */
  close(): Promise<void>
}

/** The first version of control groups keeps freezing in a tree of its own; the second has one tree for everything. */
const TREES = [
  { root: '/sys/fs/cgroup/freezer', sign: 'cgroup.procs', file: 'freezer.state', frozen: 'FROZEN', thawed: 'THAWED' },
  { root: '/sys/fs/cgroup', sign: 'cgroup.controllers', file: 'cgroup.freeze', frozen: '1', thawed: '0' },
] as const

/** Null where this machine has no such groups, or we may not make one. */
export async function openFreezer(pid: number): Promise<Freezer | null> {
  const tree = TREES.find(({ root, sign }) => existsSync(join(root, sign)))
  if (!tree) return null
  const group = join(tree.root, `capline-${pid}`)
  try {
    await mkdir(group)
    await writeFile(join(group, 'cgroup.procs'), String(pid))
  } catch {
    return null
  }
  const write = (state: string) => writeFile(join(group, tree.file), state)
  return {
    freeze: () => write(tree.frozen),
    thaw: () => write(tree.thawed),
    async close() {
      await write(tree.thawed)
      // It may have ended.
      await writeFile(join(tree.root, 'cgroup.procs'), String(pid)).catch(() => undefined)
      await rmdir(group)
    },
  }
}
