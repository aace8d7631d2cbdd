import { centsFromDollars, dollarsFromCents } from '#domain/kernel/cents.ts'
import { addCents } from '#domain/payouts/money.ts'

const money = { style: 'currency', currency: 'USD' } as const
const exact = new Intl.NumberFormat('en-US', money)
const change = new Intl.NumberFormat('en-US', { ...money, signDisplay: 'exceptZero' })

/** `$1,234.50`, `-$50.00` */
export function formatExact(dollars: number): string {
  return exact.format(dollars)
}

/** What is added or taken off: `+$150.00`, `-$50.00`, `$0.00` */
export function formatChange(dollars: number): string {
  return change.format(dollars)
}

/** To the cent. */
export function addDollars(amounts: readonly number[]): number {
  return dollarsFromCents(addCents(amounts.map(centsFromDollars)))
}
