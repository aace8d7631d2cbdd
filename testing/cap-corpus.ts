import { z } from 'zod'
import type { capReadingCalls } from '#contract/cap-readings.ts'
import type { Answered, Sent } from '#contract/call.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { corpusWorld, readCorpus } from './cap-world.ts'
import { plantPauses } from './payout-pauses.ts'

// Messages as people write them, each with what a careful colleague reads of it, in one fixed world (docs/rules.md, Caps
// from messages). What a row comes to is judged by what would stand after it was saved.

export type ReadAnswer = Answered<typeof capReadingCalls.read>

const Author = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('member'), handle: z.string() }),
  z.object({ kind: z.literal('broker'), advertiserId: z.string().nullable() }),
  z.object({ kind: z.literal('affiliate'), sourceNumber: z.string() }),
])
const Row = z.object({
  kind: z.enum(['broker', 'affiliate']),
  action: z.string(),
  days: z.array(z.string()),
  geos: z.array(z.string()),
  advertiserId: z.string().nullable(),
  sourceNumber: z.string(),
  cap: z.number().nullable(),
  delta: z.number().nullable(),
  hours: z.string().nullable(),
  cpa: z.number().nullable(),
  crg: z.number().nullable(),
})
const Message = z.object({
  id: z.string(),
  class: z.enum(['clear', 'partly', 'ask', 'nothing']),
  context: z.object({
    sentAt: z.string(),
    author: Author,
    chatId: z.string(),
    replyTo: z.object({ text: z.string() }).optional(),
    editOf: z.object({ text: z.string() }).optional(),
    forwardedFrom: z.object({ author: Author, chatId: z.string(), sentAt: z.string() }).optional(),
  }),
  text: z.string(),
  expect: z.object({
    rows: z.array(Row),
    mayAsk: z.array(z.string()),
    mayRows: z.array(Row),
    mustNotSave: z.array(z.record(z.string(), z.unknown())),
  }),
})
type CorpusMessage = z.output<typeof Message>
type CorpusRow = z.output<typeof Row>

const readMessages = (name: string) =>
  readCorpus(name)
    .trim()
    .split('\n')
    .map((line) => Message.parse(JSON.parse(line)))

export const corpusMessages = readMessages('messages.jsonl')
/** Written later, by somebody else, without a look at the rules. */
export const newMessages = readMessages('new-messages.jsonl')

/** Stores the world of the corpus; ids of members by handle. */
export async function storeCorpusWorld(db: Database): Promise<Map<string, string>> {
  const members = new Map<string, string>()
  for (const [index, { handle, role }] of corpusWorld.members.entries()) {
    const id = newId()
    members.set(handle, id)
    await db
      .insertInto('members')
      .values({ id, telegram_id: String(5_001 + index), handle, role, login_enabled: true })
      .execute()
  }
  for (const { advertiserId, name, aliases, groupIds } of corpusWorld.advertisers) {
    const id = newId()
    await db.insertInto('advertisers').values({ id, advertiser_id: advertiserId, name, aliases }).execute()
    for (const group_id of groupIds)
      await db.insertInto('advertiser_groups').values({ advertiser: id, group_id }).execute()
  }
  for (const { sourceNumber, name, aliases, groupIds } of corpusWorld.publishers) {
    const id = newId()
    await db.insertInto('publishers').values({ id, source_number: sourceNumber, name, aliases }).execute()
    for (const group_id of groupIds)
      await db.insertInto('publisher_groups').values({ publisher: id, group_id }).execute()
  }
  await db
    .insertInto('caps')
    .values(
      corpusWorld.caps.map(({ kind, day, geo, advertiserId, sourceNumber, cap, hours, cpa, crg }) => ({
        id: newId(),
        kind,
        date: brandText<Day>(day),
        geo,
        geo_key: geo,
        advertiser_id: advertiserId,
        source_number: sourceNumber,
        cap,
        working_hours: hours === '24/7' ? null : hours,
        always_on: hours === '24/7',
        cpa: String(cpa),
        crg: String(crg),
        created_by: 'corpus',
      })),
    )
    .execute()
  const zone = zoneOf(corpusWorld.zone)
  await plantPauses(
    db,
    corpusWorld.caps.flatMap(({ day, geo, advertiserId, sourceNumber, paused }) => {
      if (!paused) return []
      const at = brandText<Day>(day)
      return [{ geo, advertiserId, sourceNumber, from: zone.startOf(at), until: zone.startOf(addDays(at, 1)) }]
    }),
  )
  return members
}

/** A call as the corpus has it: members by their ids. */
export function bodyOf(
  { text, context }: Pick<CorpusMessage, 'text' | 'context'>,
  members: ReadonlyMap<string, string>,
): Sent<typeof capReadingCalls.read>['body'] {
  const authorOf = (author: z.output<typeof Author>) =>
    author.kind === 'member' ? { kind: author.kind, memberId: members.get(author.handle) ?? null } : author
  const { author, forwardedFrom, replyTo, editOf, ...rest } = context
  return {
    ...rest,
    text,
    author: authorOf(author),
    ...(replyTo && { replyTo }),
    ...(editOf && { editOf }),
    ...(forwardedFrom && { forwardedFrom: { ...forwardedFrom, author: authorOf(forwardedFrom.author) } }),
  }
}

