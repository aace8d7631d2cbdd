import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { foldGeo } from '#domain/kernel/identity.ts'

/** A value that caps can be narrowed down to, and what people call it. */
export interface Choice {
  value: string
  label: string
}

export interface FilterChoices {
  geos: Choice[]
  brokers: Choice[]
  sources: Choice[]
}

/** All geos, brokers and sources of the caps that the board has, by name; a geo as they write it where they agree. */
export function listChoices(answers: readonly { data: readonly Cap[] | undefined }[]): FilterChoices {
  const geos = new Map<string, string>()
  const brokers = new Map<string, string>()
  const sources = new Map<string, string>()
  for (const { data = [] } of answers) {
    for (const { geo, advertiserId, advertiserName, sourceNumber } of data) {
      const key = foldGeo(geo)
      geos.set(key, (geos.get(key) ?? geo) === geo ? geo : key)
      sources.set(sourceNumber, `#${sourceNumber}`)
      if (advertiserId) brokers.set(advertiserId, advertiserName ?? brokers.get(advertiserId) ?? advertiserId)
    }
  }
  return {
    geos: byLabel(new Map([...geos.values()].map((geo) => [geo, geo]))),
    brokers: byLabel(brokers),
    sources: byLabel(sources),
  }
}

/** A geo as it is offered, however the address writes it. */
export function asOffered(geo: string | undefined, geos: readonly Choice[]): string | undefined {
  return geos.find(({ value }) => geo !== undefined && foldGeo(value) === foldGeo(geo))?.value ?? geo
}

function byLabel(names: ReadonlyMap<string, string>): Choice[] {
  return [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => compareCodePoints(a.label, b.label))
}
