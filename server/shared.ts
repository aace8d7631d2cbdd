import type { Condition } from './platform/condition.ts'
import type { SourceReach } from './features/connectors/service.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import type { Terms } from './platform/db/election.ts'
import type { Listener } from './platform/db/listen.ts'
import type { Replica } from './platform/db/replica.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Connector } from './platform/leads/connector.ts'
import type { LanguageModel } from './platform/llm/model.ts'
import type { Log } from './platform/log.ts'
import type { Outward } from './platform/outward.ts'
import type { Secrets } from './platform/secrets.ts'

/** What several roles need. */
export interface Shared {
  parts: AsyncDisposableStack
  db: Database
  directUrl: string
  /** Answers what is only read; null: there is none. */
  replica: Replica | null
  clock: Clock
  log: Log
  secrets: Secrets
  listener: Listener
  jobs: Jobs
  /** Those of the environment and its file; the others are read where they are needed. */
  connectors: readonly Connector[]
  /** Posts to what people name. */
  outward: Outward
  sourceReach: SourceReach
  /** Words suggestions; null: none is configured. */
  model: LanguageModel | null
  /** Where Telegram is, and the token of the environment. */
  telegram: { token: string | null; apiRoot: string }
  /** Where Telegram can bring updates; null: it is asked for them. */
  webhookUrl: string | null
  /** Where people come to; null where nobody has said. */
  publicUrl: string | null
  /** Whether people come over TLS. */
  isBehindTls: boolean
  stopping: AbortSignal
  /** Where each part says how it fares. */
  condition: Condition
  /** What this process stands for in elections. */
  terms: Terms
}
