import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { ListedCap } from '#domain/caps/slot.ts'

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

/** All geos, brokers and sources of the caps that the board has, by name. */
export function listChoices(answers: readonly { data: readonly ListedCap[] | undefined }[]): FilterChoices {
  const geos = new Map<string, string>()
  const brokers = new Map<string, string>()
  const sources = new Map<string, string>()
  for (const { data = [] } of answers) {
    for (const { geo, advertiserId, advertiserName, sourceNumber } of data) {
      geos.set(geo, geo)
      sources.set(sourceNumber, `#${sourceNumber}`)
      if (advertiserId) brokers.set(advertiserId, advertiserName ?? brokers.get(advertiserId) ?? advertiserId)
    }
  }
  return { geos: byLabel(geos), brokers: byLabel(brokers), sources: byLabel(sources) }
}

function byLabel(names: ReadonlyMap<string, string>): Choice[] {
  return [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => compareCodePoints(a.label, b.label))
}