/** One day of a row, with what would stand after it. */
interface Atom {
  kind: string
  day: string
  geo: string
  advertiserId: string | null
  sourceNumber: string
  action: string
  cap: number | null
  hours: string | null
  cpa: number | null
  crg: number | null
}

const keyOf = (cap: Pick<Atom, 'kind' | 'day' | 'geo' | 'advertiserId' | 'sourceNumber'>) =>
  JSON.stringify([cap.kind, cap.day, cap.geo === 'UK' ? 'GB' : cap.geo, cap.advertiserId, cap.sourceNumber])
const standing = new Map(corpusWorld.caps.map((cap) => [keyOf(cap), cap]))
const TERMS = ['hours', 'cpa', 'crg'] as const

function expand(rows: readonly CorpusRow[]): Atom[] {
  return rows.flatMap((row) =>
    row.days.flatMap((day) =>
      row.geos.map((geo) => {
        const key = {
          kind: row.kind,
          day,
          geo: geo === 'UK' ? 'GB' : geo,
          advertiserId: row.advertiserId,
          sourceNumber: row.sourceNumber,
        }
        const stands = standing.get(keyOf(key))
        const said = row.cap ?? (row.delta !== null && stands ? stands.cap + row.delta : null)
        const cap = said ?? stands?.cap ?? null
        const terms = {
          hours: row.hours ?? stands?.hours ?? null,
          cpa: row.cpa ?? stands?.cpa ?? null,
          crg: row.crg ?? stands?.crg ?? null,
        }
        const action = row.action === 'change' ? 'set' : row.action
        return { ...key, cap, ...terms, action }
      }),
    ),
  )
}

/** Terms of a key that stands on other days may be carried over where none were said. */
function isSame(got: Atom, wanted: Atom): boolean {
  if (keyOf(got) !== keyOf(wanted) || got.action !== wanted.action) return false
  if (got.action === 'pause') return true
  const near = standing.has(keyOf(wanted))
    ? []
    : corpusWorld.caps.filter((cap) => keyOf({ ...cap, day: wanted.day }) === keyOf(wanted))
  return (
    got.cap === wanted.cap &&
    TERMS.every(
      (term) => got[term] === wanted[term] || (wanted[term] === null && near.some((cap) => cap[term] === got[term])),
    )
  )
}

function changesNothing(atom: Atom): boolean {
  const stands = standing.get(keyOf(atom))
  if (!stands) return false
  if (atom.action === 'pause') return stands.paused
  return !stands.paused && atom.cap === stands.cap && TERMS.every((term) => atom[term] === stands[term])
}

function isForbidden(pattern: Record<string, unknown>, atom: Atom): boolean {
  return Object.entries(pattern).every(([name, value]) => {
    if (name === 'any') return true
    const own: unknown = new Map<string, unknown>(Object.entries(atom)).get(name)
    if (typeof value === 'object' && value !== null && 'not' in value) return own !== value.not
    if (atom.action === 'pause' && ['cap', 'hours', 'cpa', 'crg'].includes(name)) return false
    return own === (name === 'geo' && value === 'UK' ? 'GB' : name === 'action' && value === 'change' ? 'set' : value)
  })
}

/** What a reading of a message is worth. */
export interface Verdict {
  id: string
  class: CorpusMessage['class']
  isRight: boolean
  /** Rows that could be saved, and that nobody should save. */
  dangers: Atom[]
  wrong: Atom[]
}

export function judge({ id, class: kind, expect: wished }: CorpusMessage, { rows, asks }: ReadAnswer): Verdict {
  const [wanted, tolerated] = [expand(wished.rows), expand(wished.mayRows)]
  const got = expand(rows.filter(({ saved }) => saved).map((row) => ({ ...row, days: row.days.map(String) })))
  const needed = wanted.some((atom) => !changesNothing(atom)) ? wanted.filter((atom) => !changesNothing(atom)) : wanted
  const isFound = needed.every((atom) => got.some((other) => isSame(other, atom)))
  const wrong = got.filter(
    (atom) =>
      ![...wanted, ...tolerated].some((other) => isSame(atom, other)) && !(wanted.length > 0 && changesNothing(atom)),
  )
  const isExact = isFound && wrong.length === 0
  const right = {
    clear: isExact && (asks.length === 0 || wished.mayAsk.length > 0),
    partly: isExact && asks.length > 0,
    ask: asks.length > 0 && wrong.length === 0,
    nothing: got.length === 0 && asks.length === 0,
  }
  return {
    id,
    class: kind,
    isRight: right[kind],
    wrong,
    dangers: wrong.filter((atom) => wished.mustNotSave.some((pattern) => isForbidden(pattern, atom))),
  }
}
