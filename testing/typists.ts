import { setTimeout as wait } from 'node:timers/promises'
import { capCalls } from '#contract/caps.ts'
import { Problem } from '#contract/check.ts'
import { ApiError, createClient, type Client, type Fetch } from '#contract/client.ts'
import { buildCapDraft } from './caps.ts'

/** What typists were told of the caps that they added. A cap's number is always its version. */
export interface Book {
  /** By cap, the version that the last answer had. */
  versions: Map<string, number>
  /** The caps that nobody is at, each with no change of which one does not know whether it was done. */
  idle: Added[]
  /** With so many caps, those that are idle are changed again instead of new ones added. */
  enough: number
}

interface Added {
  id: string
  sourceNumber: string
}

export function createBook(enough = Number.POSITIVE_INFINITY): Book {
  return { versions: new Map(), idle: [], enough }
}

export interface Refused {
  status: number
  retryAfter: string | null
  message: string
}

export interface Typists {
  readonly refused: readonly Refused[]
  /** Resolves when so many more changes were acknowledged. */
  acknowledged(count: number): Promise<void>
  /** They also end by themselves when nobody answers any more. */
  stop(): Promise<void>
}

const TYPISTS = 3
const CHANGES_OF_A_CAP = 3

/**
 * Several people who add a cap, change it a few times and go on to the next, as fast as they are answered or with pauses.
 */
export function startTypists(server: { address: string; token: string; book: Book; pauseMs?: number }): Typists {
  const { book, pauseMs = 0 } = server
  const refused: Refused[] = []
  const progress = { acknowledged: 0, stopped: false, onAcknowledged: () => {} }

  const countedFetch: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    const text = await response.text()
    // They are faster than people may be, which the limit of calls a minute tells them after a while.
    if (!response.ok && response.status !== 429) refused.push(describe(response, text))
    const { ok, status, statusText } = response
    return { ok, status, statusText, text: async () => text }
  }

  function acknowledge(id: string, version: number): void {
    book.versions.set(id, version)
    progress.acknowledged += 1
    progress.onAcknowledged()
  }

  async function typeOne(call: Client): Promise<void> {
    const cap = (book.versions.size >= book.enough && book.idle.shift()) || (await add(call))
    for (let change = 1; change <= CHANGES_OF_A_CAP; change += 1) {
      const version = book.versions.get(cap.id) ?? 1
      const body = buildCapDraft({ sourceNumber: cap.sourceNumber, cap: version + 1, version })
      const changed = await call(capCalls.update, { params: { id: cap.id }, body })
      acknowledge(cap.id, changed.version)
      if (pauseMs > 0) await wait(pauseMs)
    }
    book.idle.push(cap)
  }

  async function add(call: Client): Promise<Added> {
    const sourceNumber = crypto.randomUUID()
    const { _id: id } = await call(capCalls.create, { body: buildCapDraft({ sourceNumber, cap: 1 }) })
    acknowledge(id, 1)
    return { id, sourceNumber }
  }

  async function type(call: Client): Promise<void> {
    while (!progress.stopped) {
      try {
        await typeOne(call)
      } catch (error) {
        if (!(error instanceof ApiError)) return
        // Whether it was done nobody knows: on with another cap.
        await wait(50)
      }
    }
  }

  const call = createClient({ root: server.address, fetch: countedFetch, token: () => server.token })
  const ended = Promise.all(Array.from({ length: TYPISTS }, () => type(call)))
  return {
    refused,
    async acknowledged(more) {
      const enough = progress.acknowledged + more
      while (progress.acknowledged < enough) {
        await new Promise<void>((resolve) => (progress.onAcknowledged = resolve))
      }
    },
    async stop() {
      progress.stopped = true
      await ended
    },
  }
}

function describe(response: Response, text: string): Refused {
  const { message } = Problem.parse(JSON.parse(text))
  return { status: response.status, retryAfter: response.headers.get('retry-after'), message }
}
