import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { endOf, findEndOfStop, findLongest, formatScope, isRunningAt, type Pause } from '#domain/pauses/pause.ts'
import { tellWebhooks } from '#server/features/webhooks/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'

/** Pauses whose beginning or end was noticed just now, and those that run or are to come. */
export interface NoticedPauses {
  ended: readonly Pause[]
  begun: readonly Pause[]
  standing: readonly Pause[]
}

/**
 * Sends events to other systems: that a scope is paused which was not, and that it flows again. Pauses of a scope that overlap or
 * touch are one stop. Of stops that came and went between two looks only the last of a scope is told.
 */
export async function tellSystems(
  tx: Tx,
  clock: Clock,
  { ended, begun, standing }: NoticedPauses,
  now: Instant,
): Promise<void> {
  const fresh = new Set(begun.map(({ _id }) => _id))
  const noticed = [...standing.filter((pause) => isRunningAt(pause, now)), ...ended, ...begun]
  const stops = listStops([...new Map(noticed.map((pause) => [pause._id, pause])).values()])
  const isTold = ({ first, others }: Stop) => [first, ...others].some(({ _id }) => !fresh.has(_id))
  const begins = [...new Map(stops.map((stop) => [formatScope(stop.first), stop])).values()].filter(
    (stop) => !isTold(stop),
  )
  const untilOf = ({ first, others }: Stop) => findEndOfStop([...standing, first, ...others], first, first.from)
  const tellEnds = (over: readonly Stop[]) =>
    tellWebhooks(tx, clock, 'pause.ended', () =>
      over.flatMap(({ first, others, end }) =>
        end === null || end > now
          ? []
          : [{ ...dataOf(findLongest([first, ...others]) ?? first), endedAt: formatInstant(end) }],
      ),
    )
  await tellEnds(stops.filter(isTold))
  await tellWebhooks(tx, clock, 'pause.began', () =>
    begins.map((stop) => ({ ...dataOf(stop.first), until: formatOptionalInstant(untilOf(stop)) })),
  )
  await tellEnds(begins)
}

/** Pauses of a scope that overlap or touch, the earliest apart. */
interface Stop {
  first: Pause
  others: Pause[]
  end: Instant | null
}

/** Those of a scope beside each other, the earliest first. */
function listStops(pauses: readonly Pause[]): Stop[] {
  const inOrder = pauses.toSorted((one, other) => one.from - other.from)
  return [...Map.groupBy(inOrder, formatScope).values()].flatMap(joinPauses)
}

function joinPauses(ofScope: readonly Pause[]): Stop[] {
  const stops: Stop[] = []
  for (const pause of ofScope) {
    const [end, last] = [endOf(pause), stops.at(-1)]
    if (!last || (last.end !== null && last.end < pause.from)) stops.push({ first: pause, others: [], end })
    else {
      last.others.push(pause)
      if (last.end !== null && (end === null || end > last.end)) last.end = end
    }
  }
  return stops
}

/** Without its note and whose it is: people write names there. */
function dataOf({ _id, geo, advertiserId, sourceNumber, from, until, reason }: Pause) {
  const span = { from: formatInstant(from), until: formatOptionalInstant(until) }
  return { pauseId: _id, geo, advertiserId, sourceNumber, ...span, reason }
}
