import { isDeepStrictEqual } from 'node:util'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { transact } from '#platform/db/transact.ts'
import { actorOf, readHistory, recordBatch } from '#server/features/history/service.ts'
import { enqueueAll } from '#server/features/outbox/service.ts'
import { readPartnerByKey } from '#server/features/partners/service.ts'
import { readStatement, type AffiliateStatement } from './service.ts'

/** How a statement is told in a chat. */
type Write = (statement: AffiliateStatement) => string

const SUBJECT = 'statement'

export interface StatementMessage {
  text: string
  chatIds: readonly string[]
  sent: { at: Instant; by: string }[]
}

/** What of a preview somebody saw. */
interface SeenMessage {
  text: string
  chatIds: readonly string[]
  /** How often it was sent before. */
  sent: number
}

/** What an affiliate would be told, and where; null where there is nothing to tell. */
export async function previewMessage(
  db: Database,
  of: { reportId: string; affiliate: string },
  write: Write,
): Promise<StatementMessage | null> {
  const statement = await readStatement(db, of.reportId, of.affiliate)
  if (!statement) return null
  const history = await readHistory(db, SUBJECT, { subjectId: nameOf(statement) })
  return {
    text: write(statement),
    chatIds: await readChats(db, statement.affiliateId),
    sent: history.map(({ at, actor }) => ({ at, by: actor })),
  }
}

/** Sends what was previewed, in the transaction that writes it into the history. */
export async function sendMessage(
  { db, clock }: { db: Database; clock: Clock },
  member: Member,
  of: { reportId: string; affiliate: string },
  { seen, write }: { seen: SeenMessage; write: Write },
): Promise<Result<{ chats: number }, { reason: 'statement.not-found' | 'statement.no-chat' | 'statement.changed' }>> {
  return transact(db, async (tx) => {
    const statement = await readStatement(tx, of.reportId, of.affiliate)
    if (!statement) return refuse({ reason: 'statement.not-found' })
    const text = write(statement)
    const chatIds = await readChats(tx, statement.affiliateId)
    if (chatIds.length === 0) return refuse({ reason: 'statement.no-chat' })
    const subjectId = nameOf(statement)
    const { length: sent } = await readHistory(tx, SUBJECT, { subjectId })
    if (text !== seen.text || sent !== seen.sent || !isDeepStrictEqual(chatIds, seen.chatIds)) {
      return refuse({ reason: 'statement.changed' })
    }
    const ids = await enqueueAll(
      tx,
      clock,
      chatIds.map((chatId) => {
        const dedupeKey = `statement ${subjectId} ${chatId} ${sent}`
        return { kind: 'payout.statement', chatId, text, dedupeKey }
      }),
    )
    // Somebody else sent it at this very moment.
    if (ids.includes(null)) return refuse({ reason: 'statement.changed' })
    const after = { chatIds: [...chatIds], text }
    const change = {
      action: 'statement.sent',
      subject: SUBJECT,
      subjectId,
      days: [],
      before: null,
      after,
    }
    await recordBatch(tx, clock, { actor: actorOf(member), changes: [change] })
    return accept({ chats: chatIds.length })
  })
}

async function readChats(db: Database, affiliateId: string): Promise<readonly string[]> {
  const publisher = await readPartnerByKey(db, 'publisher', affiliateId)
  return publisher?.groupIds ?? []
}

function nameOf({ report, affiliateId }: AffiliateStatement): string {
  return `${report.id} ${affiliateId}`
}
