import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { nameOfSource } from './breakdown.ts'

/** What became of the leads of a source that broker caps plan; each has one fate. */
export interface QualityFigures {
  sourceNumber: string
  /** All of the source, planned or not. */
  leads: number
  planned: number
  valid: number
  invalid: number
  outsideWorkingHours: number
  paused: number
  capped: number
}

/** A source's line of the table; rates are in percent of its planned leads, 0 where there are none. */
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

export const QUALITY_SORTING: Sorting = { column: 'leads', descending: true }

export function describeQuality(figures: QualityFigures): QualityLine {
  const { sourceNumber, leads, planned, valid, invalid, outsideWorkingHours: outside, paused, capped } = figures
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
  }
}
