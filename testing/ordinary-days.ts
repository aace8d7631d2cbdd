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

/** Whether each lead of a source is invalid, a list a day: the share of a day is spread around that of the source. */
export function drawInvalidDays(source: number, days: number): boolean[][] {
  const random = createRandom('invalid days', source)
  const [mean, size, evenness] = [0.02 + 0.38 * random.next(), 5 + 120 * random.next(), 30]
  return Array.from({ length: days }, () => {
    const [bad, good] = [drawGamma(random, mean * evenness), drawGamma(random, (1 - mean) * evenness)]
    return Array.from({ length: drawPoisson(random, size) }, () => random.chance(bad / (bad + good)))
  })
}
