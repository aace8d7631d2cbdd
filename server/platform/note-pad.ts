import { MINUTE } from '#domain/kernel/instant.ts'

/**
 * Whether something is to be told: the first of its kind within a minute. Each subject has a page of its own, so that a
 * thousand strangers who fill theirs leave that of a member as it is.
 */
export type NotePad = (subject: string, kind: string) => boolean

/** Enough to see an attack by; a thousand a minute would be gigabytes of rows a day. */
const KINDS_OF_A_PAGE = 100

/** So that who is turned away fills no table. Subjects are members and what is ours, never what strangers make up. */
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
