/** Share of a cap that is delivered, in percent, at most 100. A cap of 0 is full once anything arrives. */
export function computeProgress(delivered: number, cap: number): number {
  if (cap === 0) return delivered > 0 ? 100 : 0
  return Math.min(100, (delivered * 100) / cap)
}

/** Leads that are still missing to the cap, never below 0. */
export function computeRemaining(delivered: number, cap: number): number {
  return Math.max(0, cap - delivered)
}
