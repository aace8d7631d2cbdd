import type { RecipientRow } from '#contract/broadcasts.ts'
import type { Draft } from '../api.ts'

/** The value of `capsIn` for a cap of any geo. */
export const ANY_GEO = 'any'

export function hasChat({ groupIds }: Pick<RecipientRow, 'groupIds'>): boolean {
  return groupIds.length > 0
}

/** The recipients of a draft: all, those with a cap, or the chosen ones, with or without a chat. */
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
