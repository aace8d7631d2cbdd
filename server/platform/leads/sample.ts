import { isRecord } from '#domain/leads/fields.ts'
import type { ChosenField } from '#domain/leads/connector.ts'
import { parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { parseSourceDate } from '#domain/leads/dates.ts'
import type { LeadChange, RowReading } from '#domain/leads/row.ts'
import { readFirst } from './answer.ts'
import type { ConnectorConfig, Mapping } from './mapping.ts'
import { createRowReader } from './row-reader.ts'

/** One row as it will be read; null values are left out. */
export interface SampleRow {
  id: string | null
  createdAt: Instant | null
  geo: string | null
  sourceNumber: string | null
  advertiserId: string | null
  status: string | null
  hasDeposit: boolean
  isTest: boolean
  /** The reason that it cannot be used; null if it can. */
  problem: string | null
}

/** Reads each row separately, so a bad row shows its values beside the reason. */
export function readSampleRows({ mapping }: ConnectorConfig, rows: readonly unknown[]): SampleRow[] {
  const read = createRowReader(mapping)
  return rows.map((row) => {
    const { leads, deposits } = read('leads', [row])
    const hasDeposit = deposits.length > 0
    const [lead] = leads
    if (lead) return { ...describeLead(lead, mapping, row), hasDeposit }
    // A goal's row is a deposit and not a lead.
    const [deposit] = deposits
    const problem = deposit && !deposit.ok ? deposit.reason : null
    return { ...describeRaw(mapping, row), hasDeposit, problem }
  })
}

function describeLead(lead: RowReading<LeadChange>, mapping: Mapping, row: unknown): SampleRow {
  const raw = describeRaw(mapping, row)
  if (!lead.ok) return { ...raw, problem: lead.reason }
  if (lead.row.test) return { ...raw, id: lead.row.id, createdAt: lead.row.createdAt, isTest: true }
  const { id, createdAt, geo, sourceNumber, advertiserId, status } = lead.row
  return { ...raw, id, createdAt, geo, sourceNumber, advertiserId, status }
}

/** The raw texts of its fields. */
function describeRaw(mapping: Mapping, row: unknown): SampleRow {
  const of = (field: ChosenField) => {
    const paths = mapping.lead === null ? field : mapping.lead[field]
    const value = paths === undefined ? undefined : readFirst(row, paths)
    return showValue(value ?? mapping.constants[field])
  }
  return {
    id: of('id'),
    createdAt: readCreatedAt(mapping, row),
    geo: of('geo'),
    sourceNumber: of('sourceNumber'),
    advertiserId: of('advertiserId'),
    status: of('status'),
    hasDeposit: false,
    isTest: false,
    problem: null,
  }
}

function readCreatedAt({ lead, dates }: Mapping, row: unknown): Instant | null {
  const value = readFirst(row, lead?.createdAt ?? 'createdAt')
  const text = parseSourceDate(value, dates.format, zoneOf(dates.zone))
  return typeof text === 'string' ? parseInstant(text) : null
}

/** A field in the rows of an answer, with its values. */
export interface AnswerField {
  path: string
  examples: string[]
}

const MOST_DEPTH = 4
const MOST_FIELDS = 200
const MOST_EXAMPLES = 3

/** All fields with a value in some rows, by path, in order of appearance. */
export function listAnswerFields(rows: readonly unknown[]): AnswerField[] {
  const fields = new Map<string, Set<string>>()
  const walk = (value: unknown, path: string, depth: number) => {
    if (isRecord(value)) {
      if (depth === MOST_DEPTH) return
      for (const [name, inner] of Object.entries(value)) {
        // Paths separate their steps by full stops, so such names are skipped.
        if (!name.includes('.')) walk(inner, path === '' ? name : `${path}.${name}`, depth + 1)
      }
      return
    }
    if (path === '' || Array.isArray(value)) return
    const examples = fields.get(path) ?? new Set()
    const shown = showValue(value)
    if (shown !== null && examples.size < MOST_EXAMPLES) examples.add(shown)
    if (fields.has(path) || fields.size < MOST_FIELDS) fields.set(path, examples)
  }
  for (const row of rows) walk(row, '', 0)
  return [...fields].map(([path, examples]) => ({ path, examples: [...examples] }))
}

const MOST_GOALS = 20

/** A goal in the rows, with its number of rows. */
export interface NamedGoal {
  goal: string
  rows: number
}

/** The goals in some rows, if a goal means first deposits: a person chooses one. The rarest first. */
export function listGoals({ mapping: { deposits } }: ConnectorConfig, rows: readonly unknown[]): NamedGoal[] {
  if (deposits.rule !== 'goal') return []
  const counts = new Map<string, number>()
  for (const row of rows) {
    const goal = showValue(readFirst(row, deposits.field))
    if (goal !== null) counts.set(goal, (counts.get(goal) ?? 0) + 1)
  }
  const goals = [...counts].map(([goal, count]) => ({ goal, rows: count }))
  return goals.toSorted((one, other) => one.rows - other.rows).slice(0, MOST_GOALS)
}

const LONGEST_VALUE = 60

function showValue(value: unknown): string | null {
  const isShown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const text = isShown ? String(value) : ''
  if (text === '') return null
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…` : text
}
