import { brandNumber, type Brand } from './brand.ts'

/** Whole cents of a US dollar. */
export type Cents = Brand<number, 'Cents'>

/** Hundredths of a percent: 8.25 % is 825. */
export type BasisPoints = Brand<number, 'BasisPoints'>

/** Converts dollars with at most two decimals, as JSON carries them, to whole cents. */
export function centsFromDollars(dollars: number): Cents {
  return roundHundredths(dollars)
}

export function dollarsFromCents(cents: Cents): number {
  return cents / 100
}

/** Converts a percentage with at most two decimals to basis points. */
export function basisPointsFromPercent(percent: number): BasisPoints {
  return roundHundredths(percent)
}

export function percentFromBasisPoints(points: BasisPoints): number {
  return points / 100
}

/** Whether a number has at most two decimals and so fits into whole cents or basis points. */
export function hasTwoDecimals(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
}

/**
 * A share of an amount of at least 0, rounded half up to the cent: 8 % of $600 is $48. The part below 10,000 cents is
 * computed separately, because the product of a large amount would exceed the whole numbers that a float can hold.
 */
export function takeShare(amount: Cents, share: BasisPoints): Cents {
  const rest = amount % 10_000
  return brandNumber(((amount - rest) / 10_000) * share + Math.floor((rest * share + 5_000) / 10_000))
}

/** Converts PostgreSQL's `numeric` text with two decimals to whole cents or basis points, without a float. */
export function parseHundredths<B extends Cents | BasisPoints>(text: string): B {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) throw new Error(`not a number with two decimals: ${text}`)
  const [, sign = '', whole = '0', fraction = ''] = match
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return brandNumber(sign === '-' ? 0 - value : value)
}

/**
 * Rounds the digits of dollars of at least 0, such as `12.345`, half up to whole cents. Returns null if the text is no
 * such number.
 */
export function roundToCents(text: string): Cents | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,20}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  return brandNumber(fraction.charAt(2) >= '5' ? cents + 1 : cents)
}

/** Formats whole cents or basis points as the text of a `numeric` with two decimals. */
export function formatHundredths(value: Cents | BasisPoints): string {
  const digits = Math.abs(value).toString().padStart(3, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Adding 0 turns a negative zero, which compares and prints oddly, into a plain one. */
function roundHundredths<B extends Cents | BasisPoints>(value: number): B {
  return brandNumber(Math.round(value * 100) + 0)
}
