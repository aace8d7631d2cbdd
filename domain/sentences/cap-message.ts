import type { Cap } from '#domain/caps/cap.ts'
import { html } from '#domain/markup/html.ts'
import { countOf, formatCount, formatDayName } from './written.ts'

/**
 * The beginning of a message about a cap, for Telegram's HTML mode; a person writes the rest. The affiliate does not
 * see the buyer.
 */
export function draftCapMessage({ date, geo, sourceNumber, cap, actualCount }: Cap): string {
  const leads = `${formatCount(actualCount)} of ${countOf(cap, 'lead')} so far`
  return `${html`<b>${geo} · #${sourceNumber}</b>, ${formatDayName(date)}: ${leads}.`.source}\n`
}
