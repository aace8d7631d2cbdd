import { formatMinutes } from '#domain/hours/working-hours.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { describeDone, labelAction } from '#domain/sentences/suggestion.ts'
import { formatSweep, sweepKeyboard, type ToldSuggestion } from '#domain/sentences/sweep.ts'
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
  const at = formatMinutes(zoneOf(timezone).localTimeOf(sweep.at).minutes)
  return compose({ at, suggestions, more: message.more, note: null })
}

export function compose(sweep: {
  at: string
  suggestions: readonly StoredSuggestion[]
  more: number
  note: string | null
}): ComposedMessage {
  const told = sweep.suggestions.map(tell)
  return {
    text: formatSweep({ ...sweep, suggestions: told }).source,
    parseMode: 'HTML',
    replyMarkup: sweepKeyboard(told),
  }
}

function tell(stored: StoredSuggestion): ToldSuggestion {
  const { id, state, decision, suggestion } = stored
  return {
    id,
    state,
    sentence: sayInHtml(stored),
    confidence: suggestion.confidence,
    label: labelAction(suggestion.action),
    done: describeDone(suggestion.action),
    decidedBy: decision?.by ?? null,
  }
}
