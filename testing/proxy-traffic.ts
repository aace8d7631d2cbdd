import { setTimeout as wait } from 'node:timers/promises'
import { capCalls } from '#contract/caps.ts'
import { ApiError, createClient } from '#contract/client.ts'
import type { Day } from '#domain/kernel/day.ts'
import { buildCapDraft } from './caps.ts'

/** What people do through a proxy, and how long it took them. Milliseconds. */
export interface Traffic {
  /** Each read that was answered as it should be. */
  readonly reads: readonly number[]
  readonly failedReads: readonly string[]
  /** Each change, whatever was said of it. */
  readonly changes: readonly number[]
  /** Caps that were acknowledged, by their source. */
  readonly acknowledged: readonly string[]
  /** Changes of which nobody knows. */
  readonly unknown: readonly string[]
  /** How many streams heard of something within the last so many milliseconds. */
  countHearing(within: number): number
  stop(): Promise<void>
}

interface TrafficOf {
  root: string
  /** One for each who reads and listens; a third of them change caps too. */
  tokens: readonly string[]
  /** Which is read, and which is changed: what is read stays as long as it is. */
  days: { read: Day; changed: Day }
}

/** As in `web/lib/events.ts`. */
const SILENCE_MS = 50_000
const READ_EVERY_MS = 60
const CHANGE_EVERY_MS = 400

export function startTraffic({ root, tokens, days }: TrafficOf): Traffic {
  const stopping = new AbortController()
  const [reads, changes]: [number[], number[]] = [[], []]
  const [failedReads, acknowledged, unknown]: [string[], string[], string[]] = [[], [], []]
  const heardAt = new Map<string, number>()
  const clientOf = (token: string) => createClient({ root, fetch, token: () => token })
  const rest = (milliseconds: number) =>
    wait(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)

  async function read(token: string): Promise<void> {
    const call = clientOf(token)
    while (!stopping.signal.aborted) {
      const began = performance.now()
      try {
        await call(capCalls.listDay, { params: { date: days.read } })
        reads.push(performance.now() - began)
      } catch (error) {
        failedReads.push(`${Math.round(performance.now() - began)} ms: ${String(error)}`)
      }
      await rest(READ_EVERY_MS)
    }
  }

  async function change(token: string, index: number): Promise<void> {
    const call = clientOf(token)
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const began = performance.now()
      const sourceNumber = `${index}-${turn}`
      try {
        await call(capCalls.create, { body: buildCapDraft({ date: days.changed, sourceNumber }) })
        acknowledged.push(sourceNumber)
      } catch (error) {
        unknown.push(`${sourceNumber}: ${describe(error)}`)
      }
      changes.push(performance.now() - began)
      await rest(CHANGE_EVERY_MS)
    }
  }

  async function listen(token: string): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce(token).catch(() => undefined)
      await rest(500 + Math.random() * 500)
    }
  }

  async function listenOnce(token: string): Promise<void> {
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), SILENCE_MS)
    try {
      const response = await fetch(`${root}/api/events`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.any([stopping.signal, silence.signal]),
      })
      if (!response.ok || !response.body) return
      for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
        timer.refresh()
        if (piece.includes('data: ')) heardAt.set(token, performance.now())
      }
    } finally {
      clearTimeout(timer)
    }
  }

  const ended = Promise.all([
    ...tokens.map((token) => read(token)),
    ...tokens.map((token) => listen(token)),
    ...tokens.slice(0, tokens.length / 3).map((token, index) => change(token, index)),
  ])
  return {
    reads,
    failedReads,
    changes,
    acknowledged,
    unknown,
    countHearing: (within) => [...heardAt.values()].filter((at) => performance.now() - at < within).length,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

function describe(error: unknown): string {
  return error instanceof ApiError ? `${error.status} ${error.message}` : String(error)
}

/** How a transfer ended, and when (`performance.now`); status 0: it broke off. */
export interface Transfer {
  status: number
  bytes: number
  text: string
  endedAt: number
}

/** A file that comes slowly, since who takes it is slow. */
export async function takeSlowly(url: string, token: string): Promise<Transfer> {
  let bytes = 0
  const end = (status: number, text = '') => ({ status, bytes, text, endedAt: performance.now() })
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      bytes += piece.length
      await wait(20)
    }
    return end(response.status)
  } catch (error) {
    return end(0, String(error))
  }
}

/** A body that arrives over 5 s. */
export async function sendSlowly(url: string, token: string, body: string): Promise<Transfer> {
  const end = (status: number, text: string) => ({ status, bytes: body.length, text, endedAt: performance.now() })
  const pieces = async function* () {
    const part = Math.ceil(body.length / 10)
    for (let at = 0; at < body.length; at += part) {
      yield Buffer.from(body.slice(at, at + part))
      await wait(500)
    }
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  try {
    const stream = ReadableStream.from(pieces())
    const response = await fetch(url, { method: 'POST', headers, body: stream, duplex: 'half' })
    return end(response.status, await response.text())
  } catch (error) {
    return end(0, String(error))
  }
}
