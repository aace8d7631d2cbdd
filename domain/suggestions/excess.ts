/** What was seen against what was expected, many times over. */
export interface Spread {
  /** Squared differences. */
  errors: number[]
  /** What they would be on average by chance alone. */
  plain: number[]
  /** What one unit of excess adds to that. */
  perUnit: number[]
  /** How much each says beside the others. */
  sureness: number[]
}

const ROUNDS = 4
/** Leads are never quite as even as chance alone, however few were seen. */
const LEAST = 1e-4

/**
 * The excess that explains the errors best: moments, each weighted by how sure it is, which itself depends on the
 * excess and so is found in rounds. `prior` counts as if so many more certain errors had been seen.
 */
export function estimateExcess(spreads: readonly Spread[], prior = { excess: 0.05, errors: 0 }): number {
  let excess = Math.max(prior.excess, LEAST)
  for (let round = 0; round < ROUNDS; round += 1) {
    let above = prior.excess * prior.errors
    let below = prior.errors
    for (const { errors, plain, perUnit, sureness } of spreads) {
      for (let at = 0; at < errors.length; at += 1) {
        const [byChance, more] = [plain[at] ?? 0, perUnit[at] ?? 0]
        if (more <= 0) continue
        // Near 1 where excess is nearly all of the variance, near 0 where chance hides it.
        const weight = ((excess * more) / (byChance + excess * more)) ** 2 * (sureness[at] ?? 1)
        above += (weight * ((errors[at] ?? 0) - byChance)) / more
        below += weight
      }
    }
    if (below <= 0) return excess
    excess = Math.max(above / below, LEAST)
  }
  return excess
}

export function createSpread(): Spread {
  return { errors: [], plain: [], perUnit: [], sureness: [] }
}

export function addError(
  { errors, plain, perUnit, sureness }: Spread,
  error: number,
  byChance: number,
  more: number,
  sure = 1,
): void {
  errors.push(error)
  plain.push(byChance)
  perUnit.push(more)
  sureness.push(sure)
}
