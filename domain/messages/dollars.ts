import { formatHundredths, type Cents } from '#domain/kernel/cents.ts'
import { formatCount } from './cap-lines.ts'

/** `$1,200`, `$79.20`: a price, whose cents are told where there are some. */
export function formatPrice(amount: Cents): string {
  return formatDollars(amount).replace(/\.00$/, '')
}

/** `$1,234.50`, `-$50.00` */
export function formatDollars(amount: Cents): string {
  const [whole = '', cents = ''] = formatHundredths(amount).replace('-', '').split('.')
  return `${amount < 0 ? '-' : ''}$${formatCount(Number(whole))}.${cents}`
}
