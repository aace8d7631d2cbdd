import { codeOfGeo, readTypedGeo } from '#domain/kernel/countries.ts'
import { foldEmail, foldGeo, foldSource, normalizeGeo, type SourceNumber } from '#domain/kernel/identity.ts'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { FieldReader, isRecord } from './fields.ts'
import {
  TRACKING_FIELDS,
  type DepositRow,
  type LeadChange,
  type LeadRow,
  type RowReading,
  type Tracking,
} from './row.ts'

const NOT_A_ROW = { ok: false, reason: 'the row is not an object' } as const
const NEVER = instantFromMilliseconds(0)

/** Parses a lead with the field names of the generic contract (docs/lead-api.md). */
export function parseLead(raw: unknown): RowReading<LeadChange> {
  if (!isRecord(raw)) return NOT_A_ROW
  const fields = new FieldReader(raw)
  const row = fields.flag('isTest') ? parseTestLead(fields) : parseLeadFields(fields)
  return fields.reason === null ? { ok: true, row } : { ok: false, reason: fields.reason }
}

function parseTestLead(fields: FieldReader): LeadChange {
  return {
    test: true,
    id: fields.requiredKey('id'),
    createdAt: fields.instant('createdAt'),
    updatedAt: fields.instant('updatedAt'),
  }
}

function parseLeadFields(fields: FieldReader): LeadRow {
  const id = fields.requiredKey('id')
  const createdAt = fields.instant('createdAt')
  if (createdAt === null) fields.refuse('createdAt is missing')
  const geo = readTypedGeo(fields.requiredKey('geo'))
  const sourceNumber = foldSource(fields.requiredKey('sourceNumber'))
  if (sourceNumber === '') fields.refuse('sourceNumber is missing')
  const email = fields.optionalKey('email')
  return {
    test: false,
    id,
    createdAt: createdAt ?? NEVER,
    geo,
    geoKey: foldGeo(geo),
    sourceNumber,
    sourceName: fields.optionalText('sourceName'),
    advertiserId: fields.requiredKey('advertiserId'),
    advertiserName: fields.optionalText('advertiserName'),
    email,
    emailKey: foldEmail(email),
    status: fields.sentStatus('status'),
    tracking: readTracking(fields),
    updatedAt: fields.instant('updatedAt'),
  }
}

function readTracking(fields: FieldReader): Tracking | null {
  const tracking: Tracking = {}
  for (const name of TRACKING_FIELDS) {
    const text = fields.note(name)
    if (text !== null) tracking[name] = text
  }
  return Object.keys(tracking).length > 0 ? tracking : null
}

/** Parses a deposit with the field names of the generic contract (docs/lead-api.md). */
export function parseDeposit(raw: unknown): RowReading<DepositRow> {
  if (!isRecord(raw)) return NOT_A_ROW
  const fields = new FieldReader(raw)
  const row = parseDepositFields(fields)
  if (row.leadId === null && row.emailKey === null) fields.refuse('neither leadId nor email says whose deposit it is')
  return fields.reason === null ? { ok: true, row } : { ok: false, reason: fields.reason }
}

function parseDepositFields(fields: FieldReader): DepositRow {
  const id = fields.requiredKey('id')
  const email = readEmail(fields)
  const geo = codeOfGeo(fields.optionalKey('geo') ?? '')
  return {
    id,
    leadId: fields.optionalKey('leadId'),
    email,
    emailKey: foldEmail(email),
    createdAt: fields.instant('createdAt'),
    createdBefore: null,
    geo: geo === '' ? null : normalizeGeo(geo),
    geoKey: geo === '' ? null : foldGeo(geo),
    sourceNumber: parseSourceField(fields),
    advertiserId: fields.optionalKey('advertiserId'),
    payout: fields.dollars('payout'),
    updatedAt: fields.instant('updatedAt'),
  }
}

/** What tables write where there is no e-mail. It would find the lead of somebody else who has none. */
const NO_EMAIL = /^(?:[^\p{L}\p{N}]*|\W*n\/?a|none|null|undefined)$/iu

function readEmail(fields: FieldReader): string | null {
  const email = fields.optionalKey('email')
  return email === null || NO_EMAIL.test(email) ? null : email
}

function parseSourceField(fields: FieldReader): SourceNumber | null {
  const source = foldSource(fields.optionalKey('sourceNumber') ?? '')
  return source === '' ? null : source
}
