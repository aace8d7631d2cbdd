import type { FullClosing } from '#contract/closings.ts'
import { tallyDue } from '#domain/payouts/closing.ts'
import { countOf, formatDue } from '#domain/sentences/written.ts'
import { formatExact } from '#web/lib/format.ts'
import { ApiError } from '#contract/client.ts'
import { closingTexts } from '#contract/texts/closings.ts'

/** What is to be transferred, and what is not. */
export function describeDue({ totalDue, lines }: FullClosing): string {
  const { paid, overpaid, withoutSource } = tallyDue(lines)
  const sum = formatDue(formatExact(totalDue), paid, withoutSource === null ? null : formatExact(withoutSource))
  if (overpaid === 0) return sum
  return `${sum} ${countOf(overpaid, 'affiliate')} overpaid: the overpaid amount is deducted from the next week.`
}

type State = FullClosing['state']

interface Step {
  /** What a week has to be for it. */
  wanted: State
  /** What it was refused for. */
  error: Error | null
}

/** Why a step of a closed week cannot be made any more; null: it can. */
export function describeEnd(state: State, { wanted, error }: Step): string | null {
  if (error instanceof ApiError && error.status === 404) return closingTexts.openedAgain
  return state === wanted ? null : closingTexts.stateNow(state)
}
