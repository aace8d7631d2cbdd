import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { nameOfSource } from './breakdown.ts'
import { countBeyond, percentOf, type UsualRange } from './usual.ts'

/** What became of the leads of a source that broker caps plan; each has one fate. */
export interface QualityFigures {
  sourceNumber: string
  publisherName: string | null
  /** All of the source, planned or not, and the deposits that came in the same days. */
  leads: number
  deposits: number
  /** Null where too little came in the weeks before. */
  usualInvalid: UsualRange | null
  usualConversion: UsualRange | null
  planned: number
  valid: number
  invalid: number
  outsideWorkingHours: number
  paused: number
  capped: number
}

/** A source's line of the tables; rates are in percent of its planned leads, 0 where there are none. */
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

/** Beside these a file has what the picture shows. */
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

/** `10.4 to 18.2`; empty where nobody knows. */
export function formatRange(usual: UsualRange | null): string {
  return usual ? `${usual.low.toFixed(1)} to ${usual.high.toFixed(1)}` : ''
}

/** By how much a source is worse than usual. */
export interface Harm {
  /** Invalid leads more than usual, and deposits fewer. */
  invalid: number
  deposits: number
  /** Both in leads: a missing deposit costs the leads that usually bring one. */
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

/** Who is worse than usual first, by how much; then by the share that is invalid. */
export function sortWorstFirst<Row extends QualityFigures>(sources: readonly Row[]): Row[] {
  const ranked = sources.map((row) => ({ row, harm: measureHarm(row).leads, share: describeQuality(row).invalidRate }))
  return ranked
    .toSorted((a, b) => b.harm - a.harm || b.share - a.share || b.row.planned - a.row.planned)
    .map(({ row }) => row)
}
