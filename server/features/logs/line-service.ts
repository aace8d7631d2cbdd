import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { LogLevel } from '#domain/logs/entry.ts'
import type { EntryDraft } from './store.ts'

const LONGEST_MESSAGE = 2_000
const LONGEST_METADATA = 16_000
const WARN = 40
const ERROR = 50

/** Fields of every line that nobody wants to read. */
const PLUMBING = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'area', 'requestId'])

/** Converts a log line to an entry; null if it has no area and is not a warning or error. */
export function readLine(line: string, now: Instant): EntryDraft | null {
  const isWorrying = !line.startsWith('{"level":30')
  if (!isWorrying && !line.includes('"area":"')) return null
  const fields = new Map<string, unknown>(Object.entries<unknown>(parseLine(line)))
  const area = fields.get('area')
  const requestId = fields.get('requestId')
  const message = fields.get('msg')
  const metadata = Object.fromEntries([...fields].filter(([name]) => !PLUMBING.has(name)))
  return {
    at: formatInstant(now),
    level: levelOf(fields.get('level')),
    area: typeof area === 'string' ? toStorable(area) : 'system',
    message: typeof message === 'string' ? toStorable(message.slice(0, LONGEST_MESSAGE)) : '',
    metadata: formatMetadata(metadata),
    requestId: typeof requestId === 'string' ? toStorable(requestId) : null,
  }
}

/** That entries were lost is an entry itself. */
export function sayDropped(count: number, now: Instant): EntryDraft {
  return {
    at: formatInstant(now),
    level: 'warn',
    area: 'system',
    message: `${count} log entries were dropped: too many waited to be written`,
    metadata: '{}',
    requestId: null,
  }
}

function parseLine(line: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(line)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

function levelOf(level: unknown): LogLevel {
  if (typeof level !== 'number' || level < WARN) return 'info'
  return level < ERROR ? 'warn' : 'error'
}

/** A text column refuses NUL and half characters; JSON writes them as escapes. */
function formatMetadata(metadata: object): string {
  const text = JSON.stringify(metadata)
  return text.length <= LONGEST_METADATA
    ? text
    : JSON.stringify({ tooLong: toStorable(text.slice(0, LONGEST_METADATA)) })
}

function toStorable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}').toWellFormed()
}
