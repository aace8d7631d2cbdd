/**
 * Orders texts by code point, as PostgreSQL's "C" collation does. JavaScript's own `<` compares code units, which puts
 * the letters beyond U+FFFF before some of those below it.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one !== other) return rankOf(one) - rankOf(other)
  }
  return a.length - b.length
}

/** Surrogates, the halves of letters beyond U+FFFF, rank above all other units. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit
}
