import { parseNumber } from '#domain/kernel/typed-number.ts'
import { MAX_CAP } from './cap.ts'

/** One change of the planned numbers of many caps. */
export type PlannedChange = { kind: 'set' | 'add' | 'multiply'; by: number }

/** Four decimals of a factor count: what people type as `1.15` is taken as 11,500 ten-thousandths, not as a float. */
const FACTOR_SCALE = 10_000

/**
 * A change as people write it: `50`, `+5`, `-5`, `×1.2`, `+10%`, `-10%`. Null where it is none of them, or would take more
 * than all away. The mark of a factor is always the decimal one, as nobody plans a thousand times as much.
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

/** The planned number after a change. It may be one that no cap can be: whoever saves it is told so. */
export function changePlanned(planned: number, { kind, by }: PlannedChange): number {
  if (kind === 'set') return by
  return kind === 'add' ? planned + by : multiply(planned, by)
}

/** Rounded half up to a whole lead: 70 x 1.15 is 80.5 and so 81. */
function multiply(planned: number, by: number): number {
  const scaled = Math.round(by * FACTOR_SCALE)
  return Math.floor((planned * scaled + FACTOR_SCALE / 2) / FACTOR_SCALE)
}
