import { z } from 'zod'
import { DATE_FORMATS } from '#domain/leads/dates.ts'
import { TRACKING_FIELDS } from '#domain/leads/row.ts'

const text = z.string().trim().min(1, { error: 'must be a text' })

/** The path of a field in a row: `customerData.id`. Of several paths the first with a value counts. */
const FieldPath = z.union([text, z.array(text).min(1)], { error: 'must be the path of a field, or several' })

const Scalar = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text, a number, true or false' })

/** May contain `{token}`, `{from}`, `{page}` and so on. An entry whose placeholder has no value is left out. */
export type Template = Scalar | Template[] | { [name: string]: Template }
const Template: z.ZodType<Template> = z.lazy(() =>
  z.union([Scalar, z.array(Template), z.record(z.string(), Template)], { error: 'must be a value of JSON, not null' }),
)

/**
 * Whether a field has one of these values, or (`not`) none of them. Case does not matter, and `1` equals `"1"`. A
 * missing field is an empty text.
 */
const condition = { field: text, values: z.array(Scalar).min(1).optional(), not: z.array(Scalar).min(1).optional() }
const Condition = z
  .strictObject(condition)
  .refine(hasOneList, { error: 'must have either “values” or “not”, but not both' })

function hasOneList({ values, not }: { values?: unknown; not?: unknown }): boolean {
  return (values === undefined) !== (not === undefined)
}

const DateFormat = z.enum(DATE_FORMATS, { error: `must be one of ${DATE_FORMATS.join(', ')}` })

export const LEAD_FIELDS = [
  'id',
  'createdAt',
  'geo',
  'sourceNumber',
  'sourceName',
  'advertiserId',
  'advertiserName',
  'email',
  'status',
  'isTest',
  ...TRACKING_FIELDS,
  'updatedAt',
] as const

export const DEPOSIT_FIELDS = [
  'id',
  'createdAt',
  'leadId',
  'email',
  'geo',
  'sourceNumber',
  'advertiserId',
  'payout',
  'updatedAt',
] as const

const LeadFields = z.partialRecord(z.enum(LEAD_FIELDS), FieldPath)
const DepositFields = z.partialRecord(z.enum(DEPOSIT_FIELDS), FieldPath)

/** A further condition for deposits: a declined one does not count. */
const only = Condition.nullable().default(null)

/** Where deposits are: in a separate list, or among the leads, found by the FTD rule. */
const Deposits = z.discriminatedUnion('rule', [
  /** `fields` null: the rows have the names of the generic contract. */
  z.strictObject({ rule: z.literal('list'), path: text, fields: DepositFields.nullable().default(null), only }),
  /** A field of the lead is 1, true or "1". */
  z.strictObject({ rule: z.literal('flag'), field: FieldPath, fields: DepositFields, only }),
  /** A deposit is a row of its own kind, recognised by an id of the account. `leads`: the other rows that are leads. */
  z.strictObject({
    rule: z.literal('goal'),
    field: FieldPath,
    goal: text,
    leads: Condition.nullable().default(null),
    fields: DepositFields,
    only,
  }),
  /** The lead has one of these statuses, without case, spaces, hyphens and underscores. */
  z.strictObject({
    rule: z.literal('status'),
    field: FieldPath,
    statuses: z.array(text).min(1),
    fields: DepositFields,
    only,
  }),
])

const days = z.int().min(1).max(4_000)
const size = z.int().min(1).max(10_000)

/** The place of the total number of rows. Reading stops there, and starts again if the number changed. */
const total = text.nullable().default(null)

const Pages = z.discriminatedUnion('style', [
  /** Each page names the next one at this path. */
  z.strictObject({ style: z.literal('cursor'), next: text, size }),
  /** Pages are counted from `first`. `lastPage` is the place of the last page's number, if the answer has it. */
  z.strictObject({
    style: z.literal('page'),
    first: z.union([z.literal(0), z.literal(1)]),
    size,
    lastPage: text.nullable().default(null),
    total,
  }),
  /** Each request skips this many rows. */
  z.strictObject({ style: z.literal('skip'), size, total }),
  /** One answer has everything. */
  z.strictObject({ style: z.literal('none') }),
])

/** How a system is requested and how its rows are read (docs/lead-api.md, The mapping). */
export const Mapping = z.strictObject({
  method: z.enum(['GET', 'POST'], { error: 'must be GET or POST' }),
  /** The path after the connector's address. */
  path: text,
  headers: z.record(z.string(), text).default({}),
  query: z.record(z.string(), Scalar).default({}),
  /** The JSON body of a POST. */
  body: z.record(z.string(), Template).nullable().default(null),
  /** `format` is the format in rows, and in requests unless `asked` names another. */
  dates: z.strictObject({
    format: DateFormat,
    asked: DateFormat.optional(),
    zone: text.refine(isZone, { error: 'must be an IANA zone' }),
  }),
  windows: z.discriminatedUnion('by', [
    /** Requests changes since an instant. */
    z.strictObject({ by: z.literal('change') }),
    /** Requests leads by registration date, in slices of this many days; the first run goes back `historyDays`. */
    z.strictObject({
      by: z.literal('registration'),
      sliceDays: days,
      historyDays: days,
      /** Days added to the end of each slice, for sources whose clock is ahead or that exclude the end. */
      toPlusDays: z.int().min(0).max(31).default(0),
    }),
  ]),
  /** Each run reaches back by the first, and one run a day by the second. */
  reach: z.strictObject({ overlapDays: days, lookBackDays: days }),
  pages: Pages,
  /** The place of the rows in an answer; empty if the answer is the list. */
  rows: z.string(),
  /** Null: rows have the names of the generic contract. */
  lead: LeadFields.nullable().default(null),
  /** Values that no row has. */
  constants: z.partialRecord(z.enum(LEAD_FIELDS), text).default({}),
  deposits: Deposits,
  /** An answer with status 200 that is an error: one that meets the condition. */
  softError: z
    .strictObject({ ...condition, message: FieldPath })
    .refine(hasOneList, { error: 'must have either “values” or “not”, but not both' })
    .nullable()
    .default(null),
  rateLimit: z
    .strictObject({ calls: z.int().min(1).max(100_000), minutes: z.int().min(1).max(1_440) })
    .nullable()
    .default(null),
})

export type Mapping = z.output<typeof Mapping>
export type Scalar = z.output<typeof Scalar>
export type FieldPath = z.output<typeof FieldPath>
export type Condition = z.output<typeof Condition>

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

export interface Credentials {
  token: string | null
  username: string | null
  password: string | null
}

/** A configured system that leads come from. */
export interface ConnectorConfig {
  name: string
  preset: string
  url: string
  credentials: Credentials
  mapping: Mapping
}
