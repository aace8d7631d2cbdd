import { formatMinutes } from '#domain/hours/working-hours.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { describeDone, labelAction } from '#domain/sentences/suggestion.ts'
import { formatSweep, sweepKeyboard, type ToldSuggestion } from '#domain/sentences/sweep.ts'
import { pausableOf } from '#domain/suggestions/suggestion.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Tx } from '#platform/db/database.ts'
import type { InlineKeyboard } from '#platform/telegram/message.ts'
import { readStored, sayInHtml, type StoredSuggestion } from './content-service.ts'
import { listSuggestionsIn } from './store.ts'
import { findSweep, lockSweepMessage } from './sweep-store.ts'

export interface ComposedMessage {
  text: string
  parseMode: 'HTML'
  replyMarkup: InlineKeyboard
}

/** The message of a sweep as it would be written now; null where it is not known any more. It is locked by that. */
export async function composeAnew(tx: Tx, messageId: string): Promise<ComposedMessage | null> {
  const message = await lockSweepMessage(tx, messageId)
  const sweep = message && (await findSweep(tx, message.sweepId))
  if (!sweep) return null
  const { timezone } = await readSettings(tx)
  const suggestions = await readStored(tx, await listSuggestionsIn(tx, messageId))
  return compose({ at: sweep.at, zone: zoneOf(timezone), suggestions, more: message.more, note: null })
}

export function compose(sweep: {
  at: Instant
  zone: Zone
  suggestions: readonly StoredSuggestion[]
  more: number
  note: string | null
}): ComposedMessage {
  const { at, zone } = sweep
  const sayTime = (instant: Instant) => formatMinutes(zone.localTimeOf(instant).minutes)
  const told = sweep.suggestions.map((stored) => ({
    ...tell(stored),
    foundAt: stored.createdAt === at ? null : sayTime(stored.createdAt),
  }))
  return {
    text: formatSweep({ ...sweep, at: sayTime(at), suggestions: told }).source,
    parseMode: 'HTML',
    replyMarkup: sweepKeyboard(told),
  }
}

function tell(stored: StoredSuggestion): Omit<ToldSuggestion, 'foundAt'> {
  const { id, state, decision, suggestion } = stored
  return {
    id,
    state,
    sentence: sayInHtml(stored),
    confidence: suggestion.confidence,
    label: labelAction(suggestion.action),
    canPause: pausableOf(suggestion) !== null,
    done: describeDone(suggestion.action, decision?.batch?.kind === 'pause'),
    decidedBy: decision?.by ?? null,
  }
}
