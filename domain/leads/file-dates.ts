import { addDays, parseDay } from '#domain/kernel/day.ts'
import { parseInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { parseSourceDate } from './dates.ts'

/**
 * How a file writes dates: `year` 2026-03-31, `day` 31.03.2026, `month` 03/31/2026, each with or without a time after
 * it (`14:05`, `14:05:09`, `2:05 PM`); or the `seconds` or `milliseconds` since 1970. A date with an offset from UTC is
 * understood in all of them.
 */
export const FILE_DATE_FORMATS = ['year', 'day', 'month', 'seconds', 'milliseconds'] as const
export type FileDateFormat = (typeof FILE_DATE_FORMATS)[number]

const WRITTEN =
  /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[T,\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*([AP]\.?M\.?)?)?$/i
const COUNT = /^\d{9,15}$/

/**
 * Converts a date of a file to ISO text with its offset, by the clock of `zone` if the date has no offset. Returns null
 * if there is no date. An unreadable date stays as it is, so that the refusal can show it.
 */
export function parseFileDate(text: string, format: FileDateFormat, zone: Zone): unknown {
  const written = text.trim()
  if (written === '' || written === '-' || /^0{4}-00-00/.test(written)) return null
  if (parseInstant(written) !== null) return written
  if (format === 'seconds' || format === 'milliseconds') return parseSourceDate(written, format, zone)
  const wall = writeWall(written, format)
  return wall === null ? text : parseSourceDate(wall, 'datetime', zone)
}

/** The end of the day, by the clock of `zone`, of a date without a time; null if it has one or cannot be read. */
export function endOfFileDay(text: string, format: FileDateFormat, zone: Zone): Instant | null {
  if (format === 'seconds' || format === 'milliseconds') return null
  const hasTime = WRITTEN.exec(text.trim())?.[4] !== undefined
  const day = hasTime ? null : parseDay(writeWall(text.trim(), format)?.slice(0, 10) ?? '')
  return day === null ? null : zone.instantAt({ day: addDays(day, 1), minutes: 0 })
}

/** `2026-03-31 14:05:09`; null if the text is not a date in this format. */
function writeWall(text: string, format: 'year' | 'day' | 'month'): string | null {
  const [, first = '', second = '', third = '', hour = '0', minute = '00', second60 = '00', fraction = '', half = ''] =
    WRITTEN.exec(text) ?? []
  const [year, month, day] = {
    year: [first, second, third],
    day: [third, second, first],
    month: [third, first, second],
  }[format]
  const found = writeDay(year ?? '', month ?? '', day ?? '')
  const hours = readHour(Number(hour), half)
  if (found === null || hours === null) return null
  return `${found} ${String(hours).padStart(2, '0')}:${minute}:${second60}${fraction}`
}

function writeDay(year: string, month: string, day: string): string | null {
  if (![2, 4].includes(year.length) || ![1, 2].includes(month.length) || ![1, 2].includes(day.length)) return null
  const whole = year.length === 2 ? `20${year}` : year
  return parseDay(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

function readHour(hour: number, half: string): number | null {
  if (half === '') return hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

/** The format guessed from sample dates. `doubtful`: another format would fit too. */
export interface FormatGuess {
  format: FileDateFormat
  doubtful: boolean
}

/** The format that fits all of some dates; null if none fits most of them. Points mean that the day comes first. */
export function guessDateFormat(samples: readonly string[]): FormatGuess | null {
  const told = samples.map((text) => text.trim()).filter((text) => text !== '' && parseInstant(text) === null)
  if (told.length === 0) return samples.some((text) => text.trim() !== '') ? { format: 'year', doubtful: false } : null
  if (told.every((text) => COUNT.test(text))) {
    return { format: told.every((text) => text.length >= 12) ? 'milliseconds' : 'seconds', doubtful: false }
  }
  const formats = (['year', 'day', 'month'] as const).map((format) => ({
    format,
    fits: told.filter((text) => writeWall(text, format) !== null).length,
  }))
  const most = Math.max(...formats.map(({ fits }) => fits))
  if (most * 2 < told.length) return null
  const best = formats.filter(({ fits }) => fits === most).map(({ format }) => format)
  const isPointed = told.every((text) => text.includes('.'))
  const [first = 'year'] = best
  if (best.length === 1) return { format: first, doubtful: false }
  return { format: isPointed && best.includes('day') ? 'day' : first, doubtful: !isPointed }
}
