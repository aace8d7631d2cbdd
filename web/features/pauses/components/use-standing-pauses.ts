import { useQuery } from '@tanstack/react-query'
import { instantFromMilliseconds, SECOND } from '#domain/kernel/instant.ts'
import { isStandingAt } from '#domain/pauses/pause.ts'
import { useNow } from '#web/lib/clock.ts'
import { standingPausesQuery } from '../api.ts'

/** What is paused or will be, and the time by which that is so. Nothing is told when a pause is over, so a clock ticks. */
export function useStandingPauses() {
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(standingPausesQuery)
  // What was begun since the clock was read runs too.
  const now = instantFromMilliseconds(Math.max(useNow(15 * SECOND), dataUpdatedAt))
  return { pauses: data?.filter((pause) => isStandingAt(pause, now)), now, error, isPending, refetch }
}
