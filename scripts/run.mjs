// The entry of every npm script: node scripts/run.mjs COMMAND ...ARGUMENTS
// Plain JavaScript without packages, because it runs before there are any and on a Node that may be older than ours.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { SetupFailure } from './setup/failure.mjs'
import { provideNode } from './setup/node.mjs'
import { providePackages } from './setup/packages.mjs'

const OLDEST_NODE = 20
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const [command = '', ...args] = process.argv.slice(2)

main().catch((error) => {
  console.error(error instanceof SetupFailure ? error.message : error)
  // Whoever reads the counts of the checks finds them on the last line, whatever went wrong before.
  if (command === 'test' || command === 'check') console.log('0 passed, 1 failed')
  process.exit(1)
})

async function main() {
  const script = join(ROOT, 'scripts', `${command}.ts`)
  const major = Number(process.versions.node.split('.')[0])
  if (major < OLDEST_NODE) {
    throw new SetupFailure(
      `Capline needs Node ${OLDEST_NODE} or newer and this is Node ${process.versions.node}: install Node 24.`,
    )
  }
  if (!/^[a-z]+$/.test(command) || !existsSync(script)) {
    throw new SetupFailure(`There is no command "${command}": see "scripts" in package.json.`)
  }
  // Where the command was typed; npm says so itself.
  process.env.INIT_CWD ??= process.cwd()
  process.chdir(ROOT)
  const node = await provideNode(ROOT)
  process.env.PATH = dirname(node) + delimiter + (process.env.PATH ?? '')
  await providePackages(ROOT, node)
  if (node === process.execPath) await runHere(script)
  else runBelow(node, script)
}

async function runHere(script) {
  process.argv = [process.execPath, script, ...args]
  await import(pathToFileURL(script).href)
}

function runBelow(node, script) {
  const child = spawn(node, [script, ...args], { stdio: 'inherit' })
  forwardSignals(child)
  child.on('error', (error) => {
    console.error(`Node 24 does not run here (${error.message}): install Node 24 and start again.`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}

/**
 * npm passes on what the terminal has already sent to all of us, so the same signal may arrive twice here.
 * The command below gets it once: from the terminal on Ctrl-C, from here when a program sent it.
 */
function forwardSignals(child) {
  const isOnTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const forwarded = new Set()
  const forward = (signal) => {
    if (forwarded.has(signal)) return
    forwarded.add(signal)
    child.kill(signal)
  }
  process.on('SIGTERM', forward)
  process.on('SIGHUP', forward)
  process.on('SIGINT', (signal) => {
    if (!isOnTerminal) forward(signal)
  })
}
