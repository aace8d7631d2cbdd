import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'

/** The TypeScript type of each field type. Every room has one reader and writer per type. */
export interface FieldTypes {
  day: Day
  /** As typed, in upper case. */
  geo: string
  source: SourceNumber
  /** An advertiser's value; null for a cap without an advertiser. */
  advertiser: string | null
  text: string | null
  /** The author. A typed form may leave it out. */
  author: string
  /** In leads. */
  count: number
  /** Normalised windows (`domain/hours`); null when always on or unknown. */
  hours: string | null
  /** Whether the cap is always on. It is typed in the hours field. */
  always: boolean
  cents: Cents | null
  basisPoints: BasisPoints | null
}

export type FieldType = keyof FieldTypes

/** One field of a cap, with everything that forms, tables, calls, history and the database need to know about it. */
interface Field {
  type: FieldType
  label: string
  /** The kinds of cap that have the field; both if absent. */
  kinds?: readonly CapKind[]
  /** Whether caps in one place are compared by it, and a copy takes it over. */
  isTerm?: true
  /**
   * Headings that people use for its column, in small letters without separators. If absent, no column is read for it.
   */
  headings?: string
  /** The heading in tables that are written for people, if it is not the label. */
  heading?: string
  /** The most characters of a text. */
  longest?: number
}

/**
 * Every field of a cap that people or programs set, in the order of the form. To add a field, add an entry here and a
 * column of the same name: calls check and answer it, the history and the bot's plans keep it, an undo restores it,
 * forms and sheets show it, and copies take it over if it is a term.
 */
export const CAP_FIELDS = {
  date: { type: 'day', label: 'Date', headings: 'date day' },
  geo: { type: 'geo', label: 'Geo', headings: 'geo geos country countrycode countries' },
  cap: {
    type: 'count',
    label: 'Cap',
    isTerm: true,
    heading: 'Planned',
    headings: 'cap caps limit daily dailycap dailylimit daycap plan planned target',
  },
  advertiserId: {
    type: 'advertiser',
    label: 'Advertiser ID',
    kinds: ['broker'],
    headings: 'advertiserid advid brokerid buyerid',
  },
  advertiserName: {
    type: 'text',
    label: 'Advertiser name',
    kinds: ['broker'],
    headings: 'advertisername advname brokername buyername name',
  },
  sourceNumber: {
    type: 'source',
    label: 'Source',
    headings:
      'source sourceid sourcenumber sourceno sources affiliate affiliateid affiliatenumber aff affid publisher publisherid pub pubid',
  },
  workingHours: {
    type: 'hours',
    label: 'Working hours',
    isTerm: true,
    heading: 'Hours',
    headings: 'hours workinghours workhours workinghour openinghours schedule time',
  },
  alwaysOn: { type: 'always', label: 'Always on', isTerm: true },
  cpa: {
    type: 'cents',
    label: 'CPA',
    isTerm: true,
    headings: 'cpa cpausd price priceusd payout cpacrg',
  },
  crg: {
    type: 'basisPoints',
    label: 'CRG %',
    isTerm: true,
    heading: 'CRG',
    headings: 'crg crgpercent cr guarantee crguarantee guaranteedcr guaranteed',
  },
  createdBy: {
    type: 'author',
    label: 'Created by',
    headings: 'createdby creator author owner manager by',
  },
} as const satisfies Record<string, Field>

type Table = typeof CAP_FIELDS

export type FieldName = keyof Table

/** The fields of a cap with their values. */
export type CapFields = { [N in FieldName]: FieldTypes[Table[N]['type']] }

export const FIELD_NAMES: readonly FieldName[] = Object.keys(CAP_FIELDS).filter(isFieldName)

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(CAP_FIELDS, name)
}

export function fieldOf(name: FieldName): Field {
  return CAP_FIELDS[name]
}

/** The heading of its column. Reading a table maps this heading back to the field. */
export function headingOf(name: FieldName): string {
  const { heading, label } = fieldOf(name)
  return heading ?? label
}

/** The fields that caps of a kind have. */
export function fieldsOf(kind: CapKind): FieldName[] {
  return FIELD_NAMES.filter((name) => fieldOf(name).kinds?.includes(kind) ?? true)
}

/** The fields that people type: all but those that follow from another field. */
export type TypedField = Exclude<FieldName, 'alwaysOn'>

export const TYPED_FIELDS: readonly TypedField[] = FIELD_NAMES.filter((name) => name !== 'alwaysOn')

/** The terms: the fields that can differ between two caps in one place, and that a copy takes over. */
export type TermField = { [N in FieldName]: Table[N] extends { isTerm: true } ? N : never }[FieldName]

export const TERM_FIELDS: readonly TermField[] = FIELD_NAMES.filter(isTermField)

function isTermField(name: FieldName): name is TermField {
  return fieldOf(name).isTerm === true
}

const ENTRIES: readonly (readonly [FieldName, FieldType])[] = FIELD_NAMES.map((name) => [name, fieldOf(name).type])

/** Makes one value for each field from its entry. Fields with undefined are left out. */
export function mapFields<Values extends Partial<Record<FieldName, unknown>>>(
  valueOf: (name: FieldName, type: FieldType) => unknown,
): Values {
  const values: Record<string, unknown> = {}
  for (const [name, type] of ENTRIES) {
    const value = valueOf(name, type)
    if (value !== undefined) values[name] = value
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one value for each entry, made by its own type
  return values as Values
}

/** Picks some fields of an object. */
export function pickFields<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Partial<Pick<Fields, Name>> {
  const picked: Partial<Pick<Fields, Name>> = {}
  for (const name of names) picked[name] = fields[name]
  return picked
}

/** How a room handles the values of each type. */
export type ByType<Taken> = { readonly [T in FieldType]: (value: FieldTypes[T]) => Taken }

/** Applies a room's handler to one field of a cap. */
export function takeField<Taken>(by: ByType<Taken>, fields: CapFields, name: FieldName): Taken {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of a field is one of its type
  const take = by[fieldOf(name).type] as (value: unknown) => Taken
  return take(fields[name])
}
