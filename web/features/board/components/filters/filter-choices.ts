import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { foldGeo } from '#domain/kernel/identity.ts'

/** A value of a filter, and its label. */
export interface Choice {
  value: string
  label: string
}

interface FilterChoices {
  geos: Choice[]
  brokers: Choice[]
  sources: Choice[]
}

/** All geos, brokers and sources of the board's caps, by label; a geo as the caps write it, if they agree. */
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

/** A geo as the list writes it, however the address does. */
export function asOffered(geo: string | undefined, geos: readonly Choice[]): string | undefined {
  return geos.find(({ value }) => geo !== undefined && foldGeo(value) === foldGeo(geo))?.value ?? geo
}

function byLabel(names: ReadonlyMap<string, string>): Choice[] {
  return [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => compareCodePoints(a.label, b.label))
}
