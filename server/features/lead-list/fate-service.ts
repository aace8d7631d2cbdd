import type { FateFilter } from '#domain/leads/search.ts'
import { spansOver } from '#domain/pauses/pause.ts'
import { decideFates, readFateRules, type LeadFate } from '#domain/payouts/fates.ts'
import type { Database } from '#platform/db/database.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { readPausesAround } from '#server/features/pauses/service.ts'
import { listLeadsBeside } from './fate-store.ts'
import type { FoundLead } from './search-store.ts'

/** Whether a filter names one fate. */
export function isFate(fate: FateFilter | undefined): fate is LeadFate {
  return fate !== undefined && fate !== 'planned' && fate !== 'unplanned'
}

/** Picks the leads with one fate. */
type PickByFate = <Found extends FoundLead>(found: readonly Found[]) => Promise<Found[]>

/** A fate depends on all leads of a cap. Each cap is read once, however its leads are spread. */
export async function startPicking(db: Database, fate: LeadFate): Promise<PickByFate> {
  const rules = readFateRules(await readSettings(db))
  const known = new Set<string>()
  const fitting = new Set<string>()
  return async (found) => {
    const beside = await listLeadsBeside(db, found, [...known])
    const pauses = rules.pausedLeads === null ? [] : await readPausesAround(db, beside, rules.pausedLeads)
    for (const [capId, leads] of Map.groupBy(beside, (lead) => lead.capId)) {
      known.add(capId)
      const [deal] = leads
      if (!deal) continue
      for (const judged of decideFates({ ...deal, pauses: spansOver(pauses, deal) }, leads, rules)) {
        if (judged.fate === fate) fitting.add(nameOf(judged.lead))
      }
    }
    return found.filter((lead) => fitting.has(nameOf(lead)))
  }
}

function nameOf({ connector, id }: { connector: string; id: string }): string {
  return JSON.stringify([connector, id])
}
