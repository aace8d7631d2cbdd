import { formatInstant, SECOND } from '#domain/kernel/instant.ts'
import type { PageCounts } from './features/feeds/count-store.ts'
import type { OnStored } from './features/feeds/page-service.ts'
import { readFeedHealth } from './features/feeds/status-service.ts'
import { readBacklog } from './features/outbox/backlog-service.ts'
import { readSettings } from './features/settings/service.ts'
import { opensAll, OTHER_SECRET } from './app-secret.ts'
import type { Condition } from './platform/condition.ts'
import type { Pool } from './platform/db/database.ts'
import { listSilentWorkers } from './platform/db/distribution.ts'
import type { ReplicaOptions } from './platform/db/replica.ts'
import type { Outcome } from './platform/telegram/transport.ts'
import type { Shared } from './shared.ts'

export interface Watched extends Pick<Pool, 'pool'> {
  /** Milliseconds by which the clock of this machine is ahead of the database's. */
  skew(): number
}

/** What a process tells of itself: `/metrics` and `/readyz`. What each figure means, and what to do: `docs/operate.md`. */
export function watchProcess(shared: Shared, database: Watched): void {
  watchDatabase(shared, database)
  watchReplica(shared)
  watchFeeds(shared)
  watchSecrets(shared)
  watchQueues(shared)
  const { condition, terms } = shared
  condition.watch(
    { capline_elected: { help: 'Whether this process is elected for the role in the label', labels: ['role'] } },
    () => ({
      capline_elected: [...terms].map(([role, isElected]) => ({ labels: { role }, value: Number(isElected) })),
    }),
  )
}

/** What a replica is for its reads; milliseconds behind. */
const MOST_BEHIND_MS = 10 * SECOND

function watchReplica({ condition, replica }: Shared): void {
  const said = (trouble: string) => [`${trouble}; the primary answers instead.`]
  condition.watch(
    { capline_replica_behind_seconds: { help: 'By how much the replica is behind the database' } },
    () => {
      const standing = replica?.standing()
      const samples = standing?.state === 'replica' ? [{ value: standing.behindMs / SECOND }] : []
      return { capline_replica_behind_seconds: samples }
    },
  )
  condition.doubt(() => {
    if (!replica) return []
    const standing = replica.standing()
    if (standing.state === 'away') return said('The replica at DATABASE_READ_URL does not answer')
    if (standing.state === 'stranger') return said('DATABASE_READ_URL does not lead to a replica of the database')
    if (standing.behindMs <= MOST_BEHIND_MS) return []
    return said(`The replica at DATABASE_READ_URL is ${Math.round(standing.behindMs / SECOND)} s behind`)
  })
}

/** Counts reads that a replica may answer, by the server that answered. */
export function countReads({ count }: Pick<Condition, 'count'>): ReplicaOptions['onRead'] {
  const add = count('capline_reads_total', {
    help: 'Reads that a replica may answer, by the server that answered',
    labels: ['server'],
  })
  return (server) => add({ server }, 1)
}

/** Above this somebody should look at the machine's clock. */
const MOST_SKEW_MS = 2 * SECOND

function watchDatabase({ condition, db }: Shared, { pool, skew }: Watched): void {
  condition.watch(
    { capline_db_pool: { help: 'Connections to the database, and calls that wait for one', labels: ['state'] } },
    () => ({
      capline_db_pool: [
        { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'waiting' }, value: pool.waitingCount },
      ],
    }),
  )
  condition.watch({ capline_clock_skew_seconds: { help: 'Time of the database less time of this machine' } }, () => ({
    capline_clock_skew_seconds: [{ value: -skew() / SECOND }],
  }))
  condition.doubt(async () =>
    (await listSilentWorkers(db)).map(
      (worker) => `The worker ${worker} of Citus does not answer: leads can be neither read nor stored.`,
    ),
  )
  condition.doubt(() => {
    const milliseconds = skew()
    if (Math.abs(milliseconds) <= MOST_SKEW_MS) return []
    const side = milliseconds > 0 ? 'ahead of' : 'behind'
    const seconds = (Math.abs(milliseconds) / SECOND).toFixed(1)
    return [
      `The clock of this machine is ${seconds} s ${side} the database's. Capline uses the database's time. Correct the clock of this machine.`,
    ]
  })
}

