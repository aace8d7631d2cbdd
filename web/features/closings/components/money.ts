import type { FullClosing } from '#contract/closings.ts'
import { countOf } from '#web/lib/format.ts'

const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$1,234.50`, `-$50.00` */
export function formatMoney(dollars: number): string {
  return exact.format(dollars)
}

/** What is to be transferred, and what is not. */
export function describeDue({ totalDue, lines }: FullClosing): string {
  const count = (isCounted: (due: number) => boolean) => lines.filter(({ due }) => isCounted(due)).length
  const [paid, overpaid] = [count((due) => due > 0), count((due) => due < 0)]
  const sum = `${formatMoney(totalDue)} for ${countOf(paid, 'affiliate')}.`
  if (overpaid === 0) return sum
  return `${sum} ${countOf(overpaid, 'affiliate')} got too much before: that is taken off the next week.`
}
