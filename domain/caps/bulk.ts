import { parseNumber } from '#domain/kernel/typed-number.ts'
import { MAX_CAP } from './cap.ts'

/** One change of the planned numbers of many caps. */
export type PlannedChange = { kind: 'set' | 'add' | 'multiply'; by: number }

/** Four decimals of a factor count: a typed `1.15` becomes 11,500 ten-thousandths, not a float. */
const FACTOR_SCALE = 10_000

/**
 * Parses a change as people write it: `50`, `+5`, `-5`, `×1.2`, `+10%`, `-10%`. Returns null for anything else, or if
 * it would take away more than all. The mark of a factor is always the decimal one, because nobody plans a thousand
 * times as much.
 */
export function parsePlannedChange(text: string): PlannedChange | null {
  const typed = text.trim().replace(/^[−–]/, '-')
  const [, factor] = /^[×x*]\s*(\d{1,4}(?:[.,]\d{1,4})?)$/i.exec(typed) ?? []
  if (factor !== undefined) return { kind: 'multiply', by: Number(factor.replace(',', '.')) }
  const [, sign, percent] = /^([+-])\s*(\d{1,5}(?:[.,]\d{1,2})?)\s*%$/.exec(typed) ?? []
  if (percent !== undefined) {
    const hundredths = Math.round(Number(percent.replace(',', '.')) * 100)
    const scaled = FACTOR_SCALE + (sign === '-' ? -hundredths : hundredths)
    return scaled < 0 ? null : { kind: 'multiply', by: scaled / FACTOR_SCALE }
  }
  const by = parseNumber(typed.replace(/^\+(?=\s*\d)/, ''))
  if (by === null || !Number.isInteger(by) || Math.abs(by) > MAX_CAP) return null
  return { kind: /^[+-]/.test(typed) ? 'add' : 'set', by }
}

/** The planned number after a change. It may be out of range for a cap; saving then refuses it. */
export function changePlanned(planned: number, { kind, by }: PlannedChange): number {
  if (kind === 'set') return by
  return kind === 'add' ? planned + by : multiply(planned, by)
}

/** Rounds half up to a whole lead: 70 x 1.15 is 80.5, so 81. */
function multiply(planned: number, by: number): number {
  const scaled = Math.round(by * FACTOR_SCALE)
  return Math.floor((planned * scaled + FACTOR_SCALE / 2) / FACTOR_SCALE)
}
