import { setTimeout as wait } from 'node:timers/promises'
import { capCalls } from '#contract/caps.ts'
import { createClient } from '#contract/client.ts'
import { ChangeEvent } from '#contract/events.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { AnswerTally } from './tally.ts'

export interface OpenBoards {
  readonly reads: number
  readonly events: number
  /** How often a stream had to be opened again. */
  readonly reopened: number
  /** How many listen just now. */
  listening(): number
  stop(): Promise<void>
}

interface BoardsOf {
  count: number
  /** Of members; several boards are of one. */
  tokens: readonly string[]
  day: Day
  tally: AnswerTally
  /** Of a server that should answer; null while there is none. */
  findAddress(): string | null
}

/** A board that was just read is not read again within this. */
const PAUSE_MS = 2_000

/** Boards as browsers have them open: each listens, and reads its day anew when something of it changed. */
export function startBoards({ count, tokens, day, tally, findAddress }: BoardsOf): OpenBoards {
  const stopping = new AbortController()
  const listening = new Set<number>()
  const figures = { reads: 0, events: 0, reopened: 0 }

  async function watch(index: number): Promise<void> {
    const token = tokens[index % tokens.length] ?? ''
    for (let opened = 0; !stopping.signal.aborted;) {
      const address = findAddress()
      if (address !== null) {
        if (opened > 0) figures.reopened += 1
        opened += 1
        // The server was killed, or was not there: on to another.
        await listen(index, address, token).catch(() => undefined)
        listening.delete(index)
      }
      await wait(300 + (index % 10) * 70, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  async function listen(index: number, address: string, token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${address}/api/events`, { headers, signal: stopping.signal })
    if (!response.ok || !response.body) return tally.count(response.status, await response.text(), 'events')
    tally.count(response.status, '', 'events')
    listening.add(index)
    const call = createClient({ root: address, fetch: tally.fetch, token: () => token })
    const read = async () => {
      figures.reads += 1
      await Promise.all([
        call(capCalls.listDay, { params: { date: day } }),
        call(capCalls.countLeads, { query: { date: day } }),
      ]).catch(() => undefined)
    }
    await read()
    let readAt = performance.now()
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const own = eventsIn(text).filter(({ days }) => days === null || days.includes(day))
      figures.events += own.length
      if (own.length === 0 || performance.now() - readAt < PAUSE_MS) continue
      readAt = performance.now()
      await read()
    }
  }

  const ended = Promise.all(Array.from({ length: count }, (_, index) => watch(index)))
  return {
    get reads() {
      return figures.reads
    },
    get events() {
      return figures.events
    },
    get reopened() {
      return figures.reopened
    },
    listening: () => listening.size,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** An event that two pieces share is not counted: the next one comes soon. */
function eventsIn(text: string): ChangeEvent[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('data: ')) return []
    try {
      return [ChangeEvent.parse(JSON.parse(line.slice('data: '.length)))]
    } catch {
      return []
    }
  })
}
