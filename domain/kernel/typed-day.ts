import { daysBetween, parseDay, type Day } from './day.ts'

/**
 * `2026-11-21`, `2026/11/21`, `21.11.2026`, `21/11/26`, `21.11.`, `21/11`: the day always before the month. Without a
 * year, the year is chosen that brings the day nearest to `near`, so in December `02/01` is next year's.
 */
export function parseTypedDay(text: string, near: Day): Day | null {
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
