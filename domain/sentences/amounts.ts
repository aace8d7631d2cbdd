import { formatHundredths, type Cents } from '#domain/kernel/cents.ts'

/** `$1,200`, `$79.20`: a price, whose cents are told where there are some. */
export function formatPrice(amount: Cents): string {
  return formatDollars(amount).replace(/\.00$/, '')
}

/** `$1,234.50`, `-$50.00` */
export function formatDollars(amount: Cents): string {
  const [whole = '', cents = ''] = formatHundredths(amount).replace('-', '').split('.')
  return `${amount < 0 ? '-' : ''}$${formatCount(Number(whole))}.${cents}`
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** `$3,749.75 for 2 affiliates; $810.00 of it has no source.` The amounts are written already. */
export function formatDue(sum: string, affiliates: number, withoutSource: string | null): string {
  const rest = withoutSource === null ? '' : `; ${withoutSource} of it has no source`
  return `${sum} for ${affiliates} ${affiliates === 1 ? 'affiliate' : 'affiliates'}${rest}.`
}
