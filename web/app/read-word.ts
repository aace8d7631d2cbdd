/** A word of an address, none where it is empty. A source or an id of digits stands there as a number where somebody typed it. */
export function readWord(name: string, value: unknown): [string, string][] {
  const isWord = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
  return isWord ? [[name, String(value)]] : []
}
