import { z } from 'zod'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { isRecord } from '#domain/leads/fields.ts'
import { parseJson } from '../json.ts'
import { readPath } from './answer.ts'
import { findGap } from './mapping-gap.ts'
import { Mapping, type ConnectorConfig } from './mapping.ts'
import { PRESETS, RECIPES } from './presets/recipes.ts'

const text = z.string().trim().min(1, { error: 'must be a text' })

const Entry = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'must be letters a-z, digits and hyphens, at most 40' }),
  preset: z.enum(PRESETS, { error: `must be one of ${PRESETS.join(', ')}` }),
  url: z.url({ protocol: /^https?$/, error: 'must be an address such as https://leads.example.org' }),
  token: text.optional(),
  username: text.optional(),
  password: text.optional(),
  /** Values that differ from the preset. */
  mapping: z.record(z.string(), z.unknown()).default({}),
})

export type ConnectorEntry = z.input<typeof Entry>

const Entries = z.array(z.unknown(), { error: 'must be a list of connectors' })

export type Misconfigured = { reason: 'connector.wrong'; message: string }

/** Reads the connectors of the file `LEAD_CONNECTORS`. An error gives a sentence with its place. */
export function readConnectorFile(json: string): Result<ConnectorConfig[], Misconfigured> {
  const entries = Entries.safeParse(parseJson(json))
  if (!entries.success) return wrong([], entries.error.issues[0]?.message ?? 'is wrong')
  const connectors: ConnectorConfig[] = []
  for (const [index, entry] of entries.data.entries()) {
    const read = readConnector(entry, [String(index)])
    if (!read.ok) return read
    if (connectors.some(({ name }) => name === read.value.name)) {
      return wrong([String(index), 'name'], `is taken: two connectors are called ${read.value.name}`)
    }
    connectors.push(read.value)
  }
  return accept(connectors)
}

/** Reads one connector: a preset with its own values over it. */
export function readConnector(entry: unknown, place: string[] = []): Result<ConnectorConfig, Misconfigured> {
  const read = readIncomplete(entry, place)
  const gap = read.ok ? findGap(read.value) : null
  return gap ? wrong([...place, ...gap.place], gap.message) : read
}

/** The same, but values that no row holds may be missing, so that rows can be shown to the person who adds them. */
export function readIncomplete(entry: unknown, place: string[] = []): Result<ConnectorConfig, Misconfigured> {
  const parsed = Entry.safeParse(entry)
  if (!parsed.success) return wrongAt(place, parsed.error)
  const { name, preset, url, token = null, username = null, password = null } = parsed.data
  const merged = merge(RECIPES[preset].mapping, parsed.data.mapping)
  const mapping = Mapping.safeParse(merged)
  if (!mapping.success) return wrongAt([...place, 'mapping'], mapping.error, merged)
  return accept({ name, preset, url, credentials: { token, username, password }, mapping: mapping.data })
}

/**
 * Objects are merged field by field, and null removes a field. An object with another `rule`, `style` or `by` replaces
 * the old one.
 */
function merge(base: unknown, over: unknown): unknown {
  if (!isRecord(over)) return over
  const old = isRecord(base) ? base : {}
  const isOther = ['rule', 'style', 'by'].some((kind) => kind in over && over[kind] !== old[kind])
  const merged: Record<string, unknown> = isOther ? {} : { ...old }
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete merged[key]
    else merged[key] = merge(merged[key], value)
  }
  return merged
}

function wrongAt(place: string[], error: z.ZodError, read?: unknown): Result<never, Misconfigured> {
  const [issue] = error.issues
  const path = (issue?.path ?? []).map(String)
  const message = issue?.message ?? 'is wrong'
  const isMissing = read !== undefined && path.length > 0 && readPath(read, path.join('.')) === undefined
  const sentence = /^(must|is) /.test(message) ? message : `is wrong: ${message}`
  return wrong([...place, ...path], isMissing ? 'is missing' : sentence)
}

function wrong(place: string[], message: string): Result<never, Misconfigured> {
  const where = place.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')
  return refuse({ reason: 'connector.wrong', message: `${where.replace(/^\./, '')} ${message}`.trim() })
}
