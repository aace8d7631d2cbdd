import type { AffiliateCapDraftWire } from '#contract/affiliate-caps.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { readDollars, readNumber, readPercent } from '#domain/kernel/typed-number.ts'
import type { KindDraft } from '../../api.ts'
import { KIND_WORDS } from '../cap-kinds.ts'

/** What stands in the fields, as it is typed; those of the advertiser stay empty in a publisher cap. */
export interface CapFormValues {
  date: string
  geo: string
  cap: string
  advertiserId: string
  advertiserName: string
  sourceNumber: string
  workingHours: string
  cpa: string
  crg: string
  createdBy: string
}

/** The fields in the order of the form, as they are called there. */
const FIELD_LABELS: Readonly<Record<keyof CapFormValues, string>> = {
  date: 'Date',
  geo: 'Geo',
  cap: 'Cap',
  advertiserId: 'Advertiser ID',
  advertiserName: 'Advertiser name',
  sourceNumber: KIND_WORDS.broker.source,
  workingHours: 'Working hours',
  cpa: 'CPA',
  crg: 'CRG %',
  createdBy: 'Created by',
}

const FIELDS = Object.keys(FIELD_LABELS).filter(isField)

export function labelOf(kind: CapKind, field: keyof CapFormValues): string {
  return field === 'sourceNumber' ? KIND_WORDS[kind].source : FIELD_LABELS[field]
}

export function isField(name: string): name is keyof CapFormValues {
  return Object.hasOwn(FIELD_LABELS, name)
}

/** A new cap keeps who buys, when and for how much from the last one that was saved; geo, source and number are its own. */
export function newValues(day: Day, last: CapFormValues | null): CapFormValues {
  return {
    date: day,
    geo: '',
    cap: '',
    advertiserId: last?.advertiserId ?? '',
    advertiserName: last?.advertiserName ?? '',
    sourceNumber: '',
    workingHours: last?.workingHours ?? '',
    cpa: last?.cpa ?? '',
    crg: last?.crg ?? '',
    createdBy: '',
  }
}

export function valuesOf(cap: ListedCap): CapFormValues {
  return {
    date: cap.date,
    geo: cap.geo,
    cap: String(cap.cap),
    advertiserId: cap.advertiserId ?? '',
    advertiserName: cap.advertiserName ?? '',
    sourceNumber: cap.sourceNumber,
    workingHours: formatStoredHours(cap) ?? '',
    cpa: cap.cpa === null ? '' : String(dollarsFromCents(cap.cpa)),
    crg: cap.crg === null ? '' : String(percentFromBasisPoints(cap.crg)),
    createdBy: cap.createdBy,
  }
}

/** What is sent (spec, section 5): an empty cap is 0, empty prices are absent. */
export function toDraft(kind: CapKind, values: CapFormValues, version: number | null): KindDraft {
  const draft: AffiliateCapDraftWire = {
    date: values.date,
    geo: values.geo,
    cap: read('cap', values) ?? 0,
    sourceNumber: values.sourceNumber,
    workingHours: values.workingHours,
    cpa: read('cpa', values),
    crg: read('crg', values),
    createdBy: values.createdBy,
    version,
  }
  if (kind === 'affiliate') return { kind, draft }
  const { advertiserId, advertiserName } = values
  return { kind, draft: { ...draft, advertiserId, advertiserName } }
}

/** The fields in which what was typed differs from what stands. */
export function differingFields(typed: CapFormValues, standing: CapFormValues): (keyof CapFormValues)[] {
  return FIELDS.filter((field) => valueOf(field, typed) !== valueOf(field, standing))
}

const READERS = { cap: readNumber, cpa: readDollars, crg: readPercent }

function isNumeric(field: keyof CapFormValues): field is keyof typeof READERS {
  return Object.hasOwn(READERS, field)
}

/** Null where nothing is typed; NaN, which the contract refuses, where it is no number. */
function read(field: keyof typeof READERS, values: CapFormValues): number | null {
  return values[field].trim() === '' ? null : (READERS[field](values[field]) ?? Number.NaN)
}

/** However it is written. */
function valueOf(field: keyof CapFormValues, values: CapFormValues): string {
  return isNumeric(field) ? String(read(field, values)) : values[field].trim()
}
