/** A source as reports and statements name it, `#44`; `none` is what the leads of nobody are called there. */
export function nameSource(source: string, none: 'no source' | 'No source'): string {
  return source === '' ? none : `#${source}`
}
