import { isDeepStrictEqual } from 'node:util'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { actorOf, readChanges, recordBatch, type StoredChange } from '#server/features/history/service.ts'
import { enqueueAll, readBatch, resend, type MessageState } from '#server/features/outbox/service.ts'
import { readPartnerByKey } from '#server/features/partners/service.ts'
import { readReportIds } from '#server/features/payouts/finished-service.ts'
import { readStatement, type AffiliateStatement } from './service.ts'

/** Writes a statement for a chat. */
type Write = (statement: AffiliateStatement) => string

const SUBJECT = 'statement'

const RESENT = 'statement.resent'

export interface StatementMessage {
  text: string
  chatIds: readonly string[]
  sent: { at: Instant; by: string }[]
  /** The results of the newest sending. */
  deliveries: MessageDelivery[]
}

export interface MessageDelivery {
  id: string
  chatId: string
  status: MessageState
  error: string | null
}

/** The values of a preview that somebody saw. */
interface SeenMessage {
  text: string
  chatIds: readonly string[]
  /** How often it was sent before. */
  sent: number
}

interface MessageDeps {
  db: Database
  clock: Clock
}

/** The text and the chats for an affiliate; null if there is nothing to send. */
export async function previewMessage(
  db: Database,
  of: { reportId: string; affiliate: string },
  write: Write,
): Promise<StatementMessage | null> {
  const statement = await readStatement(db, of.reportId, of.affiliate)
  if (!statement) return null
  const sent = await readSent(db, statement)
  return {
    text: write(statement),
    chatIds: await readChats(db, statement.affiliateId),
    sent: sent.map(({ at, actor }) => ({ at, by: actor })),
    deliveries: (await readLastBatch(db, sent)).map(({ id, chatId, state, error }) => ({
      id,
      chatId,
      status: state,
      error,
    })),
  }
}

export type SendRefusal =
  | { reason: 'statement.not-found' | 'statement.no-chat' | 'statement.changed' | 'statement.newer' }
  | { reason: 'statement.closed-otherwise'; days: DayRange }

/** Queues what was previewed, in the transaction that writes it into the history. */
export async function sendMessage(
  { db, clock }: MessageDeps,
  member: Member,
  of: { reportId: string; affiliate: string },
  { seen, write }: { seen: SeenMessage; write: Write },
): Promise<Result<{ chats: number }, SendRefusal>> {
  return transact(db, async (tx) => {
    const statement = await readStatement(tx, of.reportId, of.affiliate)
    if (!statement) return refuse({ reason: 'statement.not-found' })
    const { closedOtherwise: days } = statement
    if (days) return refuse({ reason: 'statement.closed-otherwise', days })
    if (statement.newer) return refuse({ reason: 'statement.newer' })
    const text = write(statement)
    const chatIds = await readChats(tx, statement.affiliateId)
    if (chatIds.length === 0) return refuse({ reason: 'statement.no-chat' })
    const { length: sent } = await readSent(tx, statement)
    if (text !== seen.text || sent !== seen.sent || !isDeepStrictEqual(chatIds, seen.chatIds)) {
      return refuse({ reason: 'statement.changed' })
    }
    const { report, affiliateId } = statement
    const subjectId = nameOf(report.id, affiliateId)
    const batchId = await record(tx, clock, member, { action: 'statement.queued', subjectId, chatIds, text })
    const ids = await enqueueAll(
      tx,
      clock,
      chatIds.map((chatId) => {
        const dedupeKey = `statement ${affiliateId} ${report.range.start} ${report.range.end} ${chatId} ${sent}`
        return { kind: 'payout.statement', chatId, text, batchId, dedupeKey }
      }),
    )
    // Somebody else sent it at this very moment.
    if (ids.includes(null)) return refuse({ reason: 'statement.changed' })
    return accept({ chats: chatIds.length })
  })
}

export type ResendRefusal = {
  reason: 'statement.not-found' | 'statement.changed' | 'delivery.not-found' | 'delivery.not-resendable'
}

/** Queues one message of the last sending again, if the statement and its chats are unchanged. */
export async function resendMessage(
  { db, clock }: MessageDeps,
  member: Member,
  of: { reportId: string; affiliate: string; deliveryId: string },
  write: Write,
): Promise<Result<MessageDelivery, ResendRefusal>> {
  return transact(db, async (tx) => {
    const statement = await readStatement(tx, of.reportId, of.affiliate)
    if (!statement) return refuse({ reason: 'statement.not-found' })
    const messages = await readLastBatch(tx, await readSent(tx, statement))
    const message = messages.find(({ id }) => id === of.deliveryId)
    if (!message) return refuse({ reason: 'delivery.not-found' })
    const { id, chatId, text } = message
    const chatIds = await readChats(tx, statement.affiliateId)
    if (text !== write(statement) || !chatIds.includes(chatId)) return refuse({ reason: 'statement.changed' })
    if ((await resend(tx, [id])).length === 0) return refuse({ reason: 'delivery.not-resendable' })
    await record(tx, clock, member, {
      action: RESENT,
      subjectId: nameOf(statement.report.id, statement.affiliateId),
      chatIds: [chatId],
      text,
    })
    return accept({ id, chatId, status: 'queued', error: null })
  })
}

/** Writes the sending into the history and announces it to open screens. Returns the id of the entry. */
async function record(
  tx: Tx,
  clock: Clock,
  member: Member,
  { action, subjectId, chatIds, text }: { action: string; subjectId: string; chatIds: readonly string[]; text: string },
): Promise<string> {
  const change = { action, subject: SUBJECT, subjectId, days: [], before: null, after: { chatIds: [...chatIds], text } }
  await announce(tx, { topic: 'payouts', days: null })
  return recordBatch(tx, clock, { actor: actorOf(member), changes: [change] })
}

/** Newest first, without what was sent again. Of whatever calculation of these days: the affiliate was told of them. */
async function readSent(db: Database, { report, affiliateId }: AffiliateStatement): Promise<StoredChange[]> {
  const reportIds = await readReportIds(db, report.range)
  const subjectIds = reportIds.map((reportId) => nameOf(reportId, affiliateId))
  const history = await readChanges(db, SUBJECT, { subjectIds })
  return history.filter(({ action }) => action !== RESENT)
}

async function readLastBatch(db: Database, [last]: readonly StoredChange[]) {
  return last ? readBatch(db, last.batchId) : []
}

async function readChats(db: Database, affiliateId: string): Promise<readonly string[]> {
  const publisher = await readPartnerByKey(db, 'publisher', affiliateId)
  return publisher?.groupIds ?? []
}

function nameOf(reportId: string, affiliateId: string): string {
  return `${reportId} ${affiliateId}`
}
