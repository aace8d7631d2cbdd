import { MINUTE } from '#domain/kernel/instant.ts'

/** Whether something is to be told: the first of its kind within a minute. */
export type NotePad = (kind: string) => boolean

const MOST_KINDS = 1_000

/** So that who is turned away fills no table. */
export function createNotePad(): NotePad {
  const kinds = new Set<string>()
  let since = performance.now()
  return (kind) => {
    if (performance.now() - since > MINUTE) {
      kinds.clear()
      since = performance.now()
    }
    if (kinds.has(kind) || kinds.size >= MOST_KINDS) return false
    kinds.add(kind)
    return true
  }
}
