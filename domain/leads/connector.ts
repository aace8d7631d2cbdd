import { isRecord } from './fields.ts'

/** The names that a connector may have: part of the key of each of its rows. */
export const CONNECTOR_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

/** What a system may ask for to let somebody in. */
export const CONNECTOR_SECRETS = ['token', 'username', 'password'] as const
export type ConnectorSecret = (typeof CONNECTOR_SECRETS)[number]
export type ConnectorSecrets = Partial<Record<ConnectorSecret, string>>

/** The fields without which no row is a lead. */
export const NEEDED_FIELDS = ['id', 'createdAt', 'geo', 'sourceNumber', 'advertiserId'] as const

/** The fields of a lead that people can read from another place of a row than the preset says. */
export const CHOSEN_FIELDS = [...NEEDED_FIELDS, 'status', 'email'] as const
export type ChosenField = (typeof CHOSEN_FIELDS)[number]

/** The fields of a lead that a connector can say itself, for rows that do not. */
export const CONSTANT_FIELDS = ['geo', 'sourceNumber', 'advertiserId'] as const

/**
 * What is other in one account than in the preset, by its place in the mapping: `constants.advertiserId`, `lead.geo`
 * (the path of a field in a row), `dates.zone`, `deposits.goal`.
 */
export type ConnectorTerms = Readonly<Record<string, string>>

/** A connector as it is set up in the control center, without its secrets. */
export interface ConnectorDraft {
  name: string
  preset: string
  url: string
  terms: ConnectorTerms
}

/** The places that people may fill for every preset. */
const PLACES: ReadonlySet<string> = new Set([
  ...CHOSEN_FIELDS.map((field) => `lead.${field}`),
  ...CONSTANT_FIELDS.map((field) => `constants.${field}`),
  'dates.format',
  'dates.zone',
])

/** What a preset asks of each account for: places below `mapping.`, and secrets. */
export interface PresetNeeds {
  required: readonly string[]
  optional: readonly string[]
}

/** Terms as they were stored; what is no text is none. */
export function readTerms(stored: unknown): ConnectorTerms {
  const entries = isRecord(stored) ? Object.entries(stored) : []
  return Object.fromEntries(entries.flatMap(([place, value]) => (typeof value === 'string' ? [[place, value]] : [])))
}

/** The first place that neither every preset nor this one has; null: all are known. */
export function findUnknownTerm(terms: ConnectorTerms, { required, optional }: PresetNeeds): string | null {
  const named = new Set([...required, ...optional])
  return Object.keys(terms).find((place) => !PLACES.has(place) && !named.has(`mapping.${place}`)) ?? null
}

/** What a preset requires and nobody gave: secrets by their names, places of the mapping without `mapping.`. */
export function listMissing({ required }: PresetNeeds, terms: ConnectorTerms, given: ReadonlySet<string>): string[] {
  return required
    .map((place) => place.replace(/^mapping\./, ''))
    .filter((place) => {
      if (terms[place] !== undefined || given.has(place)) return false
      // What no row has by the preset may stand in one of another account.
      return terms[place.replace(/^constants\./, 'lead.')] === undefined
    })
}

/** Whether rows can be asked for before a place is filled: then they show what belongs there. */
export function isLearnedFromRows(place: string): boolean {
  return place.startsWith('constants.') || place.startsWith('lead.') || place === 'deposits.goal'
}
