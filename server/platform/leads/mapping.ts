import { z } from 'zod'
import { DATE_FORMATS } from '#domain/leads/dates.ts'

const text = z.string().trim().min(1, { error: 'must be a text' })

/** Where a field stands in a row: `customerData.id`; of several the first that has something. */
const FieldPath = z.union([text, z.array(text).min(1)], { error: 'must be the path of a field, or several' })

/** May hold `{token}`, `{from}`, `{page}` and the like; an entry whose placeholder has no value is left out. */
const Template = z.union([text, z.number(), z.boolean()], { error: 'must be a text, a number, true or false' })

const LEAD_FIELDS = [
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
  'updatedAt',
] as const

const DEPOSIT_FIELDS = [
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

/** Where deposits are: in a list of their own, or among the leads, told by the FTD rule. */
const Deposits = z.discriminatedUnion('rule', [
  /** `fields` null: the rows are named as the generic contract names them. */
  z.strictObject({ rule: z.literal('list'), path: text, fields: DepositFields.nullable() }),
  /** A field of the lead is 1, true or "1". */
  z.strictObject({ rule: z.literal('flag'), field: FieldPath, fields: DepositFields }),
  /** A row of its own kind, told by an id that each account has for itself. */
  z.strictObject({ rule: z.literal('goal'), field: FieldPath, goal: text, fields: DepositFields }),
  /** The lead's status is one of these, without case, spaces, hyphens and underscores. */
  z.strictObject({
    rule: z.literal('status'),
    field: FieldPath,
    statuses: z.array(text).min(1),
    fields: DepositFields,
  }),
])

const days = z.int().min(1).max(4_000)
const size = z.int().min(1).max(10_000)

const Pages = z.discriminatedUnion('style', [
  /** Each page names the next, at this path. */
  z.strictObject({ style: z.literal('cursor'), next: text, size }),
  /** Counted from `first`; `lastPage` is where an answer names its last one, where it does. */
  z.strictObject({
    style: z.literal('page'),
    first: z.union([z.literal(0), z.literal(1)]),
    size,
    lastPage: text.nullable(),
  }),
  /** So many rows are skipped. */
  z.strictObject({ style: z.literal('skip'), size }),
])

/** How one system is asked and how its rows are read (docs/lead-api.md, The mapping). */
export const Mapping = z.strictObject({
  method: z.enum(['GET', 'POST']),
  /** Behind the address of the connector. */
  path: text,
  headers: z.record(z.string(), text),
  query: z.record(z.string(), Template),
  /** Of a POST, sent as JSON. */
  body: z.record(z.string(), Template).nullable(),
  dates: z.strictObject({ format: z.enum(DATE_FORMATS), zone: text.refine(isZone, { error: 'must be an IANA zone' }) }),
  windows: z.discriminatedUnion('by', [
    /** Asks for what changed since. */
    z.strictObject({ by: z.literal('change') }),
    /** Asks for the leads registered from ... to, in slices of so many days; the first run goes back `historyDays`. */
    z.strictObject({ by: z.literal('registration'), sliceDays: days, historyDays: days }),
  ]),
  /** Each run reaches back over the one, once a day a run over the other. */
  reach: z.strictObject({ overlapDays: days, lookBackDays: days }),
  pages: Pages,
  /** Where an answer has its rows; empty: the answer is the list. */
  rows: z.string(),
  /** Null: named as the generic contract names them. */
  lead: LeadFields.nullable(),
  /** What no row says. */
  constants: z.partialRecord(z.enum(LEAD_FIELDS), text),
  deposits: Deposits,
  /** An answer with status 200 that is an error: one where this field has one of these values. */
  softError: z
    .strictObject({
      field: text,
      values: z.array(z.union([z.string(), z.number(), z.boolean()])).min(1),
      message: FieldPath,
    })
    .nullable(),
  rateLimit: z.strictObject({ calls: z.int().min(1).max(100_000), minutes: z.int().min(1).max(1_440) }).nullable(),
})

export type Mapping = z.output<typeof Mapping>
export type FieldPath = z.output<typeof FieldPath>
export type Template = z.output<typeof Template>

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

const NEEDED = ['id', 'createdAt', 'geo', 'sourceNumber', 'advertiserId'] as const

/** What a mapping that is right in itself still lacks, with the place it is missing at; null where nothing is. */
export function findGap({ mapping, credentials }: ConnectorConfig): { place: string[]; message: string } | null {
  const { lead, constants } = mapping
  const bare = lead && NEEDED.find((field) => lead[field] === undefined && constants[field] === undefined)
  if (bare) return { place: ['mapping', 'constants', bare], message: 'is missing: no field of a row holds it' }
  const wanted = JSON.stringify([mapping.headers, mapping.query, mapping.body])
  const secret = (['username', 'password'] as const).find((name) => wanted.includes(`{${name}}`) && !credentials[name])
  return secret ? { place: [secret], message: 'is missing' } : null
}
