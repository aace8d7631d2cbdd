import { foldGeo } from '#domain/kernel/identity.ts'

const REGIONAL_INDICATOR_A = 0x1f1e6

/** The flag emoji of a two-letter geo (`UK` as `GB`), or null for any other geo. */
export function flagOf(geo: string): string | null {
  const key = foldGeo(geo)
  if (!/^[A-Z]{2}$/.test(key)) return null
  return String.fromCodePoint(...Array.from(key, (letter) => REGIONAL_INDICATOR_A + letter.charCodeAt(0) - 65))
}
