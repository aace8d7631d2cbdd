import { z } from 'zod'
import { DATE_FORMATS } from '#domain/leads/dates.ts'
import { TRACKING_FIELDS } from '#domain/leads/row.ts'

const text = z.string().trim().min(1, { error: 'must be a text' })

/** Where a field stands in a row: `customerData.id`; of several the first that has something. */
const FieldPath = z.union([text, z.array(text).min(1)], { error: 'must be the path of a field, or several' })

const Scalar = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text, a number, true or false' })

/** May hold `{token}`, `{from}`, `{page}` and the like; an entry whose placeholder has no value is left out. */
export type Template = Scalar | Template[] | { [name: string]: Template }
const Template: z.ZodType<Template> = z.lazy(() =>
  z.union([Scalar, z.array(Template), z.record(z.string(), Template)], { error: 'must be a value of JSON, not null' }),
)

/**
 * Whether a field has one of these values, or (`not`) anything but these. Letters of either case are one, and so are
 * `1` and `"1"`; a field that is not there is an empty text.
 */
const condition = { field: text, values: z.array(Scalar).min(1).optional(), not: z.array(Scalar).min(1).optional() }
const Condition = z.strictObject(condition).refine(hasOneList, { error: 'must have either values or not' })

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

/** What a deposit must fit besides: one that was declined is none. */
const only = Condition.nullable().default(null)

/** Where deposits are: in a list of their own, or among the leads, told by the FTD rule. */
const Deposits = z.discriminatedUnion('rule', [
  /** `fields` null: the rows are named as the generic contract names them. */
  z.strictObject({ rule: z.literal('list'), path: text, fields: DepositFields.nullable().default(null), only }),
  /** A field of the lead is 1, true or "1". */
  z.strictObject({ rule: z.literal('flag'), field: FieldPath, fields: DepositFields, only }),
  /** A row of its own kind, told by an id that each account has for itself; `leads`: which of the others are leads. */
  z.strictObject({
    rule: z.literal('goal'),
    field: FieldPath,
    goal: text,
    leads: Condition.nullable().default(null),
    fields: DepositFields,
    only,
  }),
  /** The lead's status is one of these, without case, spaces, hyphens and underscores. */
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

/** Where an answer says how many rows there are in all: reading stops there, and starts over where that changed meanwhile. */
const total = text.nullable().default(null)

const Pages = z.discriminatedUnion('style', [
  /** Each page names the next, at this path. */
  z.strictObject({ style: z.literal('cursor'), next: text, size }),
  /** Counted from `first`; `lastPage` is where an answer names its last one, where it does. */
  z.strictObject({
    style: z.literal('page'),
    first: z.union([z.literal(0), z.literal(1)]),
    size,
    lastPage: text.nullable().default(null),
    total,
  }),
  /** So many rows are skipped. */
  z.strictObject({ style: z.literal('skip'), size, total }),
  /** One answer has all that was asked for. */
  z.strictObject({ style: z.literal('none') }),
])

/** How one system is asked and how its rows are read (docs/lead-api.md, The mapping). */
export const Mapping = z.strictObject({
  method: z.enum(['GET', 'POST'], { error: 'must be GET or POST' }),
  /** Behind the address of the connector. */
  path: text,
  headers: z.record(z.string(), text).default({}),
  query: z.record(z.string(), Scalar).default({}),
  /** Of a POST, sent as JSON. */
  body: z.record(z.string(), Template).nullable().default(null),
  /** `format`: of rows, and of what is asked too where `asked` names no other. */
  dates: z.strictObject({
    format: DateFormat,
    asked: DateFormat.optional(),
    zone: text.refine(isZone, { error: 'must be an IANA zone' }),
  }),
  windows: z.discriminatedUnion('by', [
    /** Asks for what changed since. */
    z.strictObject({ by: z.literal('change') }),
    /** Asks for the leads registered from ... to, in slices of so many days; the first run goes back `historyDays`. */
    z.strictObject({
      by: z.literal('registration'),
      sliceDays: days,
      historyDays: days,
      /** So many days are added to where each slice ends, of sources whose clock is ahead or whose end is left out. */
      toPlusDays: z.int().min(0).max(31).default(0),
    }),
  ]),
  /** Each run reaches back over the one, once a day a run over the other. */
  reach: z.strictObject({ overlapDays: days, lookBackDays: days }),
  pages: Pages,
  /** Where an answer has its rows; empty: the answer is the list. */
  rows: z.string(),
  /** Null: named as the generic contract names them. */
  lead: LeadFields.nullable().default(null),
  /** What no row says. */
  constants: z.partialRecord(z.enum(LEAD_FIELDS), text).default({}),
  deposits: Deposits,
  /** An answer with status 200 that is an error: one whose field fits. */
  softError: z
    .strictObject({ ...condition, message: FieldPath })
    .refine(hasOneList, { error: 'must have either values or not' })
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

/** One system that leads come from, as it is configured. */
export interface ConnectorConfig {
  name: string
  preset: string
  url: string
  credentials: Credentials
  mapping: Mapping
}
