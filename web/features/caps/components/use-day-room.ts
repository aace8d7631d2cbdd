import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { computeRoom, sumRoom, withoutHeld, type GeoRoom, type Room } from '#domain/caps/room.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import { listedCapsQuery } from '../api.ts'

interface DayRoom {
  /** Over the geos that have both kinds of cap; null if there are none. */
  sum: Room | null
  /** The same without paused caps; null if nothing is paused. */
  flowing: Room | null
  byGeo: ReadonlyMap<GeoKey, GeoRoom>
}

/** The room between a day's two kinds of caps. The other kind is requested once these caps are shown. */
export function useDayRoom(
  kind: CapKind,
  day: Day,
  caps: readonly Cap[] | undefined,
  isHeld?: (cap: Cap) => boolean,
): DayRoom {
  const counterparts = useQuery({
    ...listedCapsQuery(kind === 'broker' ? 'affiliate' : 'broker', day),
    enabled: caps !== undefined,
  }).data
  return useMemo(() => {
    const [sold, bought] = kind === 'broker' ? [caps, counterparts] : [counterparts, caps]
    const rooms = computeRoom(sold ?? [], bought ?? [])
    const flowing =
      isHeld && [...(sold ?? []), ...(bought ?? [])].some(isHeld)
        ? sumRoom(computeRoom(withoutHeld(sold ?? [], isHeld), withoutHeld(bought ?? [], isHeld)))
        : null
    return { sum: sumRoom(rooms), flowing, byGeo: new Map(rooms.map((room) => [room.geo, room])) }
  }, [kind, caps, counterparts, isHeld])
}
