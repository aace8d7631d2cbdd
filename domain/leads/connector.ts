import { isRecord } from './fields.ts'

/** Valid names of a connector. The name is a part of the key of each of its rows. */
export const CONNECTOR_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

/** The prefix of the connector of an uploaded file. */
export const FILE_PREFIX = 'file-'
/** The prefix of the connector of a published sheet that every sync reads. */
export const SHEET_PREFIX = 'sheet-'

/** Secrets that a system may require. */
export const CONNECTOR_SECRETS = ['token', 'username', 'password'] as const
export type ConnectorSecret = (typeof CONNECTOR_SECRETS)[number]
export type ConnectorSecrets = Partial<Record<ConnectorSecret, string>>

/** The fields that every lead needs. */
export const NEEDED_FIELDS = ['id', 'createdAt', 'geo', 'sourceNumber', 'advertiserId'] as const

/** The fields of a lead that may be read from another place of a row than in the preset. */
export const CHOSEN_FIELDS = [...NEEDED_FIELDS, 'status', 'email'] as const
export type ChosenField = (typeof CHOSEN_FIELDS)[number]

/** The fields of a lead that may be the same for all rows of a connector, if rows do not have them. */
export const CONSTANT_FIELDS = ['geo', 'sourceNumber', 'advertiserId'] as const

/**
 * Values of an account that differ from the preset, by place in the mapping: `constants.advertiserId`, `lead.geo` (the
 * path of a field in a row), `dates.zone`, `deposits.goal`.
 */
export type ConnectorTerms = Readonly<Record<string, string>>

/** A connector as set up in the Control Center, without its secrets. */
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

/** The values that a preset needs from each account: places below `mapping.`, and secrets. */
export interface PresetNeeds {
  required: readonly string[]
  optional: readonly string[]
}

/** Reads stored terms. Values that are not texts are dropped. */
export function readTerms(stored: unknown): ConnectorTerms {
  const entries = isRecord(stored) ? Object.entries(stored) : []
  return Object.fromEntries(entries.flatMap(([place, value]) => (typeof value === 'string' ? [[place, value]] : [])))
}

/** The first place that neither all presets nor this preset have; null if all places are known. */
export function findUnknownTerm(terms: ConnectorTerms, { required, optional }: PresetNeeds): string | null {
  const named = new Set([...required, ...optional])
  return Object.keys(terms).find((place) => !PLACES.has(place) && !named.has(`mapping.${place}`)) ?? null
}

/** The required values that are missing: secrets by name, places of the mapping without `mapping.`. */
export function listMissing({ required }: PresetNeeds, terms: ConnectorTerms, given: ReadonlySet<string>): string[] {
  return required
    .map((place) => place.replace(/^mapping\./, ''))
    .filter((place) => {
      if (terms[place] !== undefined || given.has(place)) return false
      // A field that the preset finds in no row may be in the rows of another account.
      return terms[place.replace(/^constants\./, 'lead.')] === undefined
    })
}

/** Whether rows can be requested before a place is filled. The rows then show possible values. */
export function isLearnedFromRows(place: string): boolean {
  return place.startsWith('constants.') || place.startsWith('lead.') || place === 'deposits.goal'
}
