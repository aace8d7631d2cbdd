import { planTexts } from '#contract/texts/plans.ts'
import type { DayOff } from '#domain/plans/days-off.ts'
import type { Plan, WeekNumbers } from '#domain/plans/plan.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { parseDollars, parseNumber, parsePercent } from '#domain/kernel/typed-number.ts'
import { countOf, formatCount, formatDayName, formatPrice, WEEKDAYS } from '#domain/sentences/written.ts'
import { formatDay, formatPercent } from '#web/lib/format.ts'
import type { PlanBodyWire, PlanWish } from '../api.ts'

/** `Mon to Thu 20, Fri 10`; days without a cap are left out. */
export function describeWeek(numbers: WeekNumbers): string {
  const spans: { from: number; to: number; number: number }[] = []
  for (const [index, number] of numbers.entries()) {
    const last = spans.at(-1)
    if (number === null) continue
    if (last?.number === number && last.to === index - 1) last.to = index
    else spans.push({ from: index, to: index, number })
  }
  return spans.map((span) => `${nameSpan(span)} ${formatCount(span.number)}`).join(', ')
}

function nameSpan({ from, to }: { from: number; to: number }): string {
  if (to - from === 6) return 'Every day'
  return from === to ? (WEEKDAYS[from] ?? '') : `${WEEKDAYS[from]} to ${WEEKDAYS[to]}`
}

/** `From 23 Nov 2026, every 2 weeks`: with the year, for a plan may be older than one. */
export function describeDays({
  firstDay,
  lastDay,
  everyWeeks,
}: Pick<Plan, 'firstDay' | 'lastDay' | 'everyWeeks'>): string {
  const days = lastDay ? [...new Set([firstDay, lastDay])].map(nameDate).join(' – ') : `From ${nameDate(firstDay)}`
  return everyWeeks === 1 ? days : `${days}, every ${everyWeeks} weeks`
}

function nameDate(day: Day): string {
  return formatDayName(day).slice('Fri '.length)
}

/** `Fri 25 Dec 2026`, `25 Dec, every year`. A yearly day has no weekday, since that changes from year to year. */
export function describeDayOff({ day, yearly }: Pick<DayOff, 'day' | 'yearly'>): string {
  return yearly ? `${formatDay(day).slice('Fri '.length)}, every year` : formatDayName(day)
}

/** `No cap`, `Same as other days`, `1,250 leads` */
export function describeEffect({ effect, number }: Pick<DayOff, 'effect' | 'number'>): string {
  return effect === 'number' ? countOf(number ?? 0, 'lead') : planTexts.dayOff.effects[effect]
}

/** The set fields of a plan, each with its label. */
export function describeTerms(plan: Plan): { label: string; text: string }[] {
  const { numbers, cpa, crg, note } = plan
  const hours = formatStoredHours(plan)
  return [
    { label: 'leads', text: describeWeek(numbers) },
    ...(hours === null ? [] : [{ label: 'hours', text: hours }]),
    ...(cpa === null ? [] : [{ label: 'CPA', text: formatPrice(cpa) }]),
    ...(crg === null ? [] : [{ label: 'CRG', text: formatPercent(crg) }]),
    { label: 'days', text: describeDays(plan).replace(/^From/, 'from') },
    ...(note === null ? [] : [{ label: 'note', text: `“${note}”` }]),
  ]
}

/** A plan as typed. */
export interface PlanValues {
  kind: 'broker' | 'affiliate'
  geo: string
  advertiserId: string
  sourceNumber: string
  numbers: string[]
  workingHours: string
  cpa: string
  crg: string
  everyWeeks: string
  firstDay: string
  lastDay: string
  note: string
  /** The days that a change concerns. */
  scope: ChangeScope
  /** Of a change: the day, or the first day. */
  from: string
  /** Leads of the one day; empty for no cap. */
  dayNumber: string
}

/** From today, from a day on (the plan ends the day before and a new one follows), or one day alone. */
export type ChangeScope = 'today' | 'following' | 'day'

export function newValues(today: Day): PlanValues {
  const place = { kind: 'broker' as const, geo: '', advertiserId: '', sourceNumber: '' }
  const terms = { workingHours: '', cpa: '', crg: '', everyWeeks: '1', firstDay: today, lastDay: '', note: '' }
  return { ...place, ...terms, numbers: WEEKDAYS.map(() => ''), ...unchanged(today) }
}

export function valuesOf(plan: Plan, today: Day): PlanValues {
  const { cpa, crg } = plan
  return {
    kind: plan.kind,
    geo: plan.geo,
    advertiserId: plan.advertiserId ?? '',
    sourceNumber: plan.sourceNumber,
    numbers: plan.numbers.map((number) => (number === null ? '' : String(number))),
    workingHours: formatStoredHours(plan) ?? '',
    cpa: cpa === null ? '' : String(dollarsFromCents(cpa)),
    crg: crg === null ? '' : String(percentFromBasisPoints(crg)),
    everyWeeks: String(plan.everyWeeks),
    firstDay: plan.firstDay,
    lastDay: plan.lastDay ?? '',
    note: plan.note ?? '',
    ...unchanged(today),
  }
}

/** Whether a change of a plan may have another first day: not once it has begun, nor where its first days stay. */
export function canMoveFirstDay(
  { firstDay }: Pick<Plan, 'firstDay'>,
  { scope, from }: Pick<PlanValues, 'scope' | 'from'>,
  today: Day,
): boolean {
  const day = scope === 'today' ? today : (parseDay(from) ?? today)
  return firstDay >= today && day <= firstDay
}

function unchanged(today: Day) {
  return { scope: 'today' as const, from: String(today), dayNumber: '' }
}

/** The request; typed text that is no number is left to the schema to refuse. */
export function toWish(values: PlanValues, plan: Plan | null, today: Day): PlanWish {
  const { kind, geo, advertiserId, sourceNumber, scope, ...typed } = values
  const read = (text: string, parse: (text: string) => number | null) =>
    text.trim() === '' ? null : (parse(text) ?? Number.NaN)
  const day = parseDay(typed.from)
  if (plan && scope === 'day' && day) return { plan, day, number: read(typed.dayNumber, parseNumber) }
  const terms = {
    numbers: typed.numbers.map((text) => read(text, parseNumber)),
    workingHours: typed.workingHours,
    cpa: read(typed.cpa, parseDollars),
    crg: read(typed.crg, parsePercent),
    everyWeeks: read(typed.everyWeeks, parseNumber) ?? 1,
    firstDay: typed.firstDay,
    lastDay: typed.lastDay || null,
    note: typed.note,
  }
  if (plan) {
    const from = scope === 'today' ? today : typed.from
    return { id: plan._id, change: { ...terms, from, version: plan.version } }
  }
  const body: PlanBodyWire = {
    kind,
    geo,
    advertiserId: kind === 'broker' ? advertiserId : null,
    sourceNumber,
    ...terms,
  }
  return { plans: [body] }
}

/** The field of a server's error: `plans.0.numbers.3` is `numbers.3`, `number` that of one day. */
export function fieldOf(path: string): string {
  const field = path.replace(/^plans\.\d+\./, '')
  return FIELDS_OF_DAY[field] ?? field
}

const FIELDS_OF_DAY: Readonly<Record<string, string>> = { number: 'dayNumber', day: 'from' }
