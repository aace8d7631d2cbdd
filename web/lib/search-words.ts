/** What somebody searches for; people write a number as it is shown: `#44`. */
export function readSearch(typed: string): string {
  return typed.trim().replace(/^#/, '').toLowerCase()
}
