import { isDeepStrictEqual } from 'node:util'
import { fromKysely, PgBoss, type QueueResult } from 'pg-boss'
import type { z } from 'zod'
import { HOUR, SECOND } from '#domain/kernel/instant.ts'
import { withPatience, type Tx } from '#platform/db/database.ts'
import { pause } from '#platform/db/pauses.ts'
import type { Log } from '#platform/log.ts'

/** A kind of job, declared once by its feature. */
export interface QueueDefinition<P extends object> {
  /** `noun.verb` */
  name: string
  /** The data of a job; checked when it is sent and when it is taken. */
  payload: z.ZodType<P>
  /**
   * Only one job waits or runs at a time, over all nodes. `send` returns null while there is one. The library's policy
   * `stately` would let another one wait meanwhile, but each process remembers for a minute that one was running.
   */
  exclusive: boolean
  /** A job that takes longer is given to another worker. */
  longestSeconds: number
}

/** `hand back`: the work is not finished, and another worker, or this one after a restart, continues it. */
export type JobEnd = 'done' | 'hand back'

/** The signal is aborted when this process stops or the job was given to another worker. */
export type JobHandler<P> = (payload: P, signal: AbortSignal) => Promise<JobEnd>

/**
 * Jobs in PostgreSQL: written in one place, done in another, and done again when a worker dies or freezes (within 15
 * s). A handler may overlap with its successor, so its late writes must be refused by a fencing token.
 */
export interface Jobs {
  start(): Promise<void>
  /** Takes no more jobs, and gives running jobs at most 10 s to hand back. */
  stop(): Promise<void>
  /**
   * The id of the job; null if the queue is exclusive and has one. With a transaction, the job exists if that commits.
   */
  send<P extends object>(queue: QueueDefinition<P>, payload: P, tx?: Tx): Promise<string | null>
  work<P extends object>(queue: QueueDefinition<P>, handler: JobHandler<P>): Promise<void>
  /** Sends the payload by a cron expression, once over all nodes. */
  schedule<P extends object>(queue: QueueDefinition<P>, cron: string, payload: P, zone?: string): Promise<void>
  /** Jobs per queue and state, as the queue last counted them: at most some seconds ago. */
  count(): Promise<QueueCounts[]>
}

export interface QueueCounts {
  queue: string
  /** `waiting`: due now; `deferred`: later, such as another attempt; `failed`: given up, and kept for an hour. */
  states: Record<'waiting' | 'deferred' | 'active' | 'failed', number>
}

export function defineQueue<P extends object>(queue: QueueDefinition<P>): QueueDefinition<P> {
  return queue
}

const GRACE = 9 * SECOND
/** A worker that was silent for 10 s counts as dead; checked every second. */
const HEARTBEAT_SECONDS = 10
const SUPERVISION_SECONDS = 1
/** Before another try. With the silence, two checks (fail, count) and the look, a job that was cut off goes on within 15 s. */
const PAUSE_SECONDS = 1
/** A question without an answer for so long is given up with its connection: a broken network is silent. */
const PATIENCE = 6 * SECOND
/**
 * New jobs are notified, jobs that are due again are not. One question finds those of all queues: a worker that asks
 * for itself did nearly half of all that an idle node asked PostgreSQL.
 */
const LOOK_SECONDS = 1