function watchFeeds(shared: Shared): void {
  const { condition, db } = shared
  condition.watch(
    {
      capline_feed_last_success_timestamp_seconds: {
        help: 'When a lead feed was last read to its end; 0: never',
        labels: ['connector'],
      },
      capline_feed_failing: { help: 'Whether a lead feed fails', labels: ['connector'] },
    },
    async () => {
      const feeds = await readFeedHealth(shared)
      return {
        capline_feed_last_success_timestamp_seconds: feeds.map(({ connector, lastGoodAt }) => ({
          labels: { connector },
          value: (lastGoodAt ?? 0) / SECOND,
        })),
        capline_feed_failing: feeds.map(({ connector, failingSince }) => ({
          labels: { connector },
          value: Number(failingSince !== null),
        })),
      }
    },
  )
  condition.doubt(async () => {
    const feeds = await readFeedHealth(shared)
    return feeds.flatMap(({ connector, failingSince }) =>
      failingSince === null ? [] : [`The lead feed ${connector} has failed since ${formatInstant(failingSince)}.`],
    )
  })
  condition.doubt(async () => {
    if ((await readFeedHealth(shared)).length === 0) return []
    const { summaryGroupId } = await readSettings(db)
    return summaryGroupId === null ? ['No summary group is set, so nobody is told when a lead feed fails.'] : []
  })
}

/** One node of several may have another secret than the others. */
function watchSecrets({ condition, db, secrets }: Shared): void {
  condition.doubt(async () => ((await opensAll(db, secrets)) ? [] : [OTHER_SECRET]))
}

function watchQueues(shared: Shared): void {
  const { condition, jobs } = shared
  condition.watch(
    {
      capline_outbox_messages: {
        help: 'Telegram messages waiting to be sent, and messages of the last hour that were not sent',
        labels: ['state'],
      },
      capline_outbox_oldest_seconds: { help: 'For how long the oldest message that may be sent has waited' },
    },
    async () => {
      const { messages, oldestSeconds } = await readBacklog(shared)
      return {
        capline_outbox_messages: Object.entries(messages).map(([state, value]) => ({ labels: { state }, value })),
        capline_outbox_oldest_seconds: [{ value: oldestSeconds }],
      }
    },
  )
  condition.watch({ capline_jobs: { help: 'Jobs of each queue', labels: ['queue', 'state'] } }, async () => ({
    capline_jobs: (await jobs.count()).flatMap(({ queue, states }) =>
      Object.entries(states).map(([state, value]) => ({ labels: { queue, state }, value })),
    ),
  }))
}

const FATES: readonly (readonly [counted: keyof PageCounts, fate: string])[] = [
  ['newLeads', 'new_lead'],
  ['changedLeads', 'changed_lead'],
  ['newDeposits', 'new_deposit'],
  ['changedDeposits', 'changed_deposit'],
  ['badRows', 'bad'],
  ['testLeads', 'test'],
]

/** Counts the rows that this process stores, by what became of them. */
export function countFeedRows({ condition, connectors }: Pick<Shared, 'condition' | 'connectors'>): OnStored {
  const count = condition.count('capline_feed_rows_total', {
    help: 'Rows of lead feeds that this process read, by result; unchanged rows are not counted',
    labels: ['connector', 'fate'],
  })
  // From 0 on, so that the first row is a rise.
  for (const { name } of connectors) for (const [, fate] of FATES) count({ connector: name, fate }, 0)
  return (connector, counts) => {
    for (const [counted, fate] of FATES) count({ connector, fate }, counts[counted])
  }
}

/** Notes whether Telegram refuses the bot, as the calls of this process find it while it is the one that calls. */
export function watchTelegram({ condition, terms }: Pick<Shared, 'condition' | 'terms'>) {
  let isRefused = false
  // Who is not elected any more hears of no other token.
  const isTold = () => isRefused && [...terms].some(([role, isElected]) => isElected && TELEGRAM_ROLES.has(role))
  condition.watch({ capline_telegram_refused: { help: "Whether Telegram refuses the bot's token" } }, () => ({
    capline_telegram_refused: [{ value: Number(isTold()) }],
  }))
  condition.doubt(() => (isTold() ? ["Telegram refuses the bot's token. Set the current token from BotFather."] : []))
  return (outcome: Outcome<unknown>) => {
    if (outcome.ok) isRefused = false
    else if (outcome.kind === 'unauthorized') isRefused = true
    // Any other answer of Telegram's own knows the bot; silence says nothing of it.
    else if (outcome.kind !== 'unreachable' && outcome.kind !== 'lost') isRefused = false
  }
}

const TELEGRAM_ROLES: ReadonlySet<string> = new Set(['outbox-sender', 'bot-poller'])
