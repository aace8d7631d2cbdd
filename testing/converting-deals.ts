import { createRandom } from '#sandbox/random.ts'
import { drawGamma, drawNormal, drawPoisson } from './chance.ts'

/** Leads of a deal on a day, and those of them that convert one day. */
export interface ConvertedDay {
  leads: number
  deposits: number
}

/**
 * Deals that send 22 leads on a median day and convert 5 to 16 % of them, day by day of their lives; half as many from one day
 * on, where it is named.
 */
export function drawConvertingDeals(
  seed: number,
  deals: number,
  days: number,
  fallsAt: number | null,
): ConvertedDay[][] {
  const random = createRandom('converting deals', seed)
  return Array.from({ length: deals }, () => {
    const perDay = Math.max(5, 22 * Math.exp(0.6 * drawNormal(random)))
    const converts = (random.integer(500, 1_200) / 10_000) * (1 + 0.3 * random.next())
    return Array.from({ length: days }, (_, day) => {
      const leads = drawPoisson(random, perDay * drawGamma(random, 40))
      const rate = fallsAt !== null && day >= fallsAt ? converts / 2 : converts
      return { leads, deposits: drawPoisson(random, leads * rate) }
    })
  })
}
