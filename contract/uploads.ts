import { z } from 'zod/mini'
import { nameZone } from '#domain/kernel/zone.ts'
import { FILE_DATE_FORMATS } from '#domain/leads/file-dates.ts'
import { FILE_KINDS } from '#domain/leads/file-mapping.ts'
import { defineCall } from './call.ts'
import { SampleDeposit, SampleLead } from './feed-test.ts'
import { atMost, body, day, instant, verbatim } from './fields.ts'
import { sentFile } from './file.ts'
import { uploadTexts } from './texts/uploads.ts'

const words = uploadTexts
/** The largest file in bytes. */
export const LARGEST_UPLOAD = 64 * 1024 * 1024
/** States after the draft. From `failed` on there may be rows in the tables. */
export const UPLOAD_STATES = ['saving', 'saved', 'failed', 'takingBack', 'takenBack'] as const

const heading = z.optional(z.string().check(atMost(10_000, words.mapping)))
const constant = z.optional(verbatim)

const Mapping = body({
  /** The meaning of a row: a lead with its results, or only a deposit. */
  rows: z.enum(FILE_KINDS, { error: words.mapping }),
  /** The heading of each field that has one. */
  columns: body({
    id: heading,
    leadId: heading,
    createdAt: heading,
    email: heading,
    geo: heading,
    sourceNumber: heading,
    sourceName: heading,
    advertiserId: heading,
    advertiserName: heading,
    status: heading,
    isTest: heading,
    deposited: heading,
    depositedAt: heading,
    payout: heading,
    clickId: heading,
    sub1: heading,
    sub2: heading,
    sub3: heading,
    sub4: heading,
    sub5: heading,
  }),
  /** Values for all rows, if no column has them. */
  constants: body({
    geo: constant,
    sourceNumber: constant,
    sourceName: constant,
    advertiserId: constant,
    advertiserName: constant,
  }),
  dates: body({
    format: z.enum(FILE_DATE_FORMATS, { error: words.mapping }),
    /** The zone of dates without an offset. */
    zone: verbatim.check(z.refine((name) => nameZone(name) !== null, { error: words.zone })),
  }),
})

/** A file that has arrived: its content, and how its rows would be read. */
const Draft = z.object({
  _id: z.string(),
  /** The address that it was read from; null if it was uploaded. */
  url: z.nullable(z.string()),
  fileName: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** The first rows, as written. */
  samples: z.array(z.array(z.string())),
  /** The name under which its rows are stored. */
  name: z.string(),
  mapping: Mapping,
  /** A file with these headings was saved before, and its mapping is used. */
  remembered: z.boolean(),
  /** Its dates could have another format too. */
  doubtful: z.boolean(),
})

const counts = {
  newLeads: z.number(),
  changedLeads: z.number(),
  newDeposits: z.number(),
  changedDeposits: z.number(),
  testLeads: z.number(),
}

const Overlap = z.object({
  connector: z.string(),
  advertiserId: z.string(),
  days: z.number(),
  from: day(words.mapping),
  to: day(words.mapping),
})

export const UploadPreview = z.object({
  ...counts,
  /** Rows of which nothing is saved. */
  badRows: z.number(),
  /** Deposits that cannot be used, in rows whose leads are saved. */
  badDeposits: z.number(),
  /** Leads that are stored already with the same values. */
  sameLeads: z.number(),
  sameDeposits: z.number(),
  /** Stored leads that are test leads in the file, and are removed. */
  removedLeads: z.number(),
  /** Rows with the same id as a later row, which counts. */
  repeatedRows: z.number(),
  /** Rows without their own id. */
  madeIds: z.number(),
  /** Deposits without a date: they count on the day of the upload. */
  undatedDeposits: z.number(),
  /** New deposits, in a file of deposits, of people who have one of another feed. */
  depositsElsewhere: z.number(),
  /** Stored deposits whose row says now that it has none. They stay. */
  depositsGone: z.number(),
  /** The first rows of which the lead or the deposit cannot be used. `row` is the spreadsheet's row number, from 1. */
  bad: z.array(z.object({ row: z.number(), reason: z.string() })),
  leads: z.array(SampleLead),
  deposits: z.array(SampleDeposit),
  /** Other feeds with leads of the same advertiser on the same days. */
  overlaps: z.array(Overlap),
})

