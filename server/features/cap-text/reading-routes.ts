import type { capReadingCalls, ReadRowWire } from '#contract/cap-readings.ts'
import type { ReadRow } from '#domain/cap-text/reading.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import type { Clock } from '#platform/clock.ts'
import { answer, type Handlers } from '#platform/http/reply.ts'
import { readWhole } from './reading-service.ts'

type ReadingDeps = Omit<Parameters<typeof readWhole>[0], 'log'> & { clock: Clock; stopping: AbortSignal }

export function capReadingRoutes(deps: ReadingDeps): Handlers<typeof capReadingCalls> {
  return {
    async read({ body }, { member, log }) {
      const { text, sentAt = deps.clock.now(), author, chatId = null, replyTo = null } = body
      const { defaultDay = null, forwardedFrom = null, editOf = null, answers = [] } = body
      const first = forwardedFrom && {
        author: forwardedFrom.author,
        chatId: forwardedFrom.chatId ?? null,
        sentAt: forwardedFrom.sentAt ?? sentAt,
      }
      const asked = {
        text,
        sentAt,
        defaultDay,
        author,
        chatId,
        replyTo,
        forwardedFrom: first,
        answers: new Map(answers.map(({ id, value }) => [id, value])),
        editOf: editOf?.text ?? null,
      }
      const { reading, edited, proposals } = await readWhole({ ...deps, log }, member, asked, deps.stopping)
      return answer(200, {
        rows: reading.rows.map(presentRow),
        asks: reading.asks.map((ask) => ({ ...ask, answers: [...ask.answers] })),
        ignores: [...reading.ignores],
        edited: edited.map(({ kind, day, geo, advertiserId, sourceNumber, before, after }) => ({
          kind,
          day,
          geo,
          advertiserId,
          sourceNumber,
          before: before && presentRow(before),
          after: after && presentRow(after),
        })),
        proposals: proposals.map(({ sentence: _, ...row }) => presentRow(row)),
      })
    },
  }
}

function presentRow(row: ReadRow): ReadRowWire {
  return {
    ...row,
    days: [...row.days],
    geos: [...row.geos],
    assumed: [...row.assumed],
    asks: [...row.asks],
    cpa: row.cpa === null ? null : dollarsFromCents(row.cpa),
    crg: row.crg === null ? null : percentFromBasisPoints(row.crg),
    saved: row.asks.length === 0,
  }
}
