import { parseCaps } from '#domain/cap-text/read.ts'
import { compareReadings, type EditedCap } from '#domain/cap-text/edited.ts'
import { settleProposals } from '#domain/cap-text/proposals.ts'
import type { Reading, ReadRow } from '#domain/cap-text/reading.ts'
import type { World, Writer } from '#domain/cap-text/world.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { covers, endOf, isRunningAt, type Pause } from '#domain/pauses/pause.ts'
import { canEditCaps, type Member } from '#domain/team/member.ts'
import { askModel, type ModelReaderDeps } from './model-service.ts'
import { readMeaningless } from './word-service.ts'
import { readGroupOwners, readPartners } from '#server/features/partners/service.ts'
import { readStandingPauses } from '#server/features/pauses/service.ts'
import { readSettings, readZone } from '#server/features/settings/service.ts'
import { readMember } from '#server/features/team/service.ts'
import type { Database } from '#platform/db/database.ts'
import { listCapsOf } from './reading-store.ts'

/** Who wrote a message; nulls are left to the group it stands in. */
export type Author =
  | { kind: 'member'; memberId?: string | null | undefined }
  | { kind: 'broker'; advertiserId?: string | null | undefined }
  | { kind: 'affiliate'; sourceNumber?: string | null | undefined }

/** Where and when a text was written, and by whom. */
export interface WrittenAt {
  author: Author
  chatId: string | null
  sentAt: Instant
}

export interface AskedReading extends WrittenAt {
  text: string
  replyTo: { text: string; author?: Author | undefined; sentAt?: Instant } | null
  forwardedFrom: WrittenAt | null
  /** The day of caps that name none; where none was chosen the time of writing decides. */
  defaultDay?: Day | null
  /** What was answered to the questions of a reading before this one, by their ids. */
  answers?: ReadonlyMap<string, string>
}

/** Standing caps that a message may be about, around the day on which it was written. */
const DAYS_BEFORE = 2
const DAYS_AFTER = 14

/** Reads the caps of a message for a member, who would save them. */
export async function readMessage(db: Database, reader: Member | null, asked: AskedReading): Promise<Reading> {
  const { text, author, replyTo, answers } = asked
  const world = await readWorld(db, asked)
  const mayPlan = (await mayWritePlans(db, reader, author)) && !(await isOfAnother(db, asked, world.writer))
  const answered = isAnswer(author, replyTo) ? replyTo : null
  const message = {
    text,
    replyTo: answered?.text ?? null,
    askedOn: answered?.sentAt === undefined ? null : world.zone.dayOf(answered.sentAt),
    ...(answers && { answers }),
  }
  return parseCaps(message, { ...world, mayPlan })
}

/** What a message is read as, what it says otherwise than before it was edited, and what a language model sees beside. */
export interface WholeReading {
  reading: Reading
  edited: EditedCap[]
  /** Never saved with the others: somebody agrees to each. */
  proposals: ProposedRow[]
}

/** The same with everything that is known of it; a model is asked where an admin turned that on and lines were not read. */
export async function readWhole(
  deps: ModelReaderDeps,
  reader: Member,
  asked: AskedReading & { editOf: string | null },
  stopping: AbortSignal,
): Promise<WholeReading> {
  const { db } = deps
  const first = await readMessage(db, reader, asked)
  const edited =
    asked.editOf === null ? [] : compareReadings(await readMessage(db, reader, { ...asked, text: asked.editOf }), first)
  const sentences = await proposeSentences(deps, asked, first, stopping)
  const { reading, proposals } = await readProposals(db, asked, first, sentences)
  return { reading, edited, proposals }
}

/** What a language model says of the lines that were not read, in words of the message; none where it is not asked. */
export async function proposeSentences(
  deps: ModelReaderDeps,
  asked: AskedReading,
  { unread }: Reading,
  stopping: AbortSignal,
): Promise<ProposedSentence[]> {
  if (unread.length === 0) return []
  const lines = asked.text.split(LINES)
  const words = await readMeaningless(deps.db, whoseWords(await findWriter(deps.db, asked.author, asked.chatId)))
  const answer = await askModel(deps, { lines, unread, words }, stopping)
  return (answer?.proposals.taken ?? []).map(({ sentence, lines: of }) => ({
    sentence,
    quote: of.map((line) => lines[line - 1] ?? '').join(' / '),
    line: of[0] ?? 1,
  }))
}

/** What our grammar reads of a model's sentences, beside what it read itself. Of what leaves something open nothing is proposed. */
export async function readProposals(
  db: Database,
  asked: AskedReading,
  reading: Reading,
  sentences: readonly ProposedSentence[],
): Promise<{ reading: Reading; proposals: ProposedRow[] }> {
  if (sentences.length === 0) return { reading, proposals: [] }
  const world = { ...(await readWorld(db, asked)), mayPlan: true }
  const proposed = sentences.flatMap(({ sentence, quote, line }) =>
    parseCaps({ text: sentence }, world)
      .rows.filter(({ asks }) => asks.length === 0)
      .map((row) => ({ ...row, quote, line, sentence })),
  )
  return settleProposals(reading, proposed)
}

