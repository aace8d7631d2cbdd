import type { capReadingCalls } from '#contract/cap-readings.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { answer, type Handlers } from '#platform/http/reply.ts'
import { readMessage } from './reading-service.ts'

interface ReadingDeps {
  db: Database
  clock: Clock
}

export function capReadingRoutes({ db, clock }: ReadingDeps): Handlers<typeof capReadingCalls> {
  return {
    async read(
      { body: { text, sentAt = clock.now(), author, chatId = null, replyTo = null, forwardedFrom = null } },
      { member },
    ) {
      const first = forwardedFrom && {
        author: forwardedFrom.author,
        chatId: forwardedFrom.chatId ?? null,
        sentAt: forwardedFrom.sentAt ?? sentAt,
      }
      const { rows, asks, ignores } = await readMessage(db, member, {
        text,
        sentAt,
        author,
        chatId,
        replyTo,
        forwardedFrom: first,
      })
      return answer(200, {
        rows: rows.map((row) => ({
          ...row,
          days: [...row.days],
          geos: [...row.geos],
          assumed: [...row.assumed],
          asks: [...row.asks],
          cpa: row.cpa === null ? null : dollarsFromCents(row.cpa),
          crg: row.crg === null ? null : percentFromBasisPoints(row.crg),
          saved: row.asks.length === 0,
        })),
        asks: asks.map((ask) => ({ ...ask, answers: [...ask.answers] })),
        ignores: [...ignores],
      })
    },
  }
}
