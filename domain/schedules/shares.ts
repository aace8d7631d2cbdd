/**
 * The shares (percent) that so many leads of a cap come to. Of a cap of 0 every lead is one too many: it is full.
 */
export function listReachedShares(delivered: number, cap: number, shares: readonly number[]): number[] {
  if (delivered === 0) return []
  if (cap === 0) return shares.filter((share) => share <= 100)
  return shares.filter((share) => delivered * 100 >= cap * share)
}
