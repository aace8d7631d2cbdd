import { type RoundDeps, runRounds } from '#platform/jobs/rounds.ts'
import { followUpNow, keepToldBands } from './follow-service.ts'
import { sweepAllDue, type SweepDeps } from './sweep-service.ts'

export type SuggestionJobDeps = SweepDeps & RoundDeps

/** Sweeps by interval and on request, and keeps what is foretold at fixed hours, on one of all nodes. */
export function startSuggestions(deps: SuggestionJobDeps): { stop(): Promise<void> } {
  return runRounds(deps, { name: 'suggestions', channels: ['settings'] }, async (signal) => {
    await followUpNow(deps)
    await keepToldBands(deps)
    const next = await sweepAllDue(deps, signal)
    return next === null ? null : Math.max(0, next - deps.clock.now())
  })
}
