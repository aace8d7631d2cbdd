import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupFailure } from './failure.mjs'
import { withLock } from './lock.mjs'
import { installPackages } from './npm.mjs'

const OURS = 24

/** The path of a Node 24: the running one, or the pinned one beside the project, brought here when it is missing. */
export async function provideNode(root) {
  if (Number(process.versions.node.split('.')[0]) >= OURS) return process.execPath
  const folder = join(root, 'toolchain')
  const name = `node-${process.platform}-${process.arch}`
  const pinned = readJson(join(folder, 'package.json')).optionalDependencies[name]
  if (!pinned) throw new SetupFailure(installIt())
  const node = join(folder, 'node_modules', name, 'bin', 'node')
  const isThere = () =>
    existsSync(node) && readJson(join(folder, 'node_modules', name, 'package.json')).version === pinned
  if (isThere()) return node
  await withLock(root, async () => {
    if (isThere()) return
    const title = `Installing Node ${pinned}`
    await installPackages({ folder, title, node: process.execPath, isComplete: isThere })
    if (spawnSync(node, ['--version']).status !== 0) throw new SetupFailure(installIt())
  })
  return node
}

function installIt() {
  return `Capline runs on Node ${OURS}, which it cannot bring to this machine (${process.platform}-${process.arch}) by itself: install Node ${OURS} and start again.`
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
