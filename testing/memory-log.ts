import { Writable } from 'node:stream'
import { pino } from 'pino'
import { z } from 'zod'
import type { Log } from '#platform/log.ts'
import { PATIENCE } from './patience.ts'

const Entry = z.record(z.string(), z.unknown())

export type LogEntry = z.output<typeof Entry>

/** A log that a test reads, and waits for, instead of waiting for time to pass. */
export interface MemoryLog {
  log: Log
  entries: readonly LogEntry[]
  /** The first entry that has all of these fields, of those there are or as soon as it comes. */
  waitFor(fields: LogEntry, timeoutMs?: number): Promise<LogEntry>
  /** Forgets what was logged so far. */
  clear(): void
  text(): string
}

export function createMemoryLog(): MemoryLog {
  const entries: LogEntry[] = []
  const waiting = new Set<(entry: LogEntry) => void>()
  let text = ''
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString()
      const entry = Entry.parse(JSON.parse(chunk.toString()))
      entries.push(entry)
      for (const look of waiting) look(entry)
      done()
    },
  })

  async function waitFor(fields: LogEntry, timeoutMs = PATIENCE): Promise<LogEntry> {
    const matches = (entry: LogEntry) => Object.entries(fields).every(([key, value]) => entry[key] === value)
    const found = entries.find(matches)
    if (found) return found
    const { promise, resolve, reject } = Promise.withResolvers<LogEntry>()
    const look = (entry: LogEntry) => matches(entry) && resolve(entry)
    const complaint = new Error(`never logged: ${JSON.stringify(fields)}`)
    const timer = setTimeout(() => reject(complaint), timeoutMs)
    waiting.add(look)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      waiting.delete(look)
    }
  }

  return {
    log: pino({ level: 'debug' }, sink),
    entries,
    waitFor,
    clear: () => entries.splice(0),
    text: () => text,
  }
}
