import { sql, type PostgresCursor, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/**
 * Marks a frequent select (`.modifyFront(PREPARED)`): each connection plans it once instead of at each call. Only for a
 * statement with a fixed text, because a connection keeps every text. It stands after the first word, `select` or `with`.
 */
export const PREPARED = sql`/* prepared */`
const PREPARED_TEXT = /^(?:select|with) \/\* prepared \*\/ /

/** The pool in the form that the query builder needs. */
export class BuilderPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #prepares: boolean
  readonly #connections = new WeakMap<pg.PoolClient, BuilderConnection>()
  readonly #names = new Map<string, string>()
  readonly #failures = new WeakSet<Error>()

  constructor(pool: pg.Pool, options: { prepares: boolean }) {
    this.#pool = pool
    this.#prepares = options.prepares
  }

  async connect(): Promise<BuilderConnection> {
    const client = await this.#pool.connect().catch((error: unknown) => this.#note(error))
    // The builder recognises a connection by its identity.
    const connection = this.#connections.get(client) ?? this.#open(client)
    this.#connections.set(client, connection)
    return connection
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  /** Whether an error comes from these connections, and not from another server. */
  hasFailedWith(error: Error): boolean {
    return this.#failures.has(error)
  }

  #open(client: pg.PoolClient): BuilderConnection {
    return new BuilderConnection(client, {
      nameOf: (text) => this.#nameOf(text),
      onError: (error) => this.#failures.add(error),
    })
  }

  #note(error: unknown): never {
    if (error instanceof Error) this.#failures.add(error)
    throw error
  }

  #nameOf(text: string): string | undefined {
    if (!this.#prepares || !PREPARED_TEXT.test(text)) return undefined
    const name = this.#names.get(text) ?? `capline_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

interface ConnectionOf {
  nameOf(text: string): string | undefined
  onError(error: Error): void
}

class BuilderConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #of: ConnectionOf

  constructor(client: pg.PoolClient, of: ConnectionOf) {
    this.#client = client
    this.#of = of
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('rows are read a page at a time, not with a cursor')
    const query = { name: this.#of.nameOf(text), text, values: [...values] }
    // The driver's own promise keeps the rows of an answer alive through two collections of young objects and so makes
    // them old objects. With answers of 500 rows that doubles the work of collecting (docs/benchmarks.md, board).
    return new Promise((resolve, reject) => {
      this.#client.query(query, (error: Error | null, result: pg.QueryResult) => {
        if (error) {
          this.#of.onError(error)
          reject(error)
        } else resolve(result)
      })
    })
  }

  release(): void {
    this.#client.release()
  }
}
