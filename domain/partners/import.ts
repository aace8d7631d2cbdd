import { foldSource, indexFolded } from '#domain/kernel/identity.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { splitTable } from '#domain/kernel/table.ts'
import { foldKey, type Partner, type PartnerKind } from './partner.ts'

export interface ImportItem {
  key: string
  name: string
}

/** What a pasted text names, each once. */
export interface ImportReading {
  items: readonly ImportItem[]
  /** Items without an id or a name. */
  dropped: number
  /** Items whose id an earlier one has. */
  repeated: number
}

export type ImportRefusal = {
  reason: 'import.empty' | 'import.unparsable' | 'import.unexpected' | 'import.nobody'
}

interface Names {
  lists: readonly string[]
  keys: readonly string[]
  names: readonly string[]
}

const NAMES: Readonly<Record<PartnerKind, Names>> = {
  advertiser: {
    lists: ['advertisers', 'data'],
    keys: ['advertiserId', 'advertiser_id', 'id'],
    names: ['name', 'advertiser_name'],
  },
  publisher: {
    lists: ['publishers', 'sources', 'data'],
    keys: ['sourceNumber', 'source_number', 'source', 'id'],
    names: ['name', 'publisher_name', 'source_name'],
  },
}

/**
 * Reads a pasted list. JSON: an array, one object, or an object with a list in it. Publishers may come as CSV too, with
 * a header or as two columns.
 */
export function parseImport(kind: PartnerKind, text: string): Result<ImportReading, ImportRefusal> {
  const pasted = text.replace(/^\uFEFF/, '').trim()
  if (pasted === '') return refuse({ reason: 'import.empty' })
  const rows =
    kind === 'publisher' && !/^[[{]/.test(pasted) ? accept(parseCsv(kind, pasted)) : parseJsonText(kind, pasted)
  return rows.ok ? settle(kind, rows.value) : rows
}

/** What an import would do to those that are registered. */
export function previewImport(
  kind: PartnerKind,
  items: readonly ImportItem[],
  registered: readonly Pick<Partner, 'key' | 'name'>[],
  overwrite: boolean,
): { created: ImportItem[]; updated: ImportItem[]; skipped: ImportItem[] } {
  const find = indexFolded(
    registered.map((partner) => [partner.key, partner]),
    (key) => foldKey(kind, key),
  )
  const known = items.filter(({ key }) => find(key))
  const renamed = (item: ImportItem) => find(item.key)?.name !== item.name
  const created = items.filter(({ key }) => !find(key))
  const updated = overwrite ? known.filter(renamed) : []
  const skipped = known.filter((item) => !(overwrite && renamed(item)))
  return { created, updated, skipped }
}

type Cells = { key: string; name: string }

function settle(kind: PartnerKind, rows: readonly Cells[]): Result<ImportReading, ImportRefusal> {
  const folded = rows.map(({ key, name }) => ({
    key: kind === 'publisher' ? foldSource(key) : key.trim(),
    // A name that a cell broke into lines is one name.
    name: name.replace(/\s+/g, ' ').trim(),
  }))
  const whole = folded.filter(({ key, name }) => key !== '' && name !== '')
  const items = new Map<string, ImportItem>()
  for (const item of whole) {
    const key = foldKey(kind, item.key)
    if (!items.has(key)) items.set(key, item)
  }
  if (items.size === 0) return refuse({ reason: 'import.nobody' })
  return accept({
    items: [...items.values()],
    dropped: rows.length - whole.length,
    repeated: whole.length - items.size,
  })
}

function parseJsonText(kind: PartnerKind, pasted: string): Result<Cells[], ImportRefusal> {
  const parsed = parseJson(pasted)
  if (!parsed.ok) return parsed
  const list = findList(parsed.value, NAMES[kind].lists)
  if (!list) return refuse({ reason: 'import.unexpected' })
  const { keys, names } = NAMES[kind]
  return accept(list.map((item) => ({ key: firstText(item, keys), name: firstText(item, names) })))
}

function parseJson(text: string): Result<unknown, ImportRefusal> {
  try {
    const value: unknown = JSON.parse(text)
    return accept(value)
  } catch {
    return refuse({ reason: 'import.unparsable' })
  }
}

function findList(value: unknown, lists: readonly string[]): readonly unknown[] | null {
  if (isList(value)) return value
  if (typeof value !== 'object' || value === null) return null
  const found = lists.map((name) => parseField(value, name)).find(isList)
  return found ?? [value]
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** The first of these fields that says something, as text. */
function firstText(item: unknown, fields: readonly string[]): string {
  if (typeof item !== 'object' || item === null) return ''
  return fields.map((field) => toText(parseField(item, field))).find((text) => text.trim() !== '') ?? ''
}

function parseField(item: object, field: string): unknown {
  return Object.hasOwn(item, field) ? Reflect.get(item, field) : undefined
}

/** A number that is too large for its digits to have survived is no id. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return ''
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? '' : String(value)
}

function parseCsv(kind: PartnerKind, pasted: string): Cells[] {
  const rows = splitTable(pasted).filter((row) => row.some((cell) => cell !== ''))
  const header = (rows[0] ?? []).map(foldColumn)
  const { keys, names } = NAMES[kind]
  const find = (known: readonly string[]) => header.findIndex((column) => known.map(foldColumn).includes(column))
  const [key, name] = [find(keys), find(names)]
  if (key === -1 || name === -1) return rows.map(([first = '', second = '']) => ({ key: first, name: second }))
  return rows.slice(1).map((row) => ({ key: row[key] ?? '', name: row[name] ?? '' }))
}

function foldColumn(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '')
}
