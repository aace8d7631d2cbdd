import { createRandom } from '#sandbox/random.ts'
import { drawGamma, drawPoisson } from './chance.ts'

/** Leads by slot of days of one truth: each has a rate of its own around the mean, and chance. */
export function drawOrdinaryDays(
  days: number,
  { mean, size, slots }: { mean: number; size: number; slots: number },
): number[][] {
  const random = createRandom('ordinary days', days)
  return Array.from({ length: days }, () => {
    const rate = (mean * drawGamma(random, size)) / slots
    return Array.from({ length: slots }, () => drawPoisson(random, rate))
  })
}
