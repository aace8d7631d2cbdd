import { z } from 'zod/mini'
import { LEAD_COLUMNS } from '#domain/leads/columns.ts'
import { LEAD_FATES } from '#domain/payouts/fates.ts'
import { FATE_FILTERS, isLongEnough } from '#domain/leads/search.ts'
import { STATUS_LENGTH } from '#domain/kernel/identity.ts'
import { defineCall } from './call.ts'
import { atMost, body, day, dollars, instant, verbatim, word } from './fields.ts'
import { namedFile, TABLE_TYPES, tableFormat } from './file.ts'
import { leadTexts } from './texts/leads.ts'

/** What came of a lead. */
export const LeadDeposit = z.object({
  createdAt: instant,
  /** The feed named no instant: it is when the deposit was first seen. */
  estimated: z.boolean(),
  /** Dollars; null: not reported. */
  payout: z.nullable(dollars(Number.MAX_SAFE_INTEGER, '')),
})

const sent = z.string()
const trackingShape = { clickId: sent, sub1: sent, sub2: sent, sub3: sent, sub4: sent, sub5: sent }

/** The click that a lead came of, and what the affiliate sent along with it; null where nothing is known of them. */
export const LeadTracking = z.nullable(z.partial(z.object(trackingShape)))

export const ShownLead = z.object({
  connector: z.string(),
  id: z.string(),
  createdAt: instant,
  geo: z.string(),
  sourceNumber: z.string(),
  sourceName: z.nullable(z.string()),
  advertiserId: z.string(),
  advertiserName: z.nullable(z.string()),
  /** Masked for everybody but admins; null where there is none, or it was forgotten. */
  email: z.nullable(z.string()),
  forgotten: z.boolean(),
  status: z.nullable(z.string()),
  tracking: LeadTracking,
  invalid: z.boolean(),
  /** It came while its traffic was paused, whatever becomes of it. */
  paused: z.boolean(),
  /** Whether a cap of either kind plans it. */
  planned: z.boolean(),
  deposits: z.array(LeadDeposit),
})

export type ShownLead = z.output<typeof ShownLead>
export type ShownLeadWire = z.input<typeof ShownLead>

/** The cap of a kind that plans a lead. */
const CapOfLead = z.object({
  id: z.string(),
  date: day(leadTexts.day),
  cap: z.number(),
  workingHours: z.nullable(z.string()),
  alwaysOn: z.boolean(),
})

/** All that is known of one lead. How its status changed is not kept: it has the last one. */
export const LeadStory = z.object({
  lead: ShownLead,
  /** When its system last said something new of it; null: it never named when. */
  updatedAt: z.nullable(instant),
  /** When the first turn of its feed after it came began; null where none did, or it came before the 90 days that runs are kept. */
  firstTurnAt: z.nullable(instant),
  /** The last file of its feed, where that is one. */
  file: z.nullable(z.object({ fileName: z.string(), uploadedBy: z.string(), savedAt: instant })),
  brokerCap: z.nullable(CapOfLead),
  affiliateCap: z.nullable(CapOfLead),
  /** What the broker cap makes of it; null where none plans it. */
  outcome: z.nullable(
    z.object({
      fate: z.enum(LEAD_FATES),
      /** Among the leads that count, 1 is the first; null of one that does not. */
      rank: z.nullable(z.number()),
      /** Dollars for its conversion, by a report from its day until today; null: it has none. */
      owed: z.nullable(dollars(Number.MAX_SAFE_INTEGER, '')),
    }),
  ),
  /** Dollars until today for its deposits that no deal pays for, by the reports of their days; null: it has none. */
  outOfDeal: z.nullable(dollars(Number.MAX_SAFE_INTEGER, '')),
})

export type LeadStory = z.output<typeof LeadStory>

const yes = z.optional(
  z.pipe(
    verbatim,
    z.transform((value) => value === 'true' || undefined),
  ),
)

const filter = {
  search: z.pipe(word, z.optional(z.string().check(z.refine(isLongEnough, { error: leadTexts.shortSearch })))),
  geo: word,
  sourceNumber: word,
  advertiserId: word,
  status: word,
  connector: word,
  from: z.optional(day(leadTexts.day)),
  to: z.optional(day(leadTexts.day)),
  unplanned: yes,
  fate: z.optional(z.enum(FATE_FILTERS, { error: leadTexts.fate })),
  deposited: yes,
  paidFrom: z.optional(day(leadTexts.day)),
  paidTo: z.optional(day(leadTexts.day)),
}

/** Newest first where no column is named. */
const order = {
  sort: z.optional(z.enum(LEAD_COLUMNS, { error: leadTexts.sort })),
  descending: yes,
}

