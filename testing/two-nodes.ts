import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Environment, Processes, RunningServer } from './process.ts'
import { startTypists, type Book, type Refused, type Typists } from './typists.ts'

/** A node that is killed and started again; people type at it while it runs. */
export interface Node {
  readonly server: RunningServer | null
  readonly kills: number
  /** The longest that one took from its start to being ready, in milliseconds. */
  readonly slowestStart: number
  /** What its typists were refused. */
  readonly refused: readonly Refused[]
  start(): Promise<void>
  kill(): Promise<void>
  /** The node goes on. */
  stopTyping(): Promise<void>
  /** Bytes in memory; null where it does not run. */
  readMemory(): Promise<number | null>
}

interface NodeOf {
  processes: Processes
  environment: Environment
  token: string
  book: Book
  pauseMs: number
}

const TRIES = 20

export function createNode({ processes, environment, token, book, pauseMs }: NodeOf): Node {
  let server: RunningServer | null = null
  let typists: Typists | null = null
  const figures = { kills: 0, slowestStart: 0 }
  const refused: Refused[] = []

  /** PostgreSQL may be away just then, and the server says so and ends: as a service it would be started again. */
  async function startSoon(): Promise<RunningServer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await processes.startServer(environment)
      } catch (error) {
        if (tries === TRIES) throw error
        await wait(500)
      }
    }
  }

  async function stopTyping(): Promise<void> {
    await typists?.stop()
    refused.push(...(typists?.refused ?? []))
    typists = null
  }

  return {
    get server() {
      return server
    },
    get kills() {
      return figures.kills
    },
    get slowestStart() {
      return figures.slowestStart
    },
    get refused() {
      return [...refused, ...(typists?.refused ?? [])]
    },
    async start() {
      const began = performance.now()
      server = await startSoon()
      figures.slowestStart = Math.max(figures.slowestStart, performance.now() - began)
      typists = startTypists({ address: server.address, token, book, pauseMs })
    },
    async kill() {
      const dying = server
      if (!dying) return
      server = null
      figures.kills += 1
      await dying.kill()
      await stopTyping()
    },
    stopTyping,
    async readMemory() {
      if (!server) return null
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '')
      const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
      return kilobytes === undefined ? null : Number(kilobytes) * 1024
    },
  }
}
