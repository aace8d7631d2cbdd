import { spawn } from 'node:child_process'
import { basename, delimiter, dirname } from 'node:path'
import { SetupFailure } from './failure.mjs'

const OFFLINE = /E(NOTFOUND|CONNREFUSED|AI_AGAIN|TIMEDOUT|CONNRESET|NETUNREACH|HOSTUNREACH)|ERR_SOCKET_TIMEOUT/
const NOT_WRITABLE = /\b(EACCES|EPERM|EROFS)\b/
/** Its long list of options follows on some failures. */
const LINES_OF_NPM = 20
const FULL = /\bENOSPC\b/

const FLAGS = [
  // Some of our tools are declared as development packages, and a machine that sets NODE_ENV=production builds too.
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=4000',
]

/**
 * `npm ci` in a folder, told as one line of progress. `isComplete` has the last word, because npm takes an optional
 * package that it could not fetch for a success. Throws a SetupFailure that says what to do.
 */
export async function installPackages({ folder, title, node, isComplete }) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  process.stderr.write(`${title}…`)
  const sign = setInterval(() => process.stderr.write(` ${seconds()} s…`), 15_000)
  const { code, output } = await npm(['ci', ...FLAGS], folder, node).finally(() => {
    clearInterval(sign)
    console.error(` ${seconds()} s`)
  })
  if (code !== 0) throw new SetupFailure(explain(title, output))
  if (!isComplete()) throw new SetupFailure(explainOffline(title))
}

function npm(args, folder, node) {
  const path = process.env.npm_execpath ?? ''
  const [command, ...before] = basename(path) === 'npm-cli.js' ? [node, path] : ['npm']
  return new Promise((resolve) => {
    const child = spawn(command, [...before, ...args], {
      cwd: folder,
      env: environment(node),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk) => (output += chunk)
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 1, output: `npm does not start: ${error.message}` }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** What an outer npm says about its own project must not reach the inner one, which may work in another folder. */
function environment(node) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name),
  )
  return { ...Object.fromEntries(kept), PATH: dirname(node) + delimiter + (process.env.PATH ?? '') }
}

function explainOffline(title) {
  return `${title} failed because the package registry cannot be reached: check the network (or the registry and proxy in npm's configuration) and start again.`
}

function explain(title, output) {
  if (OFFLINE.test(output)) return explainOffline(title)
  if (FULL.test(output)) return `${title} failed because the disk is full: make room and start again.`
  const detail = output.trim().split('\n').slice(0, LINES_OF_NPM).join('\n')
  if (NOT_WRITABLE.test(output)) {
    return `${title} failed because this user may not write to the project's folder or to npm's cache: change their owner and start again.\n${detail}`
  }
  return `${title} failed. npm says:\n${detail}`
}
