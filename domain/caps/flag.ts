import { foldGeo } from '#domain/kernel/identity.ts'

const REGIONAL_INDICATOR_A = 0x1f1e6

/** The flag emoji of a two-letter geo (`UK` as `GB`); null for any other geo. */
export function flagOf(geo: string): string | null {
  const key = foldGeo(geo)
  if (!/^[A-Z]{2}$/.test(key)) return null
  return String.fromCodePoint(...Array.from(key, (letter) => REGIONAL_INDICATOR_A + letter.charCodeAt(0) - 65))
}

const FLAG = /[\u{1f1e6}-\u{1f1ff}]{2}/u

/** The geo of the first flag emoji in a text; null if there is none. */
export function geoOfFlag(text: string): string | null {
  const flag = FLAG.exec(text)?.[0]
  if (flag === undefined) return null
  const letters = Array.from(flag, (sign) => (sign.codePointAt(0) ?? 0) - REGIONAL_INDICATOR_A + 65)
  return String.fromCharCode(...letters)
}

/** A text without its flags. */
export function stripFlags(text: string): string {
  return text.replace(/[\u{1f1e6}-\u{1f1ff}]/gu, '').trim()
}
