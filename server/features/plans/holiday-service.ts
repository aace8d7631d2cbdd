import { codeOfGeo } from '#domain/kernel/countries.ts'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { daysOf } from '#domain/kernel/day-range.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { readToday } from '#server/features/settings/service.ts'
import type { PlanDeps } from './make-service.ts'

export interface Holiday {
  day: Day
  name: string
  /** Every year on the same date. */
  yearly: boolean
}

/** The public holidays of a country in the next twelve months, by day; empty for a geo that is not a country. */
export async function readHolidays(deps: PlanDeps, geo: string): Promise<Holiday[]> {
  const today = await readToday(deps)
  // A year later the same date comes again: as a day off of every year it would stand twice.
  const end = addDays(today, 364)
  // Tables of all countries: they are read when somebody asks first.
  const { default: Holidays } = await import('date-holidays')
  const country = foldGeo(codeOfGeo(geo))
  if (!new Holidays().getCountries()[country]) return []
  const calendar = new Holidays(country, { languages: 'en', types: ['public'] })
  const years = [...new Set([today, end].map((day) => Number(day.slice(0, 4))))]
  const found = new Map<Day, Holiday>()
  for (const { date, name, rule } of years.flatMap((year) => calendar.getHolidays(year, 'en'))) {
    const first = parseDay(date.slice(0, 10))
    // One that begins at noon is no day without caps.
    if (!first || !date.startsWith('00:00', 11)) continue
    const yearly = /^\d\d-\d\d( P\dD)?$/.test(rule)
    for (const day of daysOf({ start: first, end: addDays(first, countWholeDays(rule) - 1) })) {
      if (day >= today && day <= end && !found.has(day)) found.set(day, { day, name, yearly })
    }
  }
  return [...found.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** `12-25`, `10 Dhu al-Hijjah P3D`, `1 Shawwal PT90H`: some end at noon of one more. */
function countWholeDays(rule: string): number {
  const [, days, hours = 24] = / P(?:(\d+)D)?(?:T(\d+)H)?/.exec(rule) ?? []
  return days === undefined ? Math.floor(Number(hours) / 24) : Number(days)
}
