import { foldStatus } from '#domain/kernel/identity.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { endOfSourceDay, parseSourceDate } from '#domain/leads/dates.ts'
import { isRecord } from '#domain/leads/fields.ts'
import { parseDeposit, parseLead } from '#domain/leads/parse-rows.ts'
import type { DepositRow, LeadChange, RowReading } from '#domain/leads/row.ts'
import { fits, readFirst, readPath } from './answer.ts'
import type { FeedKind, SourcePage } from './connector.ts'
import type { Condition, FieldPath, Mapping } from './mapping.ts'

export type PageRows = Pick<SourcePage, 'rows' | 'leads' | 'deposits' | 'withoutDeposit'>

/** Converts rows of a source to ours. Field names are looked up once, because a first load has millions of rows. */
export function createRowReader(mapping: Mapping): (feed: FeedKind, rows: unknown[]) => PageRows {
  const readLead = createReader(mapping, mapping.lead, mapping.constants, parseLead)
  const { deposits } = mapping
  const readDeposit = createDepositReader(mapping)
  const mayDeposit = deposits.only === null ? () => true : fitting(deposits.only)
  if (deposits.rule === 'list') {
    return (feed, rows) => {
      const page: PageRows = { rows: rows.length, leads: [], deposits: [], withoutDeposit: [] }
      if (feed === 'leads') return { ...page, leads: rows.map(readLead) }
      const own = rows.flatMap((row, position) => (mayDeposit(row) ? [at(position, readDeposit(row))] : []))
      return { ...page, deposits: own }
    }
  }
  const isDeposited = createRule(mapping)
  const isLead = createLeadRule(mapping)
  return (_feed, rows) => {
    const page: PageRows = { rows: rows.length, leads: [], deposits: [], withoutDeposit: [] }
    for (const [position, row] of rows.entries()) {
      const isGoal = isDeposited(row)
      // A goal is a separate row; otherwise the row belongs to the lead, whatever its status.
      const isOwn = deposits.rule === 'goal' && isGoal
      if (!isOwn && isRecord(row) && !isLead(row)) continue
      const hasDeposit = isGoal && mayDeposit(row)
      const lead = at(position, readLead(row))
      if (!isOwn) page.leads.push(lead)
      const isTest = lead.ok && lead.row.test
      if (hasDeposit && !isTest) page.deposits.push(at(position, readDeposit(row)))
      else if (deposits.rule !== 'goal' && lead.ok) page.withoutDeposit.push(lead.row.id)
    }
    return page
  }
}

function createDepositReader(mapping: Mapping): (row: unknown) => RowReading<DepositRow> {
  const { deposits, dates } = mapping
  const read = createReader(mapping, deposits.fields, {}, parseDeposit)
  const path = deposits.fields?.createdAt
  if (path === undefined) return read
  const zone = zoneOf(dates.zone)
  return (row) => {
    const reading = read(row)
    if (reading.ok) reading.row.createdBefore = endOfSourceDay(readFirst(row, path), dates.format, zone)
    return reading
  }
}

function at<T>(position: number, reading: RowReading<T>): RowReading<T> {
  return reading.ok ? reading : { ...reading, position }
}

/**
 * Decides which rows without a deposit are leads. A row that lacks the deciding field is treated as a lead, and
 * reported as bad.
 */
function createLeadRule({ deposits }: Mapping): (row: unknown) => boolean {
  if (deposits.rule !== 'goal' || deposits.leads === null) return () => true
  const { leads } = deposits
  return (row) => readPath(row, leads.field) === undefined || fits(leads, row)
}

function fitting(condition: Condition): (row: unknown) => boolean {
  return (row) => fits(condition, row)
}

function createRule({ deposits }: Mapping): (row: unknown) => boolean {
  switch (deposits.rule) {
    case 'list':
      return () => false
    case 'flag':
      return (row) => [true, 1, '1', 'true'].some((value) => value === readFirst(row, deposits.field))
    case 'goal':
      return (row) => [deposits.field].flat().some((field) => fits({ field, values: [deposits.goal] }, row))
    case 'status': {
      const statuses = new Set(deposits.statuses.map(foldStatus))
      return (row) => {
        const status = readFirst(row, deposits.field)
        return typeof status === 'string' && statuses.has(foldStatus(status))
      }
    }
  }
}

const INSTANTS = new Set(['createdAt', 'updatedAt'])

function createReader<T extends LeadChange | DepositRow>(
  { dates }: Mapping,
  fields: Partial<Record<string, FieldPath>> | null,
  constants: Partial<Record<string, string>>,
  parse: (row: unknown) => RowReading<T>,
): (row: unknown) => RowReading<T> {
  if (fields === null) return parse
  const zone = zoneOf(dates.zone)
  const paths = Object.entries(fields)
  return (row) => {
    if (!isRecord(row)) return parse(row)
    const named: Record<string, unknown> = { ...constants }
    for (const [name, path] of paths) {
      const value = path === undefined ? undefined : readFirst(row, path)
      if (value !== undefined) named[name] = INSTANTS.has(name) ? parseSourceDate(value, dates.format, zone) : value
    }
    return parse(named)
  }
}