/** `url` must lead to PostgreSQL itself, not to a transaction pooler, because new jobs are announced by LISTEN. */
export function createJobs({ url, log }: { url: string; log: Log }): Jobs {
  // The library hands this one on to its connections, without naming it.
  const connection = { connectionString: withPatience(url), query_timeout: PATIENCE }
  const boss = new PgBoss({
    ...connection,
    application_name: 'capline jobs',
    max: 4,
    connectionTimeoutMillis: 5 * SECOND,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISION_SECONDS,
    monitorIntervalSeconds: SUPERVISION_SECONDS,
    cronMonitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has a problem and recovers by itself'))
  boss.on('warning', (warning) => log.debug({ warning }, 'the job queue warns'))
  const stopping = new AbortController()
  /** The queues that there were at the start. */
  let found: readonly QueueResult[] = []
  const known = new Map<string, Promise<void>>()
  const workers = new Map<string, string>()

  function wake(queue: string): void {
    const worker = workers.get(queue)
    if (worker) boss.notifyWorker(worker)
  }

  /** Until it stops. Without an answer it asks again: the library warns of its own questions that got none. */
  async function wakeForDueJobs(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const { name, readyCount } of await boss.getQueues().catch(() => [])) if (readyCount > 0) wake(name)
      await pause(LOOK_SECONDS * SECOND, stopping.signal)
    }
  }

  function ensure(queue: QueueDefinition<object>): Promise<void> {
    const ready = known.get(queue.name)
    if (ready) return ready
    const made = provideQueue(boss, queue, found)
    known.set(queue.name, made)
    made.catch(() => known.delete(queue.name))
    return made
  }

  return {
    async start() {
      await boss.start()
      found = await boss.getQueues()
      void wakeForDueJobs()
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: GRACE, close: true })
    },
    async send(queue, payload, tx) {
      await ensure(queue)
      return boss.send(queue.name, queue.payload.parse(payload), tx ? { db: fromKysely(tx) } : {})
    },
    async work(queue, handler) {
      await ensure(queue)
      // Where notifications cannot be heard, each worker asks for itself.
      const worker = await boss.work(queue.name, { pollingIntervalSeconds: LOOK_SECONDS }, async ([job]) => {
        if (!job) return
        // What waits behind this one is taken right after it.
        wake(queue.name)
        await handle(
          queue,
          handler,
          job.data,
          AbortSignal.any([stopping.signal, job.signal]),
          log.child({ job: job.id, queue: queue.name }),
        )
      })
      workers.set(queue.name, worker)
    },
    async schedule(queue, cron, payload, zone = 'UTC') {
      await ensure(queue)
      await boss.schedule(queue.name, cron, queue.payload.parse(payload), { tz: zone })
    },
    async count() {
      const queues = await boss.getQueues()
      return queues.map(({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
        queue: name,
        states: { waiting: readyCount, deferred: deferredCount, active: activeCount, failed: failedCount },
      }))
    },
  }
}

/** Writes one wide event per job. A throw makes the queue give the job out again. */
async function handle<P extends object>(
  queue: QueueDefinition<P>,
  handler: JobHandler<P>,
  data: unknown,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const began = performance.now()
  const milliseconds = () => Math.round(performance.now() - began)
  try {
    const end = await handler(queue.payload.parse(data), signal)
    log.info({ end, milliseconds: milliseconds() }, 'job ended')
    if (end === 'hand back') throw new HandedBack()
  } catch (error) {
    if (!(error instanceof HandedBack))
      log.error({ err: error, milliseconds: milliseconds() }, 'job failed; it is tried again')
    throw error
  }
}

class HandedBack extends Error {
  override readonly name = 'HandedBack'

  constructor() {
    super('handed back')
  }
}

/** As a rule a start finds all of its queues as they are to be: each of them would cost two questions. */
async function provideQueue(
  boss: PgBoss,
  queue: QueueDefinition<object>,
  found: readonly QueueResult[],
): Promise<void> {
  const options = {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: queue.longestSeconds,
    // Repeated until it succeeds. A handler does not throw for work that cannot be done.
    retryLimit: 5_000,
    retryDelay: PAUSE_SECONDS,
    retryBackoff: false,
    deleteAfterSeconds: HOUR / SECOND,
    notify: true,
  }
  const standing = found.find(({ name }) => name === queue.name)
  if (!standing) await boss.createQueue(queue.name, { ...options, policy: queue.exclusive ? 'exclusive' : 'standard' })
  else if (!isDeepStrictEqual({ ...standing, ...options }, standing)) await boss.updateQueue(queue.name, options)
}