const columns = z.array(z.enum(LEAD_COLUMNS, { error: leadTexts.columns })).check(atMost(LEAD_COLUMNS.length))

const cursor = z.string().check(atMost(2_000, leadTexts.cursor))

/** Of a status: one sign of it can be as many as 18 in its key. */
const LONGEST_KEY = 18 * STATUS_LENGTH

/** A status as the leads have it, in all its spellings. */
export const SeenStatus = z.object({
  /** Folded. */
  key: z.string(),
  /** As most leads spell it; of one that only the list of invalid ones names, its spelling there. */
  name: z.string(),
  spellings: z.array(z.object({ status: z.string(), leads: z.number() })),
  leads: z.number(),
  lastDay: z.nullable(day(leadTexts.day)),
  invalid: z.boolean(),
  /** Nobody has said yet whether it is invalid. */
  unreviewed: z.boolean(),
})

export type SeenStatus = z.output<typeof SeenStatus>

export const leadCalls = {
  search: defineCall({
    method: 'GET',
    path: '/leads',
    access: 'admin',
    summary:
      'Leads, newest first, or by a column where at most 50,000 are to be looked through, a page at a time; a page may be short, or empty, and others follow',
    query: z.object({ ...filter, ...order, after: z.optional(cursor) }),
    answers: {
      200: z.object({
        leads: z.array(ShownLead),
        /** Where the next page begins; null: there is none. */
        next: z.nullable(z.string()),
        /** Where these leads begin, to ask later for what is newer; null where there are none, and in another order. */
        first: z.nullable(z.string()),
      }),
    },
    refusals: [400],
  }),
  countNewer: defineCall({
    method: 'GET',
    path: '/leads/newer',
    access: 'admin',
    summary: 'How many leads are newer than those that are shown, at most 1,000',
    query: z.object({ ...filter, before: cursor }),
    answers: {
      200: z.object({
        count: z.number(),
        /** There may be more: 1,000 were counted, or not all that are newer looked through. */
        more: z.boolean(),
      }),
    },
    refusals: [400],
  }),
  listConnectors: defineCall({
    method: 'GET',
    path: '/leads/connectors',
    access: 'admin',
    summary: 'The names of the systems that leads came from',
    answers: { 200: z.array(z.string()) },
  }),
  export: defineCall({
    method: 'GET',
    path: '/leads/export',
    access: 'admin',
    summary: 'The same leads as a file: at most 100,000 as CSV, and 10,000 as a workbook',
    query: z.object({
      ...filter,
      ...order,
      /** Columns of the list, with commas between them; all where none are named. */
      columns: z.optional(
        z.pipe(
          z.pipe(
            verbatim,
            z.transform((text) => text.split(',')),
          ),
          columns,
        ),
      ),
      format: tableFormat,
    }),
    answers: { 200: namedFile },
    file: Object.values(TABLE_TYPES),
    refusals: [400],
  }),
  story: defineCall({
    method: 'GET',
    path: '/leads/story',
    access: 'admin',
    summary:
      'One lead: the caps that plan it, what became of it, its deposits with what is owed, and where it was read',
    query: z.object({ connector: verbatim, id: verbatim }),
    answers: { 200: LeadStory },
    refusals: [400, 404],
  }),
  readColumns: defineCall({
    method: 'GET',
    path: '/leads/columns',
    access: 'admin',
    summary: 'The columns of the list of leads that the caller has chosen; all where none were',
    answers: { 200: z.object({ columns }) },
  }),
  saveColumns: defineCall({
    method: 'POST',
    path: '/leads/columns',
    access: 'admin',
    summary: 'Keeps the columns of the list of leads for the caller',
    body: body({ columns }),
    answers: { 204: null },
    refusals: [400],
  }),
  listStatuses: defineCall({
    method: 'GET',
    path: '/leads/statuses',
    access: 'admin',
    summary: 'Every status that leads have or the list of invalid ones names, most leads first',
    answers: { 200: z.array(SeenStatus) },
  }),
  judgeStatus: defineCall({
    method: 'PUT',
    path: '/leads/statuses/:key',
    access: 'admin',
    summary: 'Puts a status onto the list of invalid ones (the setting) or takes it off',
    params: z.object({ key: verbatim }),
    body: body({ invalid: z.boolean() }, SeenStatus.shape),
    answers: { 200: SeenStatus },
    refusals: [400, 404],
  }),
  reviewStatuses: defineCall({
    method: 'POST',
    path: '/leads/statuses/review',
    access: 'admin',
    summary: 'Says that somebody has looked at these statuses: what is not invalid by now, is valid',
    body: body({ keys: z.array(z.string().check(atMost(LONGEST_KEY))).check(atMost(10_000)) }),
    answers: { 200: z.array(SeenStatus) },
    refusals: [400],
  }),
} as const
