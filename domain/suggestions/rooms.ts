import { sumPlanned } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { foldGeo } from '#domain/kernel/identity.ts'

type Place = Pick<Cap, 'date' | 'geo' | 'sourceNumber'>

/** What is bought and not sold, by day and geo and by source of these, as it is used up. */
export class Rooms {
  readonly #rooms = new Map<string, number>()
  /** Where more is sold once what was said before is followed. */
  readonly #promised = new Set<string>()

  constructor(caps: readonly Cap[]) {
    for (const own of Map.groupBy(caps, formatGeo).values()) this.#add(own, formatGeo)
    for (const own of Map.groupBy(caps, formatSource).values()) this.#add(own, formatSource)
  }

  /** By how much a broker cap may be raised; undefined where nothing is known of what is bought. */
  of(place: Place): number | undefined {
    const known = [this.#rooms.get(formatGeo(place)), this.#rooms.get(formatSource(place))]
    const rooms = known.filter((room) => room !== undefined)
    return rooms.length === 0 ? undefined : Math.max(0, Math.min(...rooms))
  }

  /** By how much it may be raised with what another source of its geo gives away. */
  ofSource(place: Place): number | undefined {
    const room = this.#rooms.get(formatSource(place))
    return room === undefined ? undefined : Math.max(0, room)
  }

  take(place: Place, leads: number): void {
    this.#take(formatGeo(place), leads)
    this.takeOfSource(place, leads)
  }

  takeOfSource(place: Place, leads: number): void {
    this.#take(formatSource(place), leads)
  }

  /** Uses up what somebody was told to sell more of a place. */
  promise(place: Place, leads: number): void {
    this.#promised.add(formatGeo(place)).add(formatSource(place))
    this.take(place, leads)
  }

  promiseOfSource(place: Place, leads: number): void {
    this.#promised.add(formatSource(place))
    this.takeOfSource(place, leads)
  }

  /** Whether so much less may be bought of a place, as far as it was promised. */
  canSpare(place: Place, leads: number): boolean {
    return [formatGeo(place), formatSource(place)].every(
      (key) => !this.#promised.has(key) || (this.#rooms.get(key) ?? 0) >= leads,
    )
  }

  #take(key: string, leads: number): void {
    const room = this.#rooms.get(key)
    if (room !== undefined) this.#rooms.set(key, room - leads)
  }

  #add(caps: readonly Cap[], formatKey: (place: Place) => string): void {
    const bought = caps.filter(({ kind }) => kind === 'affiliate')
    const [cap] = bought
    if (!cap) return
    const sold = caps.filter(({ kind }) => kind === 'broker')
    this.#rooms.set(formatKey(cap), sumPlanned(bought) - sumPlanned(sold))
  }
}

function formatGeo({ date, geo }: Place): string {
  return JSON.stringify([date, foldGeo(geo)])
}

function formatSource({ date, geo, sourceNumber }: Place): string {
  return JSON.stringify([date, foldGeo(geo), sourceNumber])
}
