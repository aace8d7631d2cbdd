import { formatConversion } from '#domain/analytics/breakdown.ts'
import { formatCount } from '#web/lib/format.ts'

/** `36 more than 282 (+12.8%)` */
export function describeChange(now: number, before: number): string {
  if (now === before) return `as many as before`
  const share = before === 0 ? '' : ` (${formatSigned((100 * (now - before)) / before, 1)}%)`
  return `${formatCount(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than ${formatCount(before)}${share}`
}

/** `+1.20 points from 4.13%`: the difference of the two as they are shown. */
export function describePoints(now: number, before: number): string {
  const [shown = 0, stood = 0] = [now, before].map((percent) => Math.round(Number(percent.toFixed(2)) * 100))
  const hundredths = shown - stood
  if (hundredths === 0) return 'as before'
  return `${formatSigned(hundredths / 100, 2)} points from ${formatConversion(before)}`
}

function formatSigned(value: number, digits: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
}
