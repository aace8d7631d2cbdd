import { SECOND } from '#domain/kernel/instant.ts'
import { startTelegram, type TelegramStandIn } from '#sandbox/telegram/server.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { createListener } from '#platform/db/listen.ts'
import { createLog } from '#platform/log.ts'
import { createSecrets } from '#platform/secrets.ts'
import { createClientSource } from '#platform/telegram/client.ts'
import { startSender } from '#server/features/outbox/jobs.ts'
import { LIMITS } from '#server/features/outbox/pace-policy.ts'
import { countBatchStates, enqueueAll } from '#server/features/outbox/service.ts'
import { startTestPostgres } from '#testing/database.ts'
import type { Row } from './table.ts'

const CHATS = 1_000
const TOKEN = '100000:bench'
const MOST = 1.05

/** A broadcast to many chats, against a Telegram that refuses what comes too fast. */
export async function measureBroadcast(parts: AsyncDisposableStack): Promise<Row[]> {
  console.error(`broadcast: writing to ${CHATS.toLocaleString('en')} chats`)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  const telegram = await startTelegram({ token: TOKEN, limits: true, now: () => systemClock.now() })
  parts.defer(() => telegram.close())
  const people = Array.from({ length: CHATS }, (_, index) => ({ id: 1_000 + index, first_name: 'P', started: true }))
  telegram.plant({ people })
  const drafts = people.map(({ id }) => ({
    kind: 'broadcast' as const,
    chatId: String(id),
    text: 'News of today',
    batchId: 'bench',
  }))
  await database.db.transaction().execute((tx) => enqueueAll(tx, systemClock, drafts))
  startBenchSender(parts, database, telegram)
  await waitForEnd(database.db)
  return [describe(telegram)]
}

function startBenchSender(
  parts: AsyncDisposableStack,
  { db, url }: { db: Database; url: string },
  telegram: TelegramStandIn,
): void {
  const log = createLog('silent', { pretty: false })
  const listener = createListener(url, log)
  parts.defer(() => listener.close())
  const sender = startSender({
    db,
    directUrl: url,
    listener,
    clock: systemClock,
    log,
    secrets: createSecrets('a secret of the bench, long enough to be one'),
    telegram: createClientSource({ apiRoot: telegram.root, readToken: async () => TOKEN }),
    moveChat: async () => undefined,
  })
  parts.defer(() => sender.stop())
}

async function waitForEnd(db: Database): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = async () => {
    const counts = (await countBatchStates(db, ['bench'])).get('bench')
    if (counts && counts.queued + counts.sending === 0) resolve()
    else setTimeout(() => void look(), 200)
  }
  await look()
  await promise
}

function describe(telegram: TelegramStandIn): Row {
  const calls = telegram.calls({ method: 'sendMessage' })
  const sent = calls.filter(({ status }) => status === 200)
  const seconds = ((sent.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0)) / SECOND
  // The first thirty go at once, and the last ones a second after those before them.
  const allowed = Math.floor((CHATS - 1) / LIMITS.all.most) * (LIMITS.all.within / SECOND)
  const early = calls.filter(({ isEarly }) => isEarly).length
  const refused = calls.length - sent.length
  return {
    bench: 'broadcast',
    what: `a message to ${CHATS.toLocaleString('en')} chats`,
    figure: `${seconds.toFixed(1)} s`,
    yardstick: `30 a second: ${allowed.toFixed(1)} s`,
    ratio: seconds / allowed,
    goal: `<= ${MOST}`,
    met: sent.length === CHATS && seconds / allowed <= MOST && early === 0,
    note: `${refused} refused, ${early} before retry_after`,
  }
}
