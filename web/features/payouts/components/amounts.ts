import { MISSING } from '#web/lib/format.ts'

const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
  // What rounds to nothing is nothing, on whichever side of it.
  signDisplay: 'negative',
})
const rate = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `$1,235` */
export function formatWhole(dollars: number): string {
  return whole.format(dollars)
}

/** `8.3%` */
export function formatRate(percent: number | null): string {
  return percent === null ? MISSING : `${rate.format(percent)}%`
}
