// Numbers as people type and paste them, in every field of the product (docs/rules.md).

/** The longest text, in characters, that is searched for a number, so that a whole pasted page is not searched. */
const LONGEST = 40

const GROUPED = /^([1-9]\d{0,2})([\s,.'’])(\d{3}(?:\2\d{3})*)(?:([.,])(\d+))?$/
const PLAIN = /^(\d+)(?:[.,](\d+))?$/
const POINTED = /^([-−–]?)\s*(\d+\.\d+)$/
const POINTED_THOUSAND = /^[-−–]?\s*[1-9]\d{0,2}\.\d{2}0$/

// No two neighbouring parts can match the same character, so each text is read only once.
const AMOUNT = '[^\\s$a-z][^$a-z]*'
const DOLLARS = new RegExp(
  `^([-−–]?)\\s*(?:(?:(?:US\\s?)?\\$|USD)\\s*(${AMOUNT})|(${AMOUNT})(?:(?:US)?\\$|USD)?)$`,
  'i',
)
const PERCENT = /^([^%a-z]*)(?:%\s*)?(?:crg?)?$/i

/**
 * Parses a count, and pasted numbers: `1350`, `1,350`, `1.350`, `1 350`, `1'350`, `1,350.50`, `1.350,50`, `-5`. One
 * mark with three digits after it groups thousands. Returns null if the text is not a number, or could be another
 * number.
 */
export function parseNumber(typed: string): number | null {
  const text = typed.trim()
  if (text.length > LONGEST) return null
  const sign = /^[-−–]\s*/.exec(text)
  const digits = sign ? text.slice(sign[0].length) : text
  const value = parsePlain(digits) ?? parseGrouped(digits)
  return value === null || !sign ? value : 0 - value
}

function parsePlain(text: string): number | null {
  const match = PLAIN.exec(text)
  if (!match || GROUPED.test(text)) return null
  return Number(`${match[1]}.${match[2] ?? '0'}`)
}

function parseGrouped(text: string): number | null {
  const match = GROUPED.exec(text)
  if (!match) return null
  const [, first = '', mark = '', rest = '', decimalMark, decimals = '0'] = match
  if (mark === decimalMark) return null
  return Number(`${first}${rest.replaceAll(mark, '')}.${decimals}`)
}

/**
 * Parses a number that may have decimals, as people type it into a field. A single point is the decimal one, so
 * `10.555` has a third decimal and is no thousand. A third decimal of 0 would be lost in the number, so `1.350` is null.
 * All else is read like a count: `1,270` is how screens write 1270.
 */
export function parseDecimal(typed: string): number | null {
  const text = typed.trim()
  if (text.length > LONGEST || POINTED_THOUSAND.test(text)) return null
  const [, sign, digits] = POINTED.exec(text) ?? []
  if (digits === undefined) return parseNumber(text)
  return sign ? 0 - Number(digits) : Number(digits)
}

/** `$900`, `-$50.00`, `900 USD`, `1,200 $`. `read` parses the digits. */
export function parseDollars(typed: string, read = parseDecimal): number | null {
  const text = typed.trim()
  const [, sign = '', behind, before] = (text.length <= LONGEST && DOLLARS.exec(text)) || []
  const digits = behind ?? before
  return digits === undefined ? null : read(sign + digits)
}

/** `10`, `10%`, `8,25 %`, `10% CRG` */
export function parsePercent(typed: string): number | null {
  const text = typed.trim()
  const [, digits] = (text.length <= LONGEST && PERCENT.exec(text)) || []
  return digits === undefined ? null : parseDecimal(digits)
}

/** Whether digits that could be decimals were read as thousands: `1.350`, `$10,555`. */
export function isGroupedByOneMark(text: string): boolean {
  return /^[^\d.,]{0,8}[1-9]\d{0,2}[.,]\d{3}(?![\d.,])/.test(text.trim())
}
