import { centsFromDollars, dollarsFromCents } from '#domain/kernel/cents.ts'
import { addCents } from '#domain/payouts/money.ts'
import { MISSING } from '#web/lib/format.ts'

const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
  // What rounds to nothing is nothing, on whichever side of it.
  signDisplay: 'negative',
})
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const rate = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `$1,235` */
export function formatWhole(dollars: number): string {
  return whole.format(dollars)
}

/** `$1,234.50` */
export function formatExact(dollars: number): string {
  return exact.format(dollars)
}

/** `8.3%` */
export function formatRate(percent: number | null): string {
  return percent === null ? MISSING : `${rate.format(percent)}%`
}

/** To the cent. */
export function addDollars(amounts: readonly number[]): number {
  return dollarsFromCents(addCents(amounts.map(centsFromDollars)))
}
