// Numbers as people type and paste them, in every field of the product (docs/rules.md).

const GROUPED = /^([1-9]\d{0,2})([\s,.'’])(\d{3}(?:\2\d{3})*)(?:([.,])(\d+))?$/
const PLAIN = /^(\d+)(?:[.,](\d+))?$/

/**
 * `1350`, `1,350`, `1.350`, `1 350`, `1'350`, `1,350.50`, `1.350,50`, `-5`. One mark with three digits behind it groups
 * thousands, since neither leads nor prices have three decimals. Null where it is no number, or might be another one.
 */
export function readNumber(typed: string): number | null {
  const text = typed.trim()
  const sign = /^[-−–]\s*/.exec(text)
  const digits = sign ? text.slice(sign[0].length) : text
  const value = readPlain(digits) ?? readGrouped(digits)
  return value === null || !sign ? value : 0 - value
}

function readPlain(text: string): number | null {
  const match = PLAIN.exec(text)
  if (!match || GROUPED.test(text)) return null
  return Number(`${match[1]}.${match[2] ?? '0'}`)
}

function readGrouped(text: string): number | null {
  const match = GROUPED.exec(text)
  if (!match) return null
  const [, first = '', mark = '', rest = '', decimalMark, decimals = '0'] = match
  if (mark === decimalMark) return null
  return Number(`${first}${rest.replaceAll(mark, '')}.${decimals}`)
}

/** `$900`, `-$50.00`, `900 USD`, `1,200 $` */
export function readDollars(text: string): number | null {
  return readNumber(text.trim().replace(/(?<=^[-−–]?\s*)(?:(?:US\s?)?\$|USD)\s*|\s*(?:(?:US)?\$|USD)$/i, ''))
}

/** `10`, `10%`, `8,25 %`, `10% CRG` */
export function readPercent(text: string): number | null {
  return readNumber(text.trim().replace(/\s*%?\s*(?:crg?)?$/i, ''))
}
