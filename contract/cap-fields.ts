import { z } from 'zod/mini'
import {
  MAX_CAP,
  MAX_CPA_DOLLARS,
  MAX_CRG_PERCENT,
  MAX_ID_LENGTH,
  MAX_NAME_LENGTH,
  type Cap,
  type CapKind,
} from '#domain/caps/cap.ts'
import type { CapDraft } from '#domain/caps/edits.ts'
import {
  fieldOf,
  fieldsOf,
  mapFields,
  takeField,
  type ByType,
  type CapFields,
  type FieldName,
  type FieldType,
} from '#domain/caps/fields.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { formatWrittenHours, parseWrittenHours } from '#domain/hours/written-hours.ts'
import { dollarsFromCents, percentFromBasisPoints, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { atMost, body, day, dollars, geo, percent, source, text } from './fields.ts'
import { capTexts } from './texts/caps.ts'

// The JSON form of a cap's fields, by type.

const words = capTexts

/** Of typed and of stored hours. The stored form can be longer, and comes back when a cap is edited. */
const MAX_HOURS_LENGTH = 200

/** Always-on hours in a draft, before it is completed. */
const ALWAYS = '24/7'

/** Parses typed hours to the stored form or `24/7`. An empty text means unknown hours. */
const workingHours = z.pipe(
  z.optional(z.nullable(z.string({ error: words.hours }).check(atMost(MAX_HOURS_LENGTH, words.hours)))),
  z.transform((value, context) => {
    const written = parseWrittenHours(value)
    const stored = written.ok ? formatWrittenHours(written.value) : null
    if (written.ok && (stored?.length ?? 0) <= MAX_HOURS_LENGTH) {
      return written.value.hours.kind === 'always' ? ALWAYS : stored
    }
    const message = written.ok ? words.hours : HOURS_REFUSED[written.reason]
    context.issues.push({ code: 'custom', message, input: value })
    return z.NEVER
  }),
)

/** Sentences for hours that cannot be read. */
const HOURS_REFUSED = {
  'hours.unreadable': words.hours,
  'hours.empty-window': words.hoursEmptyWindow,
  'hours.unknown-zone': words.hoursUnknownZone,
} as const

/** An optional text; empty means absent. */
const optionalText = (name: FieldName) => {
  const { label, longest = MAX_NAME_LENGTH } = fieldOf(name)
  const error = words.longText(label, longest)
  return z.pipe(
    z.optional(z.nullable(text(error, longest, error))),
    z.transform((value) => value || null),
  )
}

const count = (missing: string) =>
  z
    .number({ error: ({ input }) => (input === undefined || input === null || input === '' ? missing : words.cap) })
    .check(
      z.gte(0, { error: words.cap, abort: true }),
      z.int({ error: words.cap, abort: true }),
      z.lte(MAX_CAP, { error: words.cap }),
    )

const advertiser = (missing: string) =>
  text(missing, MAX_ID_LENGTH, words.advertiserId).check(z.minLength(1, { error: missing }))

const cents = z.nullable(dollars(MAX_CPA_DOLLARS, words.cpa))
const basisPoints = z.nullable(percent(MAX_CRG_PERCENT, words.crg))

/** Parses typed hours to their stored fields. */
export const filledHours = z.pipe(
  workingHours,
  z.transform((hours) => ({ workingHours: hours === ALWAYS ? null : hours, alwaysOn: hours === ALWAYS })),
)

/** Schemas of a stored cap's fields. */
const STANDING: Readonly<Record<FieldType, z.ZodMiniType>> = {
  day: day(words.date),
  geo: z.string(),
  source: z.pipe(z.string(), z.transform(foldSource)),
  advertiser: z.string(),
  text: z.nullable(z.string()),
  author: z.string(),
  count: z.number(),
  hours: z.nullable(z.string()),
  always: z.boolean(),
  cents,
  basisPoints,
}

/**
 * Schemas of a draft's fields. `missing` is the sentence if a required field is absent. Null for fields that nobody
 * fills in.
 */
const FILLED: Readonly<Record<FieldType, (missing: string, name: FieldName) => z.ZodMiniType | null>> = {
  day: () => day(words.date),
  geo: (missing) => geo(missing, words.geo),
  source: (missing) => source(missing, words.source),
  advertiser,
  text: (_missing, name) => optionalText(name),
  author: (_missing, name) => optionalText(name),
  count,
  hours: () => workingHours,
  always: () => null,
  cents: () => z.optional(cents),
  basisPoints: () => z.optional(basisPoints),
}

const MISSING: Readonly<Record<CapKind, string>> = { broker: words.fillBroker, affiliate: words.fillAffiliate }

/** A value as JSON: prices in dollars and percent, all others as stored. */
type Travelling<V> = V extends Cents | BasisPoints ? number : V extends string ? string : V

type Required = 'date' | 'geo' | 'cap' | 'sourceNumber'
type OfBrokers = 'advertiserId' | 'advertiserName'

/** A stored cap as JSON. An affiliate cap has no advertiser. */
export type CapWire = { [N in Exclude<FieldName, OfBrokers>]: Travelling<CapFields[N]> } & {
  [N in OfBrokers]?: Travelling<CapFields[N]>
} & Pick<Cap, '_id' | 'actualCount' | 'version'>

/** A draft as JSON. */
export type CapDraftWire = { [N in Required]: Travelling<CapFields[N]> } & {
  [N in Exclude<FieldName, Required | 'alwaysOn'>]?: Travelling<CapFields[N]> | null | undefined
} & { version?: number | null | undefined }

/** A filled-in cap. `version` is the one that the person saw; null if it is not checked. */
export type FilledCap = CapDraft & { version: number | null }

type Schema<Output, Input> = z.ZodMiniType<Output, Input>

/** The schema of a stored cap of a kind. */
export function standingCap(kind: CapKind): Schema<Cap, CapWire> {
  return standing(kind, {})
}

/** The same, with the commit that saved it. */
export function savedCap(kind: CapKind): Schema<Cap & { batchId: string }, CapWire & { batchId: string }> {
  return standing(kind, { batchId: z.string() })
}

function standing<Also>(kind: CapKind, also: z.core.$ZodShape): Schema<Cap & Also, CapWire & Also> {
  const object = z.object({ ...standingShape(kind), ...also })
  const schema = z.pipe(
    object,
    z.transform((read) => ({ ...read, ...mapFields<CapFields>((name) => read[name] ?? null), kind })),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its shape is made of the table, as the type is
  return schema as unknown as Schema<Cap & Also, CapWire & Also>
}

function standingShape(kind: CapKind): Record<string, z.ZodMiniType> {
  const fields = fieldsOf(kind).map((name): [string, z.ZodMiniType] => [name, STANDING[fieldOf(name).type]])
  return { _id: z.string(), ...Object.fromEntries(fields), actualCount: z.number(), version: z.number() }
}

/** The schema of a filled-in cap of a kind: a new cap, or all fields of a changed one. */
export function capDraft(kind: CapKind): Schema<FilledCap, CapDraftWire> {
  const fields = fieldsOf(kind).flatMap((name): [string, z.ZodMiniType][] => {
    const schema = FILLED[fieldOf(name).type](MISSING[kind], name)
    return schema ? [[name, schema]] : []
  })
  const version = z.optional(z.nullable(z.int({ error: words.version })))
  const shape: Record<string, z.ZodMiniType> = { ...Object.fromEntries(fields), version }
  const schema = z.pipe(body(shape, { ...standingShape(kind), batchId: z.string() }), z.transform(fillIn))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its shape is made of the table, as the type is
  return schema as unknown as Schema<FilledCap, CapDraftWire>
}

/** Converts to the domain's fields. Missing values become null. */
function fillIn(typed: Readonly<Record<string, unknown>>): object {
  const isAlways = typed['workingHours'] === ALWAYS
  const fields = mapFields<CapFields>((name, type) => {
    if (type === 'always') return isAlways
    return type === 'hours' && isAlways ? null : (typed[name] ?? null)
  })
  return { ...fields, version: typed['version'] ?? null }
}

const same = (value: unknown) => value
const WRITERS: ByType<unknown> = {
  day: same,
  geo: same,
  source: same,
  advertiser: same,
  text: same,
  author: same,
  count: same,
  hours: same,
  always: same,
  cents: (value) => value && dollarsFromCents(value),
  basisPoints: (value) => value && percentFromBasisPoints(value),
}

/** A stored cap as JSON for an answer. */
export function writeCap(cap: Cap): CapWire {
  const { _id, kind, actualCount, version } = cap
  return { _id, ...writeFields(kind, cap), actualCount, version }
}

/** A cap as a draft with its version; hours as they are typed. */
export function writeDraft(cap: Cap): CapDraftWire {
  const { alwaysOn: _, ...fields } = writeFields(cap.kind, cap)
  return { ...fields, workingHours: formatStoredHours(cap), version: cap.version }
}

/** A copy of a cap as a new draft: without a version, with the adding member as its author. */
export function writeCopy(cap: Cap, date: Day): CapDraftWire {
  const { version: _version, createdBy: _author, ...draft } = writeDraft(cap)
  return { ...draft, date }
}

/** A draft for this kind: an affiliate cap names no advertiser. */
export function draftOfKind(kind: CapKind, draft: CapDraftWire): CapDraftWire {
  if (kind === 'broker') return draft
  const { advertiserId: _id, advertiserName: _name, ...own } = draft
  return own
}

function writeFields(kind: CapKind, fields: CapFields): Omit<CapWire, '_id' | 'actualCount' | 'version'> {
  const own = new Set(fieldsOf(kind))
  return mapFields((name) => (own.has(name) ? takeField(WRITERS, fields, name) : undefined))
}
