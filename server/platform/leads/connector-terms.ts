import type { Result } from '#domain/kernel/result.ts'
import { isLearnedFromRows, type ConnectorDraft, type ConnectorSecrets } from '#domain/leads/connector.ts'
import { isRecord } from '#domain/leads/fields.ts'
import { readConnector, readIncomplete, type Misconfigured } from './connector-file.ts'
import { DEPOSIT_FIELDS, LEAD_FIELDS, type ConnectorConfig } from './mapping.ts'
import type { Recipe } from './presets/recipe.ts'
import { PRESETS, RECIPES, type Preset } from './presets/recipes.ts'

/** The places that hold a text and can be filled in a form. */
const FILLED = /^(token|username|password|mapping\.((constants|lead|dates|query|headers)\.[\w-]+|deposits\.goal|path))$/

/** A preset to choose. */
export interface OfferedPreset extends Pick<Recipe, 'title' | 'url' | 'required' | 'optional' | 'notes'> {
  preset: Preset
}

/** The presets that a form can set up; the others need a file. */
export function listOfferedPresets(): OfferedPreset[] {
  return PRESETS.flatMap((preset) => {
    const { title, url, required, optional, notes } = RECIPES[preset]
    if (!required.every((place) => FILLED.test(place))) return []
    return { preset, title, url, required, optional: optional.filter((place) => FILLED.test(place)), notes }
  })
}

/** An offered preset by name; null if there is none. */
export function findOfferedPreset(name: string): OfferedPreset | null {
  return listOfferedPresets().find(({ preset }) => preset === name) ?? null
}

/** Reads a draft as a connector. Its mapping is the preset's with the terms over it. */
export function readDraft(draft: ConnectorDraft, secrets: ConnectorSecrets): Result<ConnectorConfig, Misconfigured> {
  return readConnector(toEntry(draft, secrets))
}

/** The same for looking at rows, which may show missing values. */
export function readUnfinished(
  draft: ConnectorDraft,
  secrets: ConnectorSecrets,
  missing: readonly string[],
): Result<ConnectorConfig, Misconfigured> {
  const learned = missing.filter((place) => isLearnedFromRows(place) && !place.startsWith('constants.'))
  const terms = { ...Object.fromEntries(learned.map((place) => [place, UNKNOWN])), ...draft.terms }
  return readIncomplete(toEntry({ ...draft, terms }, secrets))
}

/** A value that no row has. */
const UNKNOWN = '(unknown)'

function toEntry({ name, preset, url, terms }: ConnectorDraft, secrets: ConnectorSecrets): object {
  const mapping: Record<string, unknown> = {}
  const said = { ...namesOfGeneric(preset, terms), ...datesAsked(preset, terms), ...terms }
  for (const [place, value] of Object.entries(said)) {
    put(mapping, place.split('.'), value)
  }
  return { name, preset, url, ...secrets, mapping }
}

function put(over: Record<string, unknown>, [part = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) return void (over[part] = value)
  const inner = isRecord(over[part]) ? over[part] : {}
  over[part] = inner
  put(inner, rest, value)
}

/** If rows use the names of the generic contract, changing one field must name them all. */
function namesOfGeneric(preset: string, terms: Readonly<Record<string, string>>): Record<string, string> {
  const mapping = findMapping(preset)
  const isNamed = isRecord(mapping['lead'])
  const parts = new Set(Object.keys(terms).map((place) => place.split('.')[0]))
  if (isNamed || !['lead', 'constants', 'dates'].some((part) => parts.has(part))) return {}
  const names: Record<string, string> = {}
  for (const field of LEAD_FIELDS) names[`lead.${field}`] = field
  if (parts.has('dates')) for (const field of DEPOSIT_FIELDS) names[`deposits.fields.${field}`] = field
  return names
}

/** Another date format of rows does not change the format of requests. */
function datesAsked(preset: string, terms: Readonly<Record<string, string>>): Record<string, string> {
  const { dates } = findMapping(preset)
  if (terms['dates.format'] === undefined || !isRecord(dates)) return {}
  const asked = dates['asked'] ?? dates['format']
  return typeof asked === 'string' ? { 'dates.asked': asked } : {}
}

function findMapping(name: string): Record<string, unknown> {
  const preset = PRESETS.find((each) => each === name)
  const mapping = preset && RECIPES[preset].mapping
  return isRecord(mapping) ? mapping : {}
}
