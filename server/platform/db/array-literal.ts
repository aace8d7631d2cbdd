/**
 * A PostgreSQL array as text, for `$1::text[]` and `unnest`. The driver makes the same from an array, but looks at the
 * type of each element first, which costs more than all the rest of storing a page.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  let literal = '{'
  for (const [index, value] of values.entries()) {
    if (index > 0) literal += ','
    if (value === null) literal += 'NULL'
    else if (typeof value === 'number') literal += value
    else literal += quoteElement(value)
  }
  return `${literal}}`
}

function quoteElement(text: string): string {
  return text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}
