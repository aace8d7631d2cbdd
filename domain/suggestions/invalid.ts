import type { Day } from '#domain/kernel/day.ts'
import { foldSource, foldStatus, type SourceNumber } from '#domain/kernel/identity.ts'
import { NO_PARTS, type Candidate } from './suggestion.ts'
import { boundChance, knowRate } from './rate.ts'

/** Days before today that give the usual share of invalid leads. */
export const INVALID_DAYS = 14

/** The chance that the share is beyond what an ordinary bad day brings. */
const LEAST_CHANCE = 0.95

/** Fewest invalid leads of today, and fewest leads of the days before. With fewer, nothing can be said. */
const LEAST_INVALID = 8
const LEAST_USUAL = 50

/** The share on an ordinary bad day: 1.5 times the usual share plus ten percent of the leads. */
const ORDINARY_TIMES = 1.5
const ORDINARY_MORE = 0.1
/** The worst day before counts at most as this many times the usual share. One day of fraud must not hide the next for two weeks. */
const WORST_TIMES = 3

/** A day with fewer leads has no known share. */
const LEAST_OF_A_DAY = 10

/** The usual share counts as this many leads of today. */
const PRIOR_LEADS = 10

const BASIS = 10_000

/** Leads of a source on a day, or on several days together: those of a status, or all (null). */
export interface StatusCount {
  day: Day
  sourceNumber: string
  status: string | null
  leads: number
}

/** Leads of a source on a day by whether their status is invalid. */
export interface InvalidDay {
  day: Day
  leads: number
  invalid: number
}

/** By source: its days with leads. `isInvalid` has folded statuses. */
export function countInvalid(
  counts: readonly StatusCount[],
  isInvalid: Pick<ReadonlySet<string>, 'has'>,
): Map<SourceNumber, InvalidDay[]> {
  const bySource = Map.groupBy(counts, ({ sourceNumber }) => foldSource(sourceNumber))
  const listDays = (own: readonly StatusCount[]) =>
    [...Map.groupBy(own, ({ day }) => day)].map(([day, ofDay]) => {
      const sum = (takes: (status: string | null) => boolean) =>
        ofDay.reduce((leads, one) => leads + (takes(one.status) ? one.leads : 0), 0)
      const invalid = sum((status) => status !== null && isInvalid.has(foldStatus(status)))
      return { day, leads: sum((status) => status === null), invalid }
    })
  return new Map(Array.from(bySource, ([source, own]) => [source, listDays(own)]))
}

/** The share of leads that is valid, 0 to 1; 1 without leads. */
export function shareValid({ leads, invalid }: Omit<InvalidDay, 'day'> = { leads: 0, invalid: 0 }): number {
  return leads === 0 ? 1 : Math.max(0, leads - invalid) / leads
}

/** Leads of a source of today, and of the days before it that brought some (INVALID_DAYS). */
export interface InvalidCount extends Omit<InvalidDay, 'day'> {
  sourceNumber: SourceNumber
  before: readonly Omit<InvalidDay, 'day'>[]
}

/**
 * Finds a source whose leads are invalid far more often than usual, and more often than on the worst of the days before.
 * Leads turn invalid some time after they came, so today's share is too low rather than too high.
 */
export function findInvalid(count: InvalidCount, today: Day): Candidate | null {
  const { sourceNumber, leads, invalid, before } = count
  const usualLeads = before.reduce((sum, day) => sum + day.leads, 0)
  if (invalid < LEAST_INVALID || usualLeads < LEAST_USUAL) return null
  const usual = before.reduce((sum, day) => sum + day.invalid, 0) / usualLeads
  const shares = before.map((day) => (day.leads < LEAST_OF_A_DAY ? 0 : day.invalid / day.leads))
  const worst = Math.min(Math.max(...shares), usual * WORST_TIMES)
  const ordinary = Math.max(usual * ORDINARY_TIMES + ORDINARY_MORE, worst)
  if (ordinary >= 1 || invalid <= leads * ordinary) return null
  const known = knowRate(invalid + PRIOR_LEADS * usual, leads - invalid + PRIOR_LEADS * (1 - usual))
  const chance = 1 - known.chanceBelow(ordinary)
  if (chance < LEAST_CHANCE) return null
  return {
    suggestion: {
      kind: 'invalid',
      subject: { ...NO_PARTS, day: today, sourceNumber },
      action: null,
      evidence: { kind: 'invalid', leads, invalid, usual: Math.round(usual * BASIS), days: INVALID_DAYS },
      confidence: chance,
      gain: { leads: Math.floor(invalid - leads * usual), cents: null },
    },
    p: boundChance(leads, invalid, ordinary),
  }
}
