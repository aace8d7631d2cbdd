import { startCapline, type Capline } from './capline.ts'
import { readConfig, type Config } from './platform/config.ts'
import { DatabaseRefusal, findRefusal } from './platform/db/unavailable.ts'
import { createLog, type Log } from './platform/log.ts'

const STOP_WITHIN_MILLISECONDS = 10_000

async function main(): Promise<void> {
  const read = readConfig(process.env, process.stdout.isTTY)
  if (!read.ok) return refuseToStart(read.message)
  const { config } = read
  const log = createLog(config.logLevel, { pretty: config.readableLogs })
  for (const warning of config.warnings) log.warn({ area: 'system' }, warning)
  const giveUp = new AbortController()
  const starting = startCapline(config, log, { givenUp: giveUp.signal })
  // From the first moment on: what was started by then must not be left behind.
  stopOnSignal(starting, giveUp, log)
  try {
    greet(await starting, config)
  } catch (error) {
    if (!giveUp.signal.aborted) refuseToStart(explainStart(error, config), error)
  }
}

function greet({ address, sandbox, hasAdmin }: Capline, { unused }: Config): void {
  const lines = [`Capline runs at ${address}`]
  if (sandbox) {
    lines.push(
      'This is the sandbox: a demo world, with stand-ins for Telegram and the lead API.',
      `Sign in as anna (admin), ben (editor) or carla (viewer); the code arrives at ${sandbox.telegram.page}`,
    )
  }
  if (!hasAdmin) {
    lines.push(
      'No admin may sign in yet. Start with FIRST_ADMIN, your Telegram id and handle, such as 123456789:@anna.',
    )
  }
  if (unused.length > 0) {
    lines.push(`Not used, since the sandbox has stand-ins of its own: ${unused.join(', ')}. SANDBOX=off uses them.`)
  }
  lines.push('Ctrl-C ends it.')
  process.stdout.write(`\n  ${lines.join('\n  ')}\n\n`)
}

function stopOnSignal(starting: Promise<Capline>, giveUp: AbortController, log: Log): void {
  let isStarting = true
  void starting.catch(() => undefined).then(() => (isStarting = false))
  let stopping = false
  const stop = (signal: string) => {
    // Ctrl-C comes more than once: the terminal tells every process, and whoever started us tells us again.
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    // Whatever hangs must not keep the process: what was not finished is taken up at the next start.
    setTimeout(() => process.exit(1), STOP_WITHIN_MILLISECONDS).unref()
    if (isStarting) giveUp.abort()
    starting
      .catch((error: unknown) => {
        if (!giveUp.signal.aborted) throw error
      })
      .then((capline) => capline?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the stop failed')
          process.exit(1)
        },
      )
  }
  // The last is a closed terminal, which takes no more of what is printed: the embedded database would outlive it.
  process.stdout.on('error', () => undefined)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
}

/** One sentence for what somebody can do something about; null for anything else, which is a bug. */
function explainStart(error: unknown, config: Config): string | null {
  const refusal = error instanceof DatabaseRefusal ? error : findRefusal(error)
  if (refusal) return refusal.message
  const { code, syscall } = readSystemError(error)
  if (syscall === 'listen' && code === 'EADDRINUSE') {
    return `Port ${config.port} is taken. Stop the program that uses it, or set PORT to another port.`
  }
  if (syscall === 'listen' && code === 'EACCES') {
    return `Port ${config.port} may not be used by this user. Set PORT to a number above 1023.`
  }
  if ((syscall === 'listen' && code === 'EADDRNOTAVAIL') || syscall === 'getaddrinfo') {
    return `This machine has no address ${config.host}. Set HOST to an address of this machine.`
  }
  if (syscall && FOLDER_CODES.has(code)) {
    return `The data folder ${config.dataDir} cannot be used (${code}). Set DATA_DIR to a folder that may be written.`
  }
  return null
}

const FOLDER_CODES = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'])

function readSystemError(error: unknown): { code: string; syscall: string } {
  const read = (name: 'code' | 'syscall') =>
    error instanceof Error && name in error ? String(Reflect.get(error, name)) : ''
  return { code: read('code'), syscall: read('syscall') }
}

function refuseToStart(message: string | null, error?: unknown): void {
  process.exitCode = 1
  if (message === null) console.error(error)
  else console.error(`Capline does not start: ${message}`)
}

await main()
