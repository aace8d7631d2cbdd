import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { parseHours, type Hours } from '#domain/hours/working-hours.ts'
import { SLOT_MINUTES, type EndedCap, type SlotCount } from '#domain/suggestions/forecast.ts'
import type { World } from '#sandbox/world/world.ts'

/** The demo world's leads as the sweep reads them. */
export function countDemoLeads({ leadsOf, zone }: World, day: Day): SlotCount[] {
  return leadsOf(day).flatMap(({ steps: [first], advertiserId, createdAt, isTest }) => {
    if (!first || isTest) return []
    return [
      {
        day,
        geo: foldGeo(first.geo),
        advertiserId,
        sourceNumber: foldSource(first.sourceNumber),
        slot: Math.floor(zone.localTimeOf(createdAt).minutes / SLOT_MINUTES),
        leads: 1,
      },
    ]
  })
}

/** The broker caps of a day, paused ones left out. */
export function listDemoCaps({ capsOf }: World, day: Day): (Omit<EndedCap, 'day'> & { hours: Hours })[] {
  return capsOf(day)
    .filter(({ cap }) => cap > 0)
    .map(({ geo, advertiserId, sourceNumber, cap, workingHours }) => {
      const hours = parseHours(workingHours)
      return {
        geo: foldGeo(geo),
        advertiserId,
        sourceNumber: foldSource(sourceNumber),
        cap,
        hours: hours.ok ? hours.value : { kind: 'unknown' },
      }
    })
}
