import type { OfferedPreset, ShownConnector } from '#contract/connectors.ts'
import { CHOSEN_FIELDS, CONNECTOR_SECRETS, CONSTANT_FIELDS, type ConnectorSecret } from '#domain/leads/connector.ts'
import type { ConnectorDraftWire } from '../../connector-api.ts'

/** The typed texts of the form. */
export interface Typed {
  name: string
  preset: string
  url: string
  secrets: Partial<Record<ConnectorSecret, string>>
  /** By its path in the mapping; empty: the preset's default. */
  terms: Readonly<Record<string, string>>
}

export function typedOf(connector: ShownConnector | null): Typed {
  if (!connector) return { name: '', preset: '', url: '', secrets: {}, terms: {} }
  const { name, preset, url, terms } = connector
  return { name, preset, url, secrets: {}, terms: Object.fromEntries(terms.map(({ place, value }) => [place, value])) }
}

export function toDraft({ name, preset, url, secrets, terms }: Typed, version: number | null): ConnectorDraftWire {
  const said = Object.entries(terms).flatMap(([place, value]) => {
    const text = value.trim()
    return text === '' ? [] : [{ place, value: text }]
  })
  return { name: name.trim(), preset, url: url.trim(), ...secrets, terms: said, version }
}

const isSecret = (place: string): place is ConnectorSecret => CONNECTOR_SECRETS.some((secret) => secret === place)

/** The secrets that a preset needs or can take. */
export function secretsOf({ required, optional }: OfferedPreset): ConnectorSecret[] {
  const named = new Set([...required, ...optional])
  return CONNECTOR_SECRETS.filter((secret) => named.has(secret))
}

/** What else a preset needs, by paths in the mapping. */
export function requiredTermsOf({ required }: OfferedPreset): string[] {
  return required.filter((place) => !isSecret(place)).map((place) => place.replace(/^mapping\./, ''))
}

const ALWAYS = new Set([
  ...CHOSEN_FIELDS.map((field) => `lead.${field}`),
  ...CONSTANT_FIELDS.map((field) => `constants.${field}`),
  'dates.format',
  'dates.zone',
])

/** Optional terms of this preset that have no field of their own. */
export function otherTermsOf({ optional }: OfferedPreset): string[] {
  return optional
    .filter((place) => !isSecret(place))
    .map((place) => place.replace(/^mapping\./, ''))
    .filter((place) => !ALWAYS.has(place))
}
