/** Share of a cap that is delivered, in percent, at most 100. A cap of 0 is full once anything arrives. */
export function computeProgress(delivered: number, cap: number): number {
  if (cap === 0) return delivered > 0 ? 100 : 0
  return Math.min(100, (delivered * 100) / cap)
}

/**
 * The percent that people read: whole, rounded, and 100 only of a full cap, so that the board, the bot and alerts say the
 * same. It goes on above 100.
 */
export function roundProgress(delivered: number, cap: number): number {
  if (delivered >= cap) return cap === 0 ? computeProgress(delivered, cap) : Math.round((delivered * 100) / cap)
  return Math.min(99, Math.round(computeProgress(delivered, cap)))
}

/** Leads that are still missing to the cap, never below 0. */
export function computeRemaining(delivered: number, cap: number): number {
  return Math.max(0, cap - delivered)
}
