import type { Cap } from '#domain/caps/cap.ts'
import { FIELD_NAMES, pickFields } from '#domain/caps/fields.ts'
import type { WebhookData } from '#domain/webhooks/event.ts'
import type { Change } from '#server/features/history/service.ts'
import { tellWebhooks } from '#server/features/webhooks/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'

/** A row of history of a cap: one of both stands. */
export interface CapChange extends Change {
  before: Cap | null
  after: Cap | null
}

/** Tells other systems which caps a commit created, changed and deleted. */
export async function tellChangedCaps(tx: Tx, clock: Clock, changes: readonly CapChange[]): Promise<void> {
  if (changes.length === 0) return
  await tellWebhooks(tx, clock, 'cap.changed', () => changes.flatMap(dataOf))
}

/** The place of a cap for other systems. */
export function placeOfCap({ _id, kind, date, geo, advertiserId, sourceNumber }: Cap) {
  return { capId: _id, capKind: kind, day: date, geo, advertiserId, sourceNumber }
}

function dataOf({ before, after }: CapChange): WebhookData['cap.changed'][] {
  const cap = after ?? before
  if (!cap) return []
  const fields = before && after ? listChanged(before, after) : []
  // Saved as it was.
  if (before && after && fields.length === 0) return []
  const change = before === null ? 'created' : after === null ? 'deleted' : 'changed'
  const planned = { before: before?.cap ?? null, after: after?.cap ?? null }
  return [{ change, ...placeOfCap(cap), ...planned, fields }]
}

function listChanged(before: Cap, after: Cap): string[] {
  const [was, is] = [pickFields(before, FIELD_NAMES), pickFields(after, FIELD_NAMES)]
  return FIELD_NAMES.filter((name) => was[name] !== is[name])
}
