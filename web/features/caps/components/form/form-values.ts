import type { CapDraftWire } from '#contract/cap-fields.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { fieldOf, fieldsOf, mapFields, TYPED_FIELDS, type FieldName, type TypedField } from '#domain/caps/fields.ts'
import { isSameTyped, mapTyped, parseTyped, writeTyped } from '#domain/caps/typed.ts'
import type { Day } from '#domain/kernel/day.ts'
import { KIND_WORDS } from '../cap-kinds.ts'

/** What stands in the fields, as it is typed; those of the advertiser stay empty in a publisher cap. */
export type CapFormValues = Record<TypedField, string>

export function labelOf(kind: CapKind, field: TypedField): string {
  return field === 'sourceNumber' ? KIND_WORDS[kind].source : fieldOf(field).label
}

export function isField(name: string): name is TypedField {
  return TYPED_FIELDS.some((field) => field === name)
}

/** A new cap keeps who buys, when and for how much from the last one that was saved; geo, source and number are its own. */
export function newValues(day: Day, last: CapFormValues | null): CapFormValues {
  const kept = last ?? mapTyped(() => '')
  return { ...kept, date: day, geo: '', cap: '', sourceNumber: '', createdBy: '' }
}

export function valuesOf(cap: Cap): CapFormValues {
  return mapTyped((field) => writeTyped(cap, field))
}

/** A new cap like another one, on a day of its own; who makes it signs it. */
export function valuesLike(cap: Cap, day: Day): CapFormValues {
  return { ...valuesOf(cap), date: day, createdBy: '' }
}

/** What is sent (spec, section 5): an empty cap is 0, empty prices are absent. */
export function toDraft(kind: CapKind, values: CapFormValues, version: number | null): CapDraftWire {
  const typed: Readonly<Partial<Record<FieldName, string>>> = values
  const own = new Set(fieldsOf(kind))
  const draft = mapFields<CapDraftWire>((name) => (own.has(name) ? parseTyped(name, typed[name] ?? '') : undefined))
  return { ...draft, cap: draft.cap ?? 0, version }
}

/** The fields in which what was typed differs from what stands. */
export function differingFields(typed: CapFormValues, standing: CapFormValues): TypedField[] {
  return TYPED_FIELDS.filter((field) => !isSameTyped(field, typed[field], standing[field]))
}
