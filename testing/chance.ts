import type { Random } from '#sandbox/random.ts'

// What simulated worlds are made of: draws from the distributions that leads are thought to follow.

/** From a normal distribution around 0 with deviation 1 (Box and Muller). */
export function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

/** From a Gamma distribution of this shape and mean 1 (Marsaglia and Tsang). */
export function drawGamma(random: Random, shape: number): number {
  if (shape < 1) return (drawGamma(random, shape + 1) * (shape + 1) * (1 - random.next()) ** (1 / shape)) / shape
  const d = shape - 1 / 3
  for (;;) {
    const x = drawNormal(random)
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape
  }
}

/** A Poisson count: exact, by halves where the mean is large. */
export function drawPoisson(random: Random, mean: number): number {
  if (mean > 30) return drawPoisson(random, mean / 2) + drawPoisson(random, mean / 2)
  let [count, product] = [0, 1 - random.next()]
  for (const least = Math.exp(-mean); product > least; count += 1) product *= 1 - random.next()
  return count
}
