import type { RecipientRow } from '#contract/broadcasts.ts'
import type { Draft } from '../api.ts'

/** Of `capsIn`: a cap for whatever geo. */
export const ANY_GEO = 'any'

export function hasChat({ groupIds }: Pick<RecipientRow, 'groupIds'>): boolean {
  return groupIds.length > 0
}

/** Whom a draft is for: all, those with a cap, or those who were chosen; also those without a chat. */
export function chooseRecipients<Row extends Pick<RecipientRow, 'id' | 'caps'>>(
  all: readonly Row[],
  { capsIn, recipientIds }: Pick<Draft, 'capsIn' | 'recipientIds'>,
): readonly Row[] {
  if (capsIn === ANY_GEO) return all.filter(({ caps }) => (caps?.geos.length ?? 0) > 0)
  if (capsIn !== null) return all.filter(({ caps }) => caps?.geos.includes(capsIn) ?? false)
  if (recipientIds === null) return all
  const wanted = new Set(recipientIds)
  return all.filter(({ id }) => wanted.has(id))
}
