import { MINUTE } from '#domain/kernel/instant.ts'

/**
 * Whether to report something: only the first of its kind within a minute. Each subject has its own page, so a thousand
 * strangers who fill theirs do not affect a member's page.
 */
export type NotePad = (subject: string, kind: string) => boolean

/** Enough to notice an attack; a thousand a minute would be gigabytes of rows a day. */
const KINDS_OF_A_PAGE = 100

/** Keeps refused callers from filling a table. Subjects are members and our own names, never values from strangers. */
export function createNotePad(): NotePad {
  const pages = new Map<string, Set<string>>()
  let since = performance.now()
  return (subject, kind) => {
    if (performance.now() - since > MINUTE) {
      pages.clear()
      since = performance.now()
    }
    const kinds = pages.get(subject) ?? new Set()
    if (kinds.has(kind) || kinds.size >= KINDS_OF_A_PAGE) return false
    pages.set(subject, kinds.add(kind))
    return true
  }
}
