import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { installPackages } from './npm.mjs'

/** Brings node_modules to what package-lock.json says, when it is not there already. */
export async function providePackages(root, node) {
  const wanted = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\n${wanted}`).digest('hex')
  const stamp = join(root, 'node_modules', '.capline-stamp')
  if (read(stamp) === hash) return
  await withLock(root, async () => {
    if (read(stamp) === hash) return
    const isComplete = () => isInstalled(root, wanted)
    if (!isComplete()) await installPackages({ folder: root, title: 'Installing packages', node, isComplete })
    writeFileSync(stamp, hash)
  })
}

/** Whether npm's own record of node_modules says the same, as after an `npm install` by hand. */
function isInstalled(root, wanted) {
  const record = read(join(root, 'node_modules', '.package-lock.json'))
  if (!record) return false
  const installed = JSON.parse(record).packages
  const entries = Object.entries(JSON.parse(wanted).packages).filter(([path]) => path !== '')
  return entries.every(([path, entry]) =>
    installed[path] ? installed[path].integrity === entry.integrity : !isNeededHere(entry),
  )
}

/** npm leaves out silently what is optional, be it for another platform or because it could not be fetched. */
function isNeededHere({ optional, os, cpu, libc }) {
  if (!optional) return true
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
