import { foldSource, indexFolded } from '#domain/kernel/identity.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { splitTable } from '#domain/kernel/table.ts'
import { tidyAliases } from './aliases.ts'
import { foldKey, MAX_ALIASES, type Partner, type PartnerKind } from './partner.ts'

export interface ImportItem {
  key: string
  name: string
  aliases: readonly string[]
}

/** The partners in a pasted text, each once. */
export interface ImportReading {
  items: readonly ImportItem[]
  /** Items without an id or a name. */
  dropped: number
  /** Items that repeat the id of an earlier item. */
  repeated: number
}

export type ImportRefusal = {
  reason: 'import.empty' | 'import.unparsable' | 'import.unexpected' | 'import.nobody'
}

const ALIASES = ['aliases', 'alias']

/** The preferred one first. */
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
    keys: [
      'sourceNumber',
      'source_number',
      'sourceId',
      'source_id',
      'source',
      'affiliateId',
      'affiliate_id',
      'publisherId',
      'publisher_id',
      'id',
      'publisher',
    ],
    names: ['name', 'publisher_name', 'source_name', 'affiliate_name', 'publisher', 'source'],
  },
}

/**
 * Parses a pasted list. JSON: an array, one object, or an object with a list in it. Publishers may also come as CSV,
 * with a header or as the columns source, name and aliases. Aliases in one cell are separated by commas, semicolons or
 * bars.
 */
export function parseImport(kind: PartnerKind, text: string): Result<ImportReading, ImportRefusal> {
  const pasted = text.replace(/^\uFEFF/, '').trim()
  if (pasted === '') return refuse({ reason: 'import.empty' })
  const rows =
    kind === 'publisher' && !/^[[{]/.test(pasted) ? accept(parseCsv(kind, pasted)) : parseJsonText(kind, pasted)
  return rows.ok ? settle(kind, rows.value) : rows
}

/**
 * Previews the effect of an import on registered partners. An overwritten partner gets the new name and keeps its
 * aliases beside the new ones: an import removes no alias. `overfull` would have too many of them.
 */
export function previewImport(
  kind: PartnerKind,
  items: readonly ImportItem[],
  registered: readonly Pick<Partner, 'key' | 'name' | 'aliases'>[],
  overwrite: boolean,
): { created: ImportItem[]; updated: ImportItem[]; overfull: ImportItem[]; skipped: ImportItem[] } {
  const find = indexFolded(
    registered.map((partner) => [partner.key, partner]),
    (key) => foldKey(kind, key),
  )
  const created = items.filter(({ key }) => !find(key))
  const updated: ImportItem[] = []
  const overfull: ImportItem[] = []
  const skipped: ImportItem[] = []
  for (const item of items) {
    const standing = find(item.key)
    if (!standing) continue
    const aliases = tidyAliases([...standing.aliases, ...item.aliases])
    const isMore = aliases.length > standing.aliases.length
    const isChanged = standing.name !== item.name || isMore
    if (!overwrite || !isChanged) skipped.push(item)
    else if (isMore && aliases.length > MAX_ALIASES) overfull.push({ ...item, aliases })
    else updated.push({ ...item, aliases })
  }
  return { created, updated, overfull, skipped }
}

type Cells = { key: string; name: string; aliases: readonly string[] }

function settle(kind: PartnerKind, rows: readonly Cells[]): Result<ImportReading, ImportRefusal> {
  const folded = rows.map(({ key, name, aliases }) => ({
    aliases: tidyAliases(aliases),
    key: kind === 'publisher' ? foldSource(key) : key.trim(),
    // A name with line breaks in its cell is one name.
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
  return accept(
    list.map((item) => {
      const fields = findFields(kind, (field) => textOf(item, field).trim() !== '')
      return {
        key: fields ? textOf(item, fields.key) : '',
        name: fields ? textOf(item, fields.name) : '',
        aliases: readAliases(item),
      }
    }),
  )
}

/** The fields that hold id and name, as a pair. What would be preferred as the id is no name beside a lesser one. */
function findFields(kind: PartnerKind, has: (field: string) => boolean): { key: string; name: string } | null {
  const { keys, names } = NAMES[kind]
  const pairs = keys.flatMap((key, at) => {
    const name = names.find((field) => has(field) && !keys.slice(0, at + 1).includes(field))
    return has(key) && name !== undefined ? [{ key, name }] : []
  })
  return pairs[0] ?? null
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

function textOf(item: unknown, field: string): string {
  return typeof item === 'object' && item !== null ? toText(parseField(item, field)) : ''
}

/** A list, or one text from a cell of CSV. */
function readAliases(item: unknown): string[] {
  if (typeof item !== 'object' || item === null) return []
  return ALIASES.flatMap((field) => {
    const value = parseField(item, field)
    return isList(value) ? value.map(toText) : splitAliases(toText(value))
  })
}

function splitAliases(cell: string): string[] {
  return cell.split(/[,;|]/)
}

function parseField(item: object, field: string): unknown {
  return Object.hasOwn(item, field) ? Reflect.get(item, field) : undefined
}

/** A number too large to have kept its digits is not an id. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return ''
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? '' : String(value)
}

function parseCsv(kind: PartnerKind, pasted: string): Cells[] {
  const rows = splitTable(pasted).filter((row) => row.some((cell) => cell !== ''))
  const header = (rows[0] ?? []).map(foldColumn)
  const { keys, names } = NAMES[kind]
  const place = (field = '') => (field === '' ? -1 : header.indexOf(foldColumn(field)))
  const fields = findFields(kind, (field) => place(field) !== -1)
  // The first cell is the number of a source, which no heading is.
  if (!fields && ![...keys, ...names].some((field) => place(field) === 0)) {
    return rows.map(([first = '', second = '', third = '']) => ({
      key: first,
      name: second,
      aliases: splitAliases(third),
    }))
  }
  const aliases = place(ALIASES.find((field) => place(field) !== -1))
  const [key, name] = [place(fields?.key), place(fields?.name)]
  return rows.slice(1).map((row) => ({
    key: row[key] ?? '',
    name: row[name] ?? '',
    aliases: splitAliases(row[aliases] ?? ''),
  }))
}

function foldColumn(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '')
}
