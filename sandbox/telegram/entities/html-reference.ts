const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
])

/** Decodes `&lt;`, `&#65;` or `&#x41;` at `at`; the semicolon may be missing. Null where it is ordinary text. */
export function decodeReference(source: string, at: number): { text: string; next: number } | null {
  const match = /^&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|([a-z]+));?/i.exec(source.slice(at, at + 12))
  if (!match) return null
  const [whole, hex, decimal, name] = match
  if (name !== undefined) return decodeName(name, source, at)
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (code === 0 || code > 0x10ffff) return null
  return { text: String.fromCodePoint(code), next: at + whole.length }
}

function decodeName(name: string, source: string, at: number): { text: string; next: number } | null {
  const text = NAMED.get(name)
  if (text === undefined) return null
  const end = at + 1 + name.length
  return { text, next: source.charAt(end) === ';' ? end + 1 : end }
}
