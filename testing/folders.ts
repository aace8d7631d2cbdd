import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const ROOM = 4 * 1024 ** 3

/**
 * Where the databases of tests lie: in memory where there is room. Each is hundreds of files, and ext4 looks long for places
 * of new ones where as many were removed a moment ago. A killed process loses nothing there either.
 */
export const DATABASES = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir()

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}
