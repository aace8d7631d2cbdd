import { roundProgress } from '#domain/caps/pace.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { describeLimitScope, type Limit, type LimitPeriod, type LimitUnit } from '#domain/limits/limit.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'
import { countOf, formatCount, formatDayName, formatDayRange } from './written.ts'

/** A limit with its current count. */
interface StandingLimit {
  limit: Limit
  period: DayRange | null
  delivered: number
  planned: number
  fullAt: { day: Day; minutes: number } | null
}

export const UNIT_WORDS: Readonly<Record<LimitUnit, string>> = {
  leads: 'leads',
  validLeads: 'valid leads',
  deposits: 'deposits',
}

const PERIOD_WORDS: Readonly<Record<LimitPeriod, string>> = {
  day: 'this day',
  week: 'this week',
  month: 'this month',
  range: 'in these days',
}

/** `500 leads`, `1 valid lead` */
export function countUnits(count: number, unit: LimitUnit): string {
  return countOf(count, UNIT_WORDS[unit].slice(0, -1))
}

/** `500 leads a week`, `1 lead a day`, `nothing (0 leads) a day`, `no limit` */
export function sayNumber({ number, unit, period }: Limit): string {
  if (number === null) return 'no limit'
  const counted = countUnits(number, unit)
  const amount = number === 0 ? `nothing (${counted})` : counted
  return period === 'range' ? `${amount} in all` : `${amount} a ${period}`
}

/**
 * `planned this week 620 of 500`: planned leads against the limit; null without a limit. A week or a month that `today` is not
 * in is named by its first day. If `today` is left out, it is in the period.
 */
export function sayPlanned(
  { limit, planned, period }: Pick<StandingLimit, 'limit' | 'planned' | 'period'>,
  today?: Day,
): string | null {
  const amount = countPlanned({ limit, planned })
  if (amount === null) return null
  const isLong = limit.period === 'week' || limit.period === 'month'
  const isOther = isLong && period !== null && today !== undefined && (today < period.start || today > period.end)
  return isOther
    ? `planned ${amount} in the ${limit.period} from ${formatDayName(period.start)}`
    : `planned ${PERIOD_WORDS[limit.period]} ${amount}`
}

/** `620 of 500` */
function countPlanned({ limit, planned }: Pick<StandingLimit, 'limit' | 'planned'>): string | null {
  if (limit.number === null || limit.unit !== 'leads') return null
  return `${formatCount(planned)} of ${formatCount(limit.number)}`
}

/** Whether caps plan more than the limit allows. */
export function isOverPlanned({ limit, planned }: Pick<StandingLimit, 'limit' | 'planned'>): boolean {
  return limit.number !== null && limit.unit === 'leads' && planned > limit.number
}

/** Whether a limit is full, else when it will be. Since when it is full is not known. */
export function sayFull({ limit, delivered, fullAt }: StandingLimit): string | null {
  if (limit.number !== null && delivered >= limit.number) return limit.number === 0 && delivered === 0 ? null : 'full'
  return fullAt && `full ${formatDayName(fullAt.day)} about ${formatMinutes(fullAt.minutes)}`
}

/** Limits with their counts and days, for Telegram's HTML mode. `heading` `reached`: limits that reached a share. */
export function formatLimits(states: readonly StandingLimit[], heading: 'reached' | 'today'): Markup {
  return joinLines([
    html`<b>Limits · ${heading}</b>`,
    ...states.map((state) => {
      const { limit, period, delivered } = state
      const { number } = limit
      if (number === null) return html`<b>${limit.name}</b> (${describeLimitScope(limit)}) · no limit`
      const planned = countPlanned(state)
      const rest = [sayFull(state), planned && `planned ${planned}`].filter((part) => part !== null)
      const days = period === null ? '' : ` · ${formatDayRange(period)}`
      return html`<b>${limit.name}</b> (${describeLimitScope(limit)}) · <b>${roundProgress(delivered, number)}%</b>, ${formatCount(delivered)} of ${countUnits(number, limit.unit)}${days}${rest.map((part) => ` · ${part}`).join('')}`
    }),
  ])
}
