import { z } from 'zod'
import { MAX_MEANINGLESS, parseMeaningless } from '#domain/cap-text/meaningless.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { actorOf, readHistory, recordBatch, type ChangeOf, type Kept } from '#server/features/history/service.ts'
import { readPartnerByKey, TOPICS } from '#server/features/partners/service.ts'
import { countWords, deleteWord, findWord, insertWord, lockWords, type WordRow } from './word-store.ts'

export { listWords as readWords, listWordsOf as readMeaningless } from './word-store.ts'

export type { WordRow }

export interface WordDeps {
  db: Database
  clock: Clock
}

/** A word, and in whose messages it means nothing. */
export interface WordDraft {
  word: string
  kind: PartnerKind
  /** The partner's id or source, as people write it. */
  key: string
}

export type WordRefusal = {
  reason: 'word.empty' | 'word.number' | 'word.geo' | 'word.partner-unknown' | 'word.full'
}

/** Remembers a word; one that is remembered already stays as it is, with who said so first. */
export async function rememberWord(
  deps: WordDeps,
  actor: Member,
  draft: WordDraft,
): Promise<Result<WordRow, WordRefusal>> {
  return transact(deps.db, (tx) => rememberWordIn(tx, deps, actor, draft))
}

/** The same in the caller's transaction. */
export async function rememberWordIn(
  tx: Tx,
  { clock }: Pick<WordDeps, 'clock'>,
  actor: Member,
  { word: written, kind, key }: WordDraft,
): Promise<Result<WordRow, WordRefusal>> {
  const read = parseMeaningless(written)
  if (!read.ok) return read
  const partner = await readPartnerByKey(tx, kind, key)
  if (!partner) return refuse({ reason: 'word.partner-unknown' })
  await lockWords(tx, partner._id)
  const { word, folded } = read.value
  const known = await findWord(tx, { partnerId: partner._id, folded })
  if (known) return accept(known)
  if ((await countWords(tx, partner._id)) >= MAX_MEANINGLESS) return refuse({ reason: 'word.full' })
  const row = {
    id: newId(),
    word,
    kind,
    key: partner.key,
    name: partner.name,
    saidBy: signatureOf(actor),
    saidAt: clock.now(),
  }
  await insertWord(tx, { ...row, folded, partnerId: partner._id })
  await recordWord(tx, clock, actor, { before: null, after: row })
  return accept(row)
}

/** Whether it was there. */
export async function forgetWord({ db, clock }: WordDeps, actor: Member, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const before = await findWord(tx, { id })
    if (!before || !(await deleteWord(tx, id))) return false
    await recordWord(tx, clock, actor, { before, after: null })
    return true
  })
}

interface StandingWord {
  word: string
  name: string
}

const KEPT: Kept<StandingWord> = { subject: 'word', standing: z.object({ word: z.string(), name: z.string() }) }

/** Newest first. */
export async function readWordHistory(db: Database): Promise<ChangeOf<StandingWord>[]> {
  return readHistory(db, KEPT)
}

async function recordWord(
  tx: Tx,
  clock: Clock,
  actor: Member,
  { before, after }: { before: WordRow | null; after: WordRow | null },
): Promise<void> {
  const row = after ?? before
  if (!row) throw new Error('a word that was written is not there')
  const action = `word.${after ? 'remembered' : 'forgotten'}`
  const change = { action, subject: KEPT.subject, subjectId: row.id, days: [], before, after }
  await recordBatch(tx, clock, { actor: actorOf(actor), changes: [change] })
  await announce(tx, { topic: TOPICS[row.kind], days: null })
}