export const Upload = z.object({
  _id: z.string(),
  fileName: z.string(),
  /** The name in the key of its rows. */
  connector: z.string(),
  uploadedBy: z.string(),
  savedAt: instant,
  endedAt: z.nullable(instant),
  state: z.enum(UPLOAD_STATES),
  message: z.nullable(z.string()),
  rows: z.number(),
  /** 0 to 1. */
  progress: z.number(),
  ...counts,
  /** Rows whose lead or deposit cannot be used. */
  badRows: z.number(),
  /** Whether it can be undone now. */
  canTakeBack: z.boolean(),
})

export type UploadPreview = z.output<typeof UploadPreview>
export type Upload = z.output<typeof Upload>

export const FollowedLink = z.object({
  /** The name in the key of its rows. */
  name: z.string(),
  host: z.string(),
  addedBy: z.string(),
  createdAt: instant,
})

const choice = body({
  name: z
    .string({ error: words.name })
    .check(atMost(34, words.name), z.regex(/^[a-z0-9][a-z0-9-]*$/, { error: words.name })),
  mapping: Mapping,
})
const one = z.object({ id: verbatim })

export const uploadCalls = {
  add: defineCall({
    method: 'POST',
    path: '/lead-uploads',
    access: 'admin',
    summary: 'Uploads a CSV file or a workbook, and returns how its rows would be read; stores no lead',
    query: z.object({ fileName: z.string({ error: words.fileName }).check(atMost(200, words.fileName)) }),
    takes: LARGEST_UPLOAD,
    body: sentFile,
    answers: { 201: Draft },
    refusals: [400, 413],
  }),
  preview: defineCall({
    method: 'POST',
    path: '/lead-uploads/:id/preview',
    access: 'admin',
    summary: 'Reads a whole file and returns the effect of saving it; stores no lead',
    params: one,
    body: choice,
    answers: { 200: UploadPreview },
    refusals: [400, 404, 409],
  }),
  save: defineCall({
    method: 'POST',
    path: '/lead-uploads/:id/save',
    access: 'admin',
    summary: 'Starts storing the rows of a file in the background; remembers its mapping',
    params: one,
    body: choice,
    answers: { 200: Upload },
    refusals: [400, 404, 409],
  }),
  addLink: defineCall({
    method: 'POST',
    path: '/lead-uploads/links',
    access: 'admin',
    summary: 'Fetches a published table and returns how its rows would be read; stores no lead',
    body: body({ url: z.url({ protocol: /^https?$/, error: words.url }).check(atMost(1_000, words.url)) }),
    answers: { 201: Draft },
    refusals: [400, 409, 413],
  }),
  follow: defineCall({
    method: 'POST',
    path: '/lead-uploads/:id/follow',
    access: 'admin',
    summary: 'Reads the published table of a draft with every sync from now on',
    params: one,
    body: choice,
    answers: { 200: FollowedLink },
    refusals: [400, 404, 409],
  }),
  listLinks: defineCall({
    method: 'GET',
    path: '/lead-links',
    access: 'admin',
    summary: 'The published tables that are read with every sync',
    answers: { 200: z.array(FollowedLink) },
  }),
  removeLink: defineCall({
    method: 'DELETE',
    path: '/lead-links/:name',
    access: 'admin',
    summary: 'Stops reading a published table; its leads stay',
    params: z.object({ name: verbatim }),
    answers: { 204: null },
    refusals: [400, 404],
  }),
  list: defineCall({
    method: 'GET',
    path: '/lead-uploads',
    access: 'admin',
    summary: 'The newest 50 files that were saved',
    answers: { 200: z.array(Upload) },
  }),
  takeBack: defineCall({
    method: 'POST',
    path: '/lead-uploads/:id/take-back',
    access: 'admin',
    summary: 'Starts taking back a saved file; closed weeks do not change',
    params: one,
    answers: { 200: Upload },
    refusals: [400, 404, 409],
  }),
} as const
