import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import { parseDollars, parseNumber, parsePercent } from '#domain/kernel/typed-number.ts'
import {
  fieldOf,
  mapFields,
  takeField,
  type ByType,
  type CapFields,
  type FieldName,
  type FieldType,
  type TypedField,
} from './fields.ts'

// The fields of a cap as people type them into a form.

const asIs = (value: string | null) => value ?? ''

const WRITERS: Omit<ByType<string>, 'hours' | 'always'> = {
  day: asIs,
  geo: asIs,
  source: asIs,
  advertiser: asIs,
  text: asIs,
  author: asIs,
  count: String,
  cents: (value) => (value === null ? '' : String(dollarsFromCents(value))),
  basisPoints: (value) => (value === null ? '' : String(percentFromBasisPoints(value))),
}

/** Makes one value for each typed field. */
export function mapTyped<V>(toValue: (name: FieldName) => V): Record<TypedField, V> {
  const { alwaysOn: _, ...values } = mapFields<Record<FieldName, V>>(toValue)
  return values
}

/** The text that a person would type for this field of a cap. */
export function writeTyped(cap: CapFields, name: FieldName): string {
  const hours = () => formatStoredHours(cap) ?? ''
  return takeField({ ...WRITERS, hours, always: hours }, cap, name)
}

const NUMBERS: Readonly<Partial<Record<FieldType, (typed: string) => number | null>>> = {
  count: parseNumber,
  cents: parseDollars,
  basisPoints: parsePercent,
}

/**
 * Parses a typed field: null if no number is typed, NaN (which is refused) if it is not a number; texts stay as they
 * are.
 */
export function parseTyped(name: FieldName, typed: string): string | number | null {
  const read = NUMBERS[fieldOf(name).type]
  if (!read) return typed
  return typed.trim() === '' ? null : (read(typed) ?? Number.NaN)
}

/** Whether two typed texts mean the same value. */
export function isSameTyped(name: FieldName, one: string, other: string): boolean {
  return valueOf(name, one) === valueOf(name, other)
}

function valueOf(name: FieldName, typed: string): string {
  return String(parseTyped(name, typed)).trim()
}
