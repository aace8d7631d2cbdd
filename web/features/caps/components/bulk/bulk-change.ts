import { capTexts } from '#contract/texts/caps.ts'
import { applyBulk, readFactor, type BulkChange, type BulkRefusal } from '#domain/caps/bulk.ts'
import { MAX_CAP, MAX_CPA_DOLLARS, MAX_CRG_PERCENT, type Cap } from '#domain/caps/cap.ts'
import { findDifferingTerms } from '#domain/caps/copy.ts'
import { parseHours } from '#domain/hours/working-hours.ts'
import { basisPointsFromPercent, centsFromDollars, hasTwoDecimals } from '#domain/kernel/cents.ts'
import { parseDay } from '#domain/kernel/day.ts'
import { readDollars, readNumber, readPercent } from '#domain/kernel/typed-number.ts'
import { formatCount } from '#web/lib/format.ts'

export type BulkTask = 'number' | 'hours' | 'price' | 'date' | 'delete'

/** What stands in the fields. Of a field that may be taken away, null says that it is. */
export interface BulkValues {
  how: 'add' | 'multiply'
  amount: string
  hours: string | null
  cpa: string | null
  crg: string | null
  date: string
}

export const NO_VALUES: BulkValues = { how: 'add', amount: '', hours: '', cpa: '', crg: '', date: '' }

/** Whether anything was typed or taken away; how a number would be changed says nothing by itself. */
export function hasValues({ how: _how, ...values }: BulkValues): boolean {
  return Object.values(values).some((value) => value !== '')
}

/** The change that was typed, null while none is; or what is wrong in which field. */
export type ReadChange =
  | { ok: true; change: BulkChange | null }
  | { ok: false; field: keyof BulkValues; message: string }

export interface BulkRow {
  cap: Cap
  /** The cap as it would be; the very same where nothing changes. Null where it cannot be. */
  after: Cap | null
  problem: string | null
}

export function readChange(task: BulkTask, values: BulkValues): ReadChange {
  switch (task) {
    case 'number':
      return values.how === 'add' ? readAddition(values.amount) : readMultiplication(values.amount)
    case 'hours':
      return readHoursChange(values.hours)
    case 'price':
      return readPrices(values)
    case 'date': {
      if (values.date === '') return NOTHING
      const date = parseDay(values.date)
      return date ? { ok: true, change: { kind: 'date', date } } : wrong('date', capTexts.date)
    }
    case 'delete':
      return NOTHING
  }
}

/** What a change makes of each cap. */
export function planBulk(caps: readonly Cap[], change: BulkChange | null): BulkRow[] {
  return caps.map((cap) => {
    if (change === null) return { cap, after: cap, problem: null }
    const result = applyBulk(cap, change)
    if (!result.ok) return { cap, after: null, problem: explain(result) }
    return { cap, after: isSame(cap, result.value) ? cap : result.value, problem: null }
  })
}

const NOTHING: ReadChange = { ok: true, change: null }

function wrong(field: keyof BulkValues, message: string): ReadChange {
  return { ok: false, field, message }
}

function readAddition(typed: string): ReadChange {
  const text = typed.trim()
  if (text === '') return NOTHING
  const by = readNumber(text.replace(/^\+(?=\s*\d)/, ''))
  if (by === null || !Number.isInteger(by) || Math.abs(by) > MAX_CAP) {
    return wrong('amount', 'Write a whole number such as 5, or -5 to take away.')
  }
  return { ok: true, change: { kind: 'add', by } }
}

function readMultiplication(typed: string): ReadChange {
  if (typed.trim() === '') return NOTHING
  const by = readFactor(typed)
  if (by === null) return wrong('amount', 'Write a factor such as 1.2 or 0.5, with at most four decimals.')
  return { ok: true, change: { kind: 'multiply', by } }
}

function readHoursChange(typed: string | null): ReadChange {
  if (typed !== null && typed.trim() === '') return NOTHING
  const hours = parseHours(typed)
  if (hours.ok) return { ok: true, change: { kind: 'hours', hours: hours.value } }
  return wrong('hours', hours.reason === 'hours.empty-window' ? capTexts.hoursEmptyWindow : capTexts.hours)
}

function readPrices({ cpa, crg }: BulkValues): ReadChange {
  const dollars = readPrice(cpa, readDollars, MAX_CPA_DOLLARS)
  const percent = readPrice(crg, readPercent, MAX_CRG_PERCENT)
  if (dollars === 'wrong') return wrong('cpa', capTexts.cpa)
  if (percent === 'wrong') return wrong('crg', capTexts.crg)
  if (dollars === undefined && percent === undefined) return NOTHING
  return {
    ok: true,
    change: {
      kind: 'price',
      ...(dollars !== undefined && { cpa: dollars === null ? null : centsFromDollars(dollars) }),
      ...(percent !== undefined && { crg: percent === null ? null : basisPointsFromPercent(percent) }),
    },
  }
}

/** Undefined where nothing is typed, null where the value is taken away. */
function readPrice(
  typed: string | null,
  read: (text: string) => number | null,
  max: number,
): number | null | undefined | 'wrong' {
  if (typed === null) return null
  if (typed.trim() === '') return undefined
  const value = read(typed)
  return value !== null && value >= 0 && value <= max && hasTwoDecimals(value) ? value : 'wrong'
}

function explain(refusal: BulkRefusal): string {
  switch (refusal.reason) {
    case 'bulk.below-zero':
      return `Would be ${formatCount(refusal.value)}. A cap is at least 0.`
    case 'bulk.above-max':
      return `Would be ${formatCount(refusal.value)}. A cap is at most ${formatCount(refusal.nearest)}.`
    case 'bulk.not-whole':
    case 'bulk.not-a-factor':
      return capTexts.cap
  }
}

function isSame(a: Cap, b: Cap): boolean {
  return a.date === b.date && findDifferingTerms(a, b).length === 0
}
