import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'

const Order = z.object({ path: z.string(), code: z.string(), tests: z.array(z.string()) })
const Answer = z.array(z.string())

/** A file as it is to be read, and the tests that are run then. */
export type Order = z.infer<typeof Order>

export function readOrder(message: unknown): Order {
  return Order.parse(message)
}

export interface Tester {
  /** The tests that failed, or that the time was over. */
  run(order: Order): Promise<string[]>
  stop(): void
}

/** Runs tests in a session, in a new one where the last did not answer in time. */
export function createTester(seconds: number): Tester {
  let session: ChildProcess | null = null
  const stop = () => {
    // With its workers, of which one may be in a loop without an end.
    if (session?.pid) process.kill(-session.pid, 'SIGKILL')
    session = null
  }
  process.once('exit', stop)
  return {
    stop,
    async run(order) {
      session ??= await startSession()
      const answer = next(session, seconds)
      session.send(order)
      const failed = await answer
      if (failed === null) stop()
      return failed ?? ['time is over']
    },
  }
}

async function startSession(): Promise<ChildProcess> {
  const session = fork(join(import.meta.dirname, 'session.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'test' },
    detached: true,
  })
  if ((await next(session, 120)) === null) throw new Error('vitest does not start')
  return session
}

/** Null if none comes in time. */
function next(session: ChildProcess, seconds: number): Promise<string[] | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(null), seconds * 1_000)
    const settle = (message: unknown) => {
      clearTimeout(timer)
      session.off('message', settle).off('exit', end)
      resolve(message === null ? null : Answer.parse(message))
    }
    const end = () => settle(null)
    session.once('message', settle).once('exit', end)
  })
}
