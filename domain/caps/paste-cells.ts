import { daysBetween, parseDay, type Day } from '#domain/kernel/day.ts'
import { geoOfFlag, stripFlags } from './flag.ts'

// What people write in the cells of a spreadsheet. A reader answers null where it cannot read; what it reads is judged
// later, with the rules of the form.

/** Dollars and percent, as they were written. */
export interface TypedPrice {
  cpa: number | null
  crg: number | null
}

const GROUPED = /^([1-9]\d{0,2})([\s,.'’])(\d{3}(?:\2\d{3})*)(?:([.,])(\d+))?$/
const PLAIN = /^(\d+)(?:[.,](\d+))?$/

/**
 * `1350`, `1,350`, `1.350`, `1 350`, `1'350`, `1,350.50`, `1.350,50`, `-5`. One mark with three digits behind it groups
 * thousands, since neither leads nor prices have three decimals.
 */
export function readNumber(text: string): number | null {
  const sign = /^[-−]\s*/.exec(text)
  const digits = sign ? text.slice(sign[0].length) : text
  const value = readPlain(digits) ?? readGrouped(digits)
  return value === null || !sign ? value : 0 - value
}

function readPlain(text: string): number | null {
  const match = PLAIN.exec(text)
  if (!match || GROUPED.test(text)) return null
  return Number(`${match[1]}.${match[2] ?? '0'}`)
}

function readGrouped(text: string): number | null {
  const match = GROUPED.exec(text)
  if (!match) return null
  const [, first = '', mark = '', rest = '', decimalMark, decimals = '0'] = match
  if (mark === decimalMark) return null
  return Number(`${first}${rest.replaceAll(mark, '')}.${decimals}`)
}

/** `$900`, `900 USD`, `1,200 $` */
export function readDollars(text: string): number | null {
  return readNumber(text.replace(/^(?:US\s?)?\$\s*|^USD\s*|\s*(?:US)?\$$|\s*USD$/i, ''))
}

/** `10`, `10%`, `8,25 %`, `10% CRG` */
export function readPercent(text: string): number | null {
  return readNumber(text.replace(/\s*%?\s*(?:crg?)?$/i, ''))
}

/** Dollars for a deposit, with the guarantee where it is written along: `$900`, `1200+10%`, `+10%`. */
export function readPrice(text: string): TypedPrice | null {
  const [dollars = '', percent, ...others] = text.split('+').map((part) => part.trim())
  if (others.length > 0) return null
  const cpa = dollars === '' ? null : (readDollars(dollars) ?? undefined)
  const crg = percent === undefined ? null : (readPercent(percent) ?? undefined)
  return cpa === undefined || crg === undefined ? null : { cpa, crg }
}

/** The letters as they are, or those of a flag that stands alone. */
export function readGeo(text: string): string {
  return stripFlags(text) || (geoOfFlag(text) ?? '')
}

/**
 * `2026-11-21`, `2026/11/21`, `21.11.2026`, `21/11/26`, `21.11.`, `21/11`: the day always before the month. Without a
 * year it is the one that brings the day nearest to `near`, so that `02/01` is next year's in December.
 */
export function readDay(text: string, near: Day): Day | null {
  const yearFirst = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text)
  if (yearFirst) return composeDay(Number(yearFirst[1]), yearFirst[2], yearFirst[3])
  const dayFirst = /^(\d{1,2})[-./](\d{1,2})(?:[-./](\d{4}|\d{2})?)?$/.exec(text)
  if (!dayFirst) return null
  const [, day, month, year] = dayFirst
  if (year !== undefined) return composeDay(Number(year) + (year.length === 2 ? 2000 : 0), month, day)
  return findNearest(near, (candidate) => composeDay(candidate, month, day))
}

function findNearest(near: Day, inYear: (year: number) => Day | null): Day | null {
  const year = Number(near.slice(0, 4))
  const distance = (day: Day) => Math.abs(daysBetween(near, day))
  const [nearest = null] = [year - 1, year, year + 1]
    .flatMap((candidate) => inYear(candidate) ?? [])
    .toSorted((a, b) => distance(a) - distance(b))
  return nearest
}

function composeDay(year: number, month = '', day = ''): Day | null {
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}
