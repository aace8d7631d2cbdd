import { ApiError } from '#contract/client.ts'
import type { FullClosing } from '#contract/closings.ts'
import { closingTexts } from '#contract/texts/closings.ts'

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
