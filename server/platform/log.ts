import { pino, type Logger } from 'pino'

export type Log = Logger

/** Never in the log, wherever they turn up in an entry. */
const SECRETS = ['*.authorization', '*.token', '*.password', 'authorization', 'token', 'password']

/** JSON lines; readable ones on a terminal. */
export function createLog(level: string, options: { pretty: boolean }): Log {
  return pino({
    level,
    redact: { paths: SECRETS, censor: '[secret]' },
    ...(options.pretty && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } },
    }),
  })
}
