const PLACEHOLDER = /\{\{([^{}]{0,60})\}\}/g

/** A placeholder that has no value. */
export interface Stranger {
  /** As it stands in the text, `{{Geo}}`, and where. */
  written: string
  at: number
  /** Those that have one, `{{geo}}, {{source}}`. */
  known: string
}

/** The first placeholder of a text whose name is not known; null if there is none. */
export function findStranger(text: string, names: readonly string[]): Stranger | null {
  for (const { 0: written, 1: name = '', index } of text.matchAll(PLACEHOLDER)) {
    if (names.includes(name.trim())) continue
    return { written, at: index, known: names.map((one) => `{{${one}}}`).join(', ') }
  }
  return null
}

/** Whether a text has a placeholder of that name. */
export function hasPlaceholder(text: string, wanted: string): boolean {
  return [...text.matchAll(PLACEHOLDER)].some(([, name = '']) => name.trim() === wanted)
}

/** Fills a text; what has no value stays as it is. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => values.get(name.trim()) ?? whole)
}
