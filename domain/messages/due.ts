/** `$3,749.75 for 2 affiliates; $810.00 of it has no source.` The amounts are written already. */
export function formatDue(sum: string, affiliates: number, withoutSource: string | null): string {
  const rest = withoutSource === null ? '' : `; ${withoutSource} of it has no source`
  return `${sum} for ${affiliates} ${affiliates === 1 ? 'affiliate' : 'affiliates'}${rest}.`
}