/** A row of a model's sentence; it quotes the message. */
export type ProposedRow = ReadRow & Pick<ProposedSentence, 'sentence'>

/** A cap as a language model sees it, and the words that it saw. */
export interface ProposedSentence {
  sentence: string
  quote: string
  line: number
}

const LINES = /\r\n?|[\n\u2028\u2029]/

/** What a reading knows: the writer's clock, whose group it is, who there is, and what stands around the day. */
export async function readWorld(
  db: Database,
  { forwardedFrom, defaultDay = null, ...asked }: WrittenAt & Pick<AskedReading, 'forwardedFrom' | 'defaultDay'>,
): Promise<Omit<World, 'mayPlan'>> {
  const { author, chatId, sentAt } = forwardedFrom ?? asked
  const zone = await readZone(db)
  const { day: today, minutes } = zone.localTimeOf(sentAt)
  const writer = await findWriter(db, author, chatId)
  const around = { from: addDays(today, -DAYS_BEFORE), to: addDays(today, DAYS_AFTER) }
  const isAround = defaultDay === null || (around.from <= defaultDay && defaultDay <= around.to)
  const spans = isAround ? [around] : [around, { from: defaultDay, to: defaultDay }]
  const caps = await Promise.all(spans.map((days) => listCapsOf(db, writer, days)))
  const pauses = (await readStandingPauses(db, sentAt)).filter((pause) => isRunningAt(pause, sentAt))
  const standing = caps.flat().map((cap) => ({
    ...cap,
    // What is paused of the other side is not theirs to resume.
    isPaused:
      cap.date >= today &&
      pauses.some(
        (pause) =>
          pause.advertiserId === cap.advertiserId && covers(pause, cap) && lastsUntil(pause, zone.startOf(cap.date)),
      ),
  }))
  return {
    today,
    readOn: forwardedFrom && zone.dayOf(asked.sentAt),
    minutes,
    defaultDay,
    zone,
    writer,
    advertisers: (await readPartners(db, 'advertiser')).map(nameOf),
    publishers: (await readPartners(db, 'publisher')).map(nameOf),
    standing,
    meaningless: await readMeaningless(db, whoseWords(writer)),
  }
}

/** Whether a pause has not ended by an instant. */
function lastsUntil(pause: Pause, at: Instant): boolean {
  const end = endOf(pause)
  return end === null || end > at
}

function nameOf({ key, name, aliases }: Partner) {
  return { key, name, aliases }
}

/** Words that mean nothing are remembered for partners; of a member's message there are none. */
function whoseWords(writer: Writer) {
  return {
    advertiserIds: writer.kind === 'broker' ? writer.advertiserIds : [],
    sourceNumbers: writer.kind === 'affiliate' ? writer.sourceNumbers : [],
  }
}

/** Who says whose caps are meant: the writer, else the group. */
async function findWriter(db: Database, author: Author, chatId: string | null): Promise<Writer> {
  if (author.kind === 'broker' && author.advertiserId) return { kind: 'broker', advertiserIds: [author.advertiserId] }
  if (author.kind === 'affiliate' && author.sourceNumber) {
    return { kind: 'affiliate', sourceNumbers: [foldSource(author.sourceNumber)] }
  }
  const owners = chatId === null ? null : await readGroupOwners(db, chatId)
  const [advertiserIds, sourceNumbers] = [owners?.advertisers ?? [], owners?.publishers ?? []].map((partners) =>
    partners.map(({ key }) => key),
  )
  if (advertiserIds && advertiserIds.length > 0) return { kind: 'broker', advertiserIds }
  if (sourceNumbers && sourceNumbers.length > 0) return { kind: 'affiliate', sourceNumbers }
  if (author.kind === 'member') return { kind: 'team' }
  return author.kind === 'broker' ? { kind: 'broker', advertiserIds: [] } : { kind: 'affiliate', sourceNumbers: [] }
}

/** A viewer may plan where viewers may; what another one wrote is a wish that somebody else has to take up. */
async function mayWritePlans(db: Database, reader: Member | null, author: Author): Promise<boolean> {
  // Nobody saves it yet: who does is looked at then.
  if (reader === null) return true
  if (!canEditCaps(reader.role, await readSettings(db))) return false
  if (author.kind !== 'member' || !author.memberId || author.memberId === reader._id) return true
  const writer = await readMember(db, author.memberId)
  return writer !== null && writer.role !== 'viewer'
}

/** A partner who passes on what somebody else wrote plans nothing by it; a member does. */
async function isOfAnother(
  db: Database,
  { author, chatId, forwardedFrom }: AskedReading,
  writer: Writer,
): Promise<boolean> {
  if (forwardedFrom === null || author.kind === 'member') return false
  return JSON.stringify(await findWriter(db, author, chatId)) !== JSON.stringify(writer)
}

/** A member agrees to what another member asks; to a partner's message `ok` is a courtesy, since that is read by itself. */
function isAnswer(author: Author, replyTo: AskedReading['replyTo']): replyTo is NonNullable<AskedReading['replyTo']> {
  if (replyTo === null) return false
  return author.kind !== 'member' || (replyTo.author?.kind ?? 'member') === 'member'
}
