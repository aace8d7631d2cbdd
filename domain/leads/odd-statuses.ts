import { foldStatus } from '#domain/kernel/identity.ts'

/** Systems with a few hundred statuses exist, so only a page on which most leads have their own is in doubt. */
const FEWEST_TELLING = 50

/**
 * Says that the statuses of some leads seem to come from another field, such as an id; null if they do not. The leads
 * can be stored, so nothing is refused for it.
 */
export function questionStatuses(statuses: readonly (string | null)[]): string | null {
  const said = statuses.flatMap((status) => (status === null ? [] : [foldStatus(status)]))
  const different = new Set(said).size
  if (different < FEWEST_TELLING || different * 2 <= said.length) return null
  return `The field of the status looks wrong: ${said.length} leads have ${different} different statuses. Choose another field for it in the mapping of the feed.`
}
