import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { foldGeo, type GeoKey } from '#domain/kernel/identity.ts'
import { sumPlanned } from './aggregates.ts'
import type { Cap } from './cap.ts'

/** Leads sold to brokers and bought from affiliates, both as planned. */
export interface Room {
  sold: number
  bought: number
  /** Bought minus sold. Below 0 is oversold. */
  room: number
}

export interface GeoRoom extends Room {
  geo: GeoKey
}

/**
 * The room of a day by geo, alphabetical. A geo with only one kind of caps has no room, because its other side is
 * unknown.
 */
export function computeRoom(brokerCaps: readonly Cap[], affiliateCaps: readonly Cap[]): GeoRoom[] {
  const boughtByGeo = planByGeo(affiliateCaps)
  return [...planByGeo(brokerCaps)]
    .flatMap(([geo, sold]) => {
      const bought = boughtByGeo.get(geo)
      return bought === undefined ? [] : [{ geo, sold, bought, room: bought - sold }]
    })
    .toSorted((a, b) => compareCodePoints(a.geo, b.geo))
}

/** Caps without their paused part: a paused cap plans only the leads that came. */
export function withoutHeld(caps: readonly Cap[], isHeld: (cap: Cap) => boolean): readonly Cap[] {
  return caps.map((cap) => (isHeld(cap) ? { ...cap, cap: Math.min(cap.cap, cap.actualCount) } : cap))
}

/** The room of a whole day over the geos that have both kinds; null if there is none. */
export function sumRoom(rooms: readonly Room[]): Room | null {
  if (rooms.length === 0) return null
  const add = (sum: Room, { sold, bought, room }: Room) => ({
    sold: sum.sold + sold,
    bought: sum.bought + bought,
    room: sum.room + room,
  })
  return rooms.reduce(add, { sold: 0, bought: 0, room: 0 })
}

export function isOversold({ room }: Room): boolean {
  return room < 0
}

function planByGeo(caps: readonly Cap[]): Map<GeoKey, number> {
  const groups = Map.groupBy(caps, (cap) => foldGeo(cap.geo))
  return new Map([...groups].map(([geo, items]) => [geo, sumPlanned(items)]))
}
