import type { CapDraftWire } from '#contract/cap-fields.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { fieldOf, fieldsOf, mapFields, TYPED_FIELDS, type FieldName, type TypedField } from '#domain/caps/fields.ts'
import { isSameTyped, mapTyped, parseTyped, writeTyped } from '#domain/caps/typed.ts'
import { readTypedGeo } from '#domain/kernel/countries.ts'
import type { Day } from '#domain/kernel/day.ts'
import { KIND_WORDS } from '../cap-kinds.ts'

/** The texts in the fields. Those of the advertiser stay empty in a publisher cap. */
export type CapFormValues = Record<TypedField, string>

export function labelOf(kind: CapKind, field: TypedField): string {
  return field === 'sourceNumber' ? KIND_WORDS[kind].source : fieldOf(field).label
}

export function isField(name: string): name is TypedField {
  return TYPED_FIELDS.some((field) => field === name)
}

/** A new cap keeps advertiser, hours and prices of the last saved one; geo, source and number start empty. */
export function newValues(day: Day, last: CapFormValues | null): CapFormValues {
  const kept = last ?? mapTyped(() => '')
  return { ...kept, date: day, geo: '', cap: '', sourceNumber: '', createdBy: '' }
}

export function valuesOf(cap: Cap): CapFormValues {
  return mapTyped((field) => writeTyped(cap, field))
}

/** A new cap with the values of another one, on its own day, signed by its author. */
export function valuesLike(cap: Cap, day: Day): CapFormValues {
  return { ...valuesOf(cap), date: day, createdBy: '' }
}

/**
 * The body to send (spec, section 5): an empty cap is 0, empty prices are absent. A country by its name is its code, as in its
 * leads; a cap that is stored under the name keeps it.
 */
export function toDraft(
  kind: CapKind,
  values: CapFormValues,
  target: Pick<Cap, 'geo' | 'version'> | null,
): CapDraftWire {
  const typed: Readonly<Partial<Record<FieldName, string>>> = values
  const own = new Set(fieldsOf(kind))
  const draft = mapFields<CapDraftWire>((name) => (own.has(name) ? parseTyped(name, typed[name] ?? '') : undefined))
  const geo = target && isSameTyped('geo', draft.geo, target.geo) ? target.geo : readTypedGeo(draft.geo)
  return { ...draft, geo, cap: draft.cap ?? 0, version: target?.version ?? null }
}

/** The fields in which the typed values differ from the current ones. */
export function differingFields(typed: CapFormValues, standing: CapFormValues): TypedField[] {
  return TYPED_FIELDS.filter((field) => !isSameTyped(field, typed[field], standing[field]))
}
