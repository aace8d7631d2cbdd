import { SECOND } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { growingPauses } from '#platform/db/pauses.ts'
import type { Log, LogSink } from '#platform/log.ts'
import { readLine, sayDropped } from './line-service.ts'
import { insertEntries, isUnstorable, type EntryDraft } from './store.ts'

/** A sink that writes to the debug logs, a moment later and many entries at a time. */
export interface LogBook extends LogSink {
  /** Writes what waits, as far as the database takes it within two seconds. */
  stop(): Promise<void>
}

const GATHER_MS = 300
const BATCH = 500
const MOST_WAITING = 10_000
/** Open screens are told at most this often. */
const TELL_EVERY_MS = SECOND
const LAST_WRITE_MS = 2 * SECOND

interface LogBookDeps {
  db: Database
  clock: Clock
  log: Log
}

export function openLogBook(deps: LogBookDeps): LogBook {
  return new BufferedLogBook(deps)
}

class BufferedLogBook implements LogBook {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #stopping = new AbortController()
  #waiting: EntryDraft[] = []
  #dropped = 0
  #writing: Promise<void> | null = null
  #nextWrite: NodeJS.Timeout | undefined
  #nextTell: NodeJS.Timeout | undefined

  constructor({ db, clock, log }: LogBookDeps) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  write(line: string): void {
    const draft = readLine(line, this.#clock.now())
    if (!draft || this.#stopping.signal.aborted) return
    if (this.#waiting.length >= MOST_WAITING) this.#makeRoom()
    this.#waiting.push(draft)
    if (!this.#writing) this.#planWrite()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#nextWrite)
    const late = setTimeout(() => this.#stopping.abort(), LAST_WRITE_MS)
    await this.#writing
    await this.#writeAll({ toTheEnd: true })
    clearTimeout(late)
    clearTimeout(this.#nextWrite)
    clearTimeout(this.#nextTell)
    this.#stopping.abort()
  }

  /** The oldest of the least weight go first. */
  #makeRoom(): void {
    const before = this.#waiting.length
    const room = MOST_WAITING / 10
    let gone = 0
    this.#waiting = this.#waiting.filter(({ level }) => level !== 'info' || ++gone > room)
    if (gone === 0) this.#waiting.splice(0, room)
    this.#dropped += before - this.#waiting.length
  }

  #planWrite(): void {
    if (this.#waiting.length < BATCH) this.#nextWrite ??= setTimeout(() => this.#beginWrite(), GATHER_MS)
    else this.#beginWrite()
  }

  #beginWrite(): void {
    clearTimeout(this.#nextWrite)
    this.#nextWrite = undefined
    this.#writing = this.#writeAll({ toTheEnd: false }).finally(() => {
      this.#writing = null
      if (this.#waiting.length > 0 && !this.#stopping.signal.aborted) this.#planWrite()
    })
  }

  async #writeAll({ toTheEnd }: { toTheEnd: boolean }): Promise<void> {
    const pauses = growingPauses({ first: 200, most: 5 * SECOND })
    let failing = false
    let least = 1
    while (this.#waiting.length >= least && !this.#stopping.signal.aborted) {
      if (this.#dropped > 0) this.#waiting.unshift(sayDropped(this.#dropped, this.#clock.now()))
      this.#dropped = 0
      const batch = this.#waiting.splice(0, BATCH)
      try {
        await this.#writeBatch(batch)
        this.#planTell()
        if (!toTheEnd) least = BATCH
      } catch (error) {
        this.#waiting.unshift(...batch)
        // Once: it waits with the others.
        if (!failing) this.#log.warn({ err: error }, 'debug logs cannot be written; they wait')
        failing = true
        await pauses.next(this.#stopping.signal)
      }
    }
  }

  /** One entry that the table does not take must not keep the others from it. */
  async #writeBatch(batch: readonly EntryDraft[]): Promise<void> {
    try {
      await insertEntries(this.#db, batch)
    } catch (error) {
      if (!isUnstorable(error)) throw error
      if (batch.length === 1) this.#dropped += 1
      else for (const draft of batch) await this.#writeBatch([draft])
    }
  }

  #planTell(): void {
    this.#nextTell ??= setTimeout(() => {
      this.#nextTell = undefined
      announce(this.#db, { topic: 'logs', days: null }).catch(() => undefined)
    }, TELL_EVERY_MS)
  }
}
