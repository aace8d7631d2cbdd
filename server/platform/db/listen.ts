import pg from 'pg'
import type { Log } from '../log.ts'
import { keepHeartbeat } from './heartbeat.ts'
import { growingPauses } from './pauses.ts'

/** Null: the connection was lost for a while, so notifications may have been missed. */
export type NoticeHandler = (payload: string | null) => void

export interface Listener {
  /** Returns a function that ends the subscription. */
  on(channel: string, handler: NoticeHandler): () => void
  /** Resolves when all subscriptions so far are active. */
  ready(): Promise<void>
  close(): Promise<void>
}

/**
 * Receives PostgreSQL's notifications over one connection that reconnects by itself, also after silence. `url` must not
 * lead to a transaction pooler.
 */
export function createListener(url: string, log: Log): Listener {
  const listener = new ReconnectingListener(url, log)
  return {
    on: (channel, handler) => listener.subscribe(channel, handler),
    ready: () => listener.ready(),
    close: () => listener.close(),
  }
}

class ReconnectingListener {
  readonly #url: string
  readonly #log: Log
  readonly #handlers = new Map<string, Set<NoticeHandler>>()
  readonly #closing = new AbortController()
  readonly #life: Promise<void>
  #client: pg.Client | null = null
  #queries: Promise<unknown> = Promise.resolve()
  #heard = Promise.withResolvers<void>()

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
    this.#life = this.#live()
  }

  subscribe(channel: string, handler: NoticeHandler): () => void {
    const handlers = this.#handlers.get(channel) ?? new Set()
    handlers.add(handler)
    if (!this.#handlers.has(channel)) {
      this.#handlers.set(channel, handlers)
      if (this.#client) void this.#hear(this.#client, channel).catch(() => undefined)
    }
    return () => this.#unsubscribe(channel, handler)
  }

  async ready(): Promise<void> {
    await this.#heard.promise
    // Queries run in order: this one comes after every LISTEN.
    if (this.#client) await this.#run(this.#client, 'select 1')
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#client?.connection.stream.destroy()
    this.#heard.resolve()
    await this.#life
  }

  #unsubscribe(channel: string, handler: NoticeHandler): void {
    const handlers = this.#handlers.get(channel)
    handlers?.delete(handler)
    if (handlers?.size !== 0) return
    this.#handlers.delete(channel)
    if (this.#client) void this.#run(this.#client, `unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
  }

  async #live(): Promise<void> {
    const pauses = growingPauses({ first: 100, most: 2_000 })
    for (let missed = false; !this.#closing.signal.aborted; missed = true) {
      try {
        await this.#listenOnce(missed, () => pauses.reset())
      } catch (error) {
        if (!this.#closing.signal.aborted)
          this.#log.warn({ err: error }, 'notifications of the database are not heard; trying again')
      }
      if (!this.#closing.signal.aborted) await pauses.next(this.#closing.signal)
    }
  }

  /** The life of one connection. */
  async #listenOnce(missed: boolean, onConnected: () => void): Promise<void> {
    const client = this.#createClient()
    const end = new Promise<Error | null>((resolve) => client.once('error', resolve).once('end', () => resolve(null)))
    try {
      await client.connect()
      if (this.#closing.signal.aborted) return
      this.#client = client
      this.#keepHeartbeat(client)
      await Promise.all([...this.#handlers.keys()].map((channel) => this.#hear(client, channel)))
      onConnected()
      this.#heard.resolve()
      if (missed) this.#tellAll()
      const error = await end
      if (!this.#closing.signal.aborted) this.#heard = Promise.withResolvers()
      if (error) throw error
    } finally {
      this.#forget(client)
    }
  }

  #createClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'capline listener',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    })
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    return client
  }

  /** Silence ends the connection like a break. */
  #keepHeartbeat(client: pg.Client): void {
    const stop = keepHeartbeat(
      () => this.#run(client, 'select 1'),
      () => client.connection.stream.destroy(),
    )
    client.once('end', stop)
  }

  async #hear(client: pg.Client, channel: string): Promise<void> {
    await this.#run(client, `listen ${pg.escapeIdentifier(channel)}`)
  }

  /** One query at a time, as a connection requires. */
  async #run(client: pg.Client, query: string): Promise<void> {
    const done = this.#queries.then(() => client.query(query))
    this.#queries = done.catch(() => undefined)
    await done
  }

  #forget(client: pg.Client): void {
    client.connection.stream.destroy()
    if (this.#client === client) this.#client = null
  }

  #tellAll(): void {
    for (const channel of this.#handlers.keys()) this.#tell(channel, null)
  }

  #tell(channel: string, payload: string | null): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      try {
        handler(payload)
      } catch (error) {
        this.#log.error({ err: error, channel }, 'a handler of a notification failed')
      }
    }
  }
}
