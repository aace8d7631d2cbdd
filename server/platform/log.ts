import { AsyncLocalStorage } from 'node:async_hooks'
import { destination, multistream, pino, transport, type Logger, type MultiStreamRes } from 'pino'
import type { LogArea } from '#domain/logs/entry.ts'
import { censor } from './log-censor.ts'

export type Log = Logger

/** Receives every entry of a log from level info on, as a JSON line. It must neither throw nor block. */
export interface LogSink {
  write(line: string): void
}

const requests = new AsyncLocalStorage<string>()
const outlets = new WeakMap<Log, MultiStreamRes>()

/**
 * Writes JSON lines to the standard output from `level` on; readable lines on a terminal. Sinks for the debug logs can
 * be added, whatever the level.
 */
export function createLog(level: string, options: { pretty: boolean }): Log {
  const outlet = multistream([])
  if (level !== 'silent') outlet.add({ level: readLevel(level), stream: openOutput(options.pretty) })
  const log = pino(
    {
      level: level === 'trace' || level === 'debug' ? level : 'info',
      formatters: { log: censor },
      // The error is censored already.
      serializers: { err: (error: unknown) => error },
      mixin: () => {
        const requestId = requests.getStore()
        return requestId === undefined ? {} : { requestId }
      },
    },
    outlet,
  )
  outlets.set(log, outlet)
  return log
}

/** Sends the entries of a log and of all its children to a sink too. */
export function addSink(log: Log, sink: LogSink): void {
  const outlet = outlets.get(log)
  if (!outlet) throw new Error('sinks can be added to a log of createLog only')
  outlet.add({ level: 'info', stream: sink })
}

/** Adds the request's id to everything that `work` logs, and whatever it starts. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return requests.run(requestId, work)
}

/** The same dependencies with a log of their area, so its entries go to the debug logs. */
export function inArea<D extends { log: Log }>(deps: D, area: LogArea): D {
  return { ...deps, log: deps.log.child({ area }) }
}

function openOutput(pretty: boolean) {
  if (!pretty) return openLines()
  const output = transport<unknown>({
    target: 'pino-pretty',
    options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' },
  })
  // A terminal that is closed takes no more lines; what runs is still to be ended in good order.
  output.on('error', () => undefined)
  return output
}

/** The standard output. What it does not take, as on a full disk, is lost: no work fails for it, and the next line is tried. */
function openLines(): LogSink {
  const open = () => {
    const output = destination(1)
    output.once('error', () => {
      output.destroy()
      lines = open()
    })
    return output
  }
  let lines = open()
  return { write: (line) => void lines.write(line) }
}

function readLevel(level: string) {
  return LEVELS.find((known) => known === level) ?? 'info'
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
