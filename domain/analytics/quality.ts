import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { nameOfSource } from './breakdown.ts'
import { countBeyond, percentOf, type UsualRange } from './usual.ts'

/** The fates of a source's leads that have a broker cap; each lead has one fate. */
export interface QualityFigures {
  sourceNumber: string
  publisherName: string | null
  /** All leads of the source, with or without a cap, and its deposits of the same days. */
  leads: number
  deposits: number
  /** Null if too little came in the weeks before. */
  usualInvalid: UsualRange | null
  usualConversion: UsualRange | null
  planned: number
  valid: number
  invalid: number
  outsideWorkingHours: number
  paused: number
  capped: number
}

/** A source's row of the tables. Rates are in percent of its leads with a cap, 0 if it has none. */
export interface QualityLine {
  name: string
  leads: number
  planned: number
  valid: number
  invalid: number
  invalidRate: number
  outside: number
  outsideRate: number
  paused: number
  capped: number
  cappedRate: number
  conversion: number
  usualInvalid: string
  usualConversion: string
}

export interface QualityColumn {
  id: keyof QualityLine
  heading: string
  kind: 'text' | 'count' | 'percent'
}

export const QUALITY_COLUMNS: readonly QualityColumn[] = [
  { id: 'name', heading: 'Source', kind: 'text' },
  { id: 'leads', heading: 'Leads', kind: 'count' },
  { id: 'planned', heading: 'With a cap', kind: 'count' },
  { id: 'valid', heading: 'Valid', kind: 'count' },
  { id: 'invalid', heading: 'Invalid', kind: 'count' },
  { id: 'invalidRate', heading: 'Invalid %', kind: 'percent' },
  { id: 'outside', heading: 'Outside hours', kind: 'count' },
  { id: 'outsideRate', heading: 'Outside hours %', kind: 'percent' },
  { id: 'paused', heading: 'While paused', kind: 'count' },
  { id: 'capped', heading: 'Over cap', kind: 'count' },
  { id: 'cappedRate', heading: 'Over cap %', kind: 'percent' },
]

/** Columns of the file that the screen shows as a picture. */
export const PICTURED_COLUMNS: readonly QualityColumn[] = [
  { id: 'usualInvalid', heading: 'Usual invalid %', kind: 'text' },
  { id: 'conversion', heading: 'Conversion %', kind: 'percent' },
  { id: 'usualConversion', heading: 'Usual conversion %', kind: 'text' },
]

export const QUALITY_SORTING: Sorting = { column: 'leads', descending: true }

export function describeQuality(figures: QualityFigures): QualityLine {
  const {
    sourceNumber,
    leads,
    deposits,
    usualInvalid,
    usualConversion,
    planned,
    valid,
    invalid,
    outsideWorkingHours: outside,
    paused,
    capped,
  } = figures
  const rate = (part: number) => (planned === 0 ? 0 : (100 * part) / planned)
  return {
    name: nameOfSource(sourceNumber),
    leads,
    planned,
    valid,
    invalid,
    invalidRate: rate(invalid),
    outside,
    outsideRate: rate(outside),
    paused,
    capped,
    cappedRate: rate(capped),
    conversion: percentOf({ hits: deposits, of: leads }),
    usualInvalid: formatRange(usualInvalid),
    usualConversion: formatRange(usualConversion),
  }
}

/** `10.4 to 18.2`; empty if unknown. */
export function formatRange(usual: UsualRange | null): string {
  return usual ? `${usual.low.toFixed(1)} to ${usual.high.toFixed(1)}` : ''
}

/** How much worse a source is than usual. */
export interface Harm {
  /** Invalid leads above the usual number, and deposits below it. */
  invalid: number
  deposits: number
  /** Both in leads: a missing deposit counts the leads that usually bring one. */
  leads: number
}

export function measureHarm({
  planned,
  invalid,
  usualInvalid,
  leads,
  deposits,
  usualConversion,
}: QualityFigures): Harm {
  const more = countBeyond({ hits: invalid, of: planned }, usualInvalid, 'above')
  const fewer = countBeyond({ hits: deposits, of: leads }, usualConversion, 'below')
  const conversion = usualConversion ? (usualConversion.low + usualConversion.high) / 200 : 0
  return { invalid: more, deposits: fewer, leads: more + (fewer === 0 ? 0 : fewer / conversion) }
}

/** Sorts the sources that are worse than usual first, the worst in front; then by the share of invalid leads. */
export function sortWorstFirst<Row extends QualityFigures>(sources: readonly Row[]): Row[] {
  const ranked = sources.map((row) => ({ row, harm: measureHarm(row).leads, share: describeQuality(row).invalidRate }))
  return ranked
    .toSorted((a, b) => b.harm - a.harm || b.share - a.share || b.row.planned - a.row.planned)
    .map(({ row }) => row)
}
