import { z } from 'zod/mini'
import { LEAD_COLUMNS } from '#domain/leads/columns.ts'
import { LEAD_FATES } from '#domain/payouts/fates.ts'
import { FATE_FILTERS, isLongEnough } from '#domain/leads/search.ts'
import { STATUS_LENGTH } from '#domain/kernel/identity.ts'
import { defineCall } from './call.ts'
import { atMost, body, day, dollars, flag, instant, verbatim, word } from './fields.ts'
import { namedFile, TABLE_TYPES, tableFormat } from './file.ts'
import { leadTexts } from './texts/leads.ts'

/** The deposit of a lead. */
export const LeadDeposit = z.object({
  createdAt: instant,
  /** The feed has no date of the deposit; this is when it was first seen. */
  estimated: z.boolean(),
  /** Dollars; null if not reported. */
  payout: z.nullable(dollars(Number.MAX_SAFE_INTEGER, '')),
})

const sent = z.string()
const trackingShape = { clickId: sent, sub1: sent, sub2: sent, sub3: sent, sub4: sent, sub5: sent }

/** The click of a lead, and the values that the affiliate sent along; null if nothing is known. */
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
  /** Masked except for admins; null if there is none, or it was deleted. */
  email: z.nullable(z.string()),
  forgotten: z.boolean(),
  status: z.nullable(z.string()),
  tracking: LeadTracking,
  invalid: z.boolean(),
  /** The lead came during a pause, whatever its fate. */
  paused: z.boolean(),
  /** Whether it has a cap of either kind. */
  planned: z.boolean(),
  deposits: z.array(LeadDeposit),
})

export type ShownLead = z.output<typeof ShownLead>
export type ShownLeadWire = z.input<typeof ShownLead>

/** A lead's cap of one kind. */
const CapOfLead = z.object({
  id: z.string(),
  date: day(leadTexts.day),
  cap: z.number(),
  workingHours: z.nullable(z.string()),
  alwaysOn: z.boolean(),
})

/** All data of one lead. Only its last status is known. */
export const LeadStory = z.object({
  lead: ShownLead,
  /** The time of its last change in its system; null if the system never said. */
  updatedAt: z.nullable(instant),
  /**
   * When the feed first ran after the lead came; null if it did not, or if the lead is older than the 90 days for which
   * runs are kept.
   */
  firstTurnAt: z.nullable(instant),
  /** The last file that had it, for the 90 days for which a file can be taken back. */
  file: z.nullable(z.object({ fileName: z.string(), uploadedBy: z.string(), savedAt: instant })),
  brokerCap: z.nullable(CapOfLead),
  affiliateCap: z.nullable(CapOfLead),
  /** Its result at the broker cap; null if it has none. */
  outcome: z.nullable(
    z.object({
      fate: z.enum(LEAD_FATES),
      /** Its position among the leads that count, from 1; null if it does not count. */
      rank: z.nullable(z.number()),
      /** Dollars for its conversion in a report from its day until today; null if it has none. */
      owed: z.nullable(dollars(Number.MAX_SAFE_INTEGER, '')),
    }),
  ),
  /** Dollars until today for its deposits out of deal, in the reports of their days; null if it has none. */
  outOfDeal: z.nullable(dollars(Number.MAX_SAFE_INTEGER, '')),
})

export type LeadStory = z.output<typeof LeadStory>

const filter = {
  search: z.pipe(word, z.optional(z.string().check(z.refine(isLongEnough, { error: leadTexts.shortSearch })))),
  geo: word,
  sourceNumber: word,
  advertiserId: word,
  status: word,
  connector: word,
  from: z.optional(day(leadTexts.day)),
  to: z.optional(day(leadTexts.day)),
  unplanned: flag,
  fate: z.optional(z.enum(FATE_FILTERS, { error: leadTexts.fate })),
  deposited: flag,
  paidFrom: z.optional(day(leadTexts.day)),
  paidTo: z.optional(day(leadTexts.day)),
}

/** Newest first by default. */
const order = {
  sort: z.optional(z.enum(LEAD_COLUMNS, { error: leadTexts.sort })),
  descending: flag,
}

const columns = z.array(z.enum(LEAD_COLUMNS, { error: leadTexts.columns })).check(atMost(LEAD_COLUMNS.length))

const cursor = z.string().check(atMost(2_000, leadTexts.cursor))

/** The longest folded status: one character can become 18 in the key. */
const LONGEST_KEY = 18 * STATUS_LENGTH

/** A status in the leads, with all its spellings. */
export const SeenStatus = z.object({
  /** Folded. */
  key: z.string(),
  /** The spelling of most leads. If only the list of invalid statuses has it, its spelling there. */
  name: z.string(),
  spellings: z.array(z.object({ status: z.string(), leads: z.number() })),
  leads: z.number(),
  lastDay: z.nullable(day(leadTexts.day)),
  invalid: z.boolean(),
  /** Nobody has decided yet whether it is invalid. */
  unreviewed: z.boolean(),
})

export type SeenStatus = z.output<typeof SeenStatus>

export const leadCalls = {
  search: defineCall({
    method: 'GET',
    path: '/leads',
    access: 'admin',
    summary:
      'Leads in pages, newest first, or sorted by a column if there are at most 50,000; a page may be short or empty although others follow',
    query: z.object({ ...filter, ...order, after: z.optional(cursor) }),
    answers: {
      200: z.object({
        leads: z.array(ShownLead),
        /** The cursor of the next page; null if there is none. */
        next: z.nullable(z.string()),
        /** The cursor for newer leads later; null if there are no leads, or in another order. */
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
        /** There may be more: the count stopped at 1,000, or not all newer leads were searched. */
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
      /** Columns of the list, separated by commas; all by default. */
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
    summary: 'One lead: its caps, its fate, its deposits with the amounts owed, and its source file or feed',
    query: z.object({ connector: verbatim, id: verbatim }),
    answers: { 200: LeadStory },
    refusals: [400, 404],
  }),
  listStatuses: defineCall({
    method: 'GET',
    path: '/leads/statuses',
    access: 'admin',
    summary: 'Every status of leads or of the list of invalid statuses, most leads first',
    answers: { 200: z.array(SeenStatus) },
  }),
  judgeStatus: defineCall({
    method: 'PUT',
    path: '/leads/statuses/:key',
    access: 'admin',
    summary: 'Adds a status to the list of invalid statuses (a setting), or removes it',
    params: z.object({ key: verbatim }),
    body: body({ invalid: z.boolean() }, SeenStatus.shape),
    answers: { 200: SeenStatus },
    refusals: [400, 404],
  }),
  reviewStatuses: defineCall({
    method: 'POST',
    path: '/leads/statuses/review',
    access: 'admin',
    summary: 'Marks these statuses as checked: those that are not invalid are valid',
    body: body({ keys: z.array(z.string().check(atMost(LONGEST_KEY))).check(atMost(10_000)) }),
    answers: { 200: z.array(SeenStatus) },
    refusals: [400],
  }),
} as const

/** A member's own: no program has columns. */
export const leadColumnCalls = {
  read: defineCall({
    method: 'GET',
    path: '/leads/columns',
    access: 'admin',
    summary: "The caller's columns of the list of leads; all by default",
    answers: { 200: z.object({ columns }) },
  }),
  save: defineCall({
    method: 'POST',
    path: '/leads/columns',
    access: 'admin',
    summary: "Saves the caller's columns of the list of leads",
    body: body({ columns }),
    answers: { 204: null },
    refusals: [400],
  }),
} as const
