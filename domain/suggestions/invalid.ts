import type { Day } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import type { Candidate, Limits } from './suggestion.ts'
import { boundChance, knowRate } from './rate.ts'

/** Days before today by which the usual share of invalid leads is known. */
export const INVALID_DAYS = 14

/** The chance that the share is beyond what an ordinary bad day brings. */
const LIMITS: Limits = { enter: 0.95, stay: 0.9 }

/** Invalid leads of today, and leads of the days before, at least: of fewer nothing can be said. */
const LEAST_INVALID = 8
const LEAST_USUAL = 50

/** An ordinary bad day has half as many again as usual, and ten points of a hundred. */
const ORDINARY_TIMES = 1.5
const ORDINARY_MORE = 0.1
/** The worst day before counts up to so many times the usual share: one day of fraud must not hide the next for two weeks. */
const WORST_TIMES = 3

/** Of a day with fewer leads no share is known. */
const LEAST_OF_A_DAY = 10

/** Leads by which the share of today is held to the usual one. */
const PRIOR_LEADS = 10

const BASIS = 10_000

/** Leads of a source by whether their status is invalid. */
export interface InvalidCount {
  sourceNumber: SourceNumber
  /** Of today. */
  leads: number
  invalid: number
  /** The days before it that brought some (INVALID_DAYS). */
  before: readonly { leads: number; invalid: number }[]
}

/**
 * A source whose leads are invalid far more often than usual, and than on the worst of the days before. Leads are
 * found to be invalid some time after they came, so that the share of today is rather told too low.
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
  const known = knowRate(
    Math.max(1, invalid + PRIOR_LEADS * usual),
    Math.max(1, leads - invalid + PRIOR_LEADS * (1 - usual)),
  )
  const chance = 1 - known.chanceBelow(ordinary)
  if (chance < LIMITS.stay) return null
  return {
    suggestion: {
      kind: 'invalid',
      subject: {
        capKind: null,
        capId: null,
        day: today,
        geo: null,
        advertiserId: null,
        advertiserName: null,
        sourceNumber,
      },
      action: null,
      evidence: { kind: 'invalid', leads, invalid, usual: Math.round(usual * BASIS), days: INVALID_DAYS },
      confidence: chance,
      gain: { leads: Math.floor(invalid - leads * usual), cents: null },
    },
    p: boundChance(leads, invalid, ordinary),
    firm: chance >= LIMITS.enter,
  }
}
