import { startCapline, type Capline } from './capline.ts'
import { readConfig, type Config } from './platform/config.ts'
import { DatabaseRefusal } from './platform/db/refusal.ts'
import { createLog, type Log } from './platform/log.ts'

const STOP_WITHIN_MILLISECONDS = 10_000

async function main(): Promise<void> {
  const read = readConfig(process.env)
  if (!read.ok) return refuseToStart(read.message)
  const { config } = read
  const log = createLog(config.logLevel, { pretty: process.stdout.isTTY && !config.production })
  try {
    const capline = await startCapline(config, log)
    greet(capline)
    stopOnSignal(capline, log)
  } catch (error) {
    refuseToStart(explainStart(error, config), error)
  }
}

function greet({ address, sandbox }: Capline): void {
  const lines = [`Capline runs at ${address}`]
  if (sandbox) {
    lines.push(
      'This is the sandbox: a demo world, with stand-ins for Telegram and the lead API.',
      `Sign in as anna (admin), ben (editor) or carla (viewer); the code arrives at ${sandbox.telegram.page}`,
    )
  }
  lines.push('Ctrl-C ends it.')
  process.stdout.write(`\n  ${lines.join('\n  ')}\n\n`)
}

function stopOnSignal(capline: Capline, log: Log): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    // Whatever hangs must not keep the process: what was not finished is taken up at the next start.
    setTimeout(() => process.exit(1), STOP_WITHIN_MILLISECONDS).unref()
    capline.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** One sentence for what somebody can do something about; null for anything else, which is a bug. */
function explainStart(error: unknown, config: Config): string | null {
  if (error instanceof DatabaseRefusal) return error.message
  if (!(error instanceof Error) || !('code' in error)) return null
  if (error.code === 'EADDRINUSE') {
    return `Port ${config.port} is taken. Stop what uses it, or set PORT to another one.`
  }
  if (error.code === 'EACCES') return `Port ${config.port} may not be used by this user. Set PORT to one above 1023.`
  if (error.code === 'EADDRNOTAVAIL') return `This machine has no address ${config.host}. Set HOST to one that it has.`
  return null
}

function refuseToStart(message: string | null, error?: unknown): void {
  process.exitCode = 1
  if (message === null) console.error(error)
  else console.error(`Capline does not start: ${message}`)
}

await main()
