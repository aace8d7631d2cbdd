import type { Cents } from '#domain/kernel/cents.ts'
import { addMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { LeadFate } from '#domain/payouts/fates.ts'
import { NOTHING, payConversion } from '#domain/payouts/money.ts'
import type { SettledDeal } from '#domain/payouts/deal.ts'
import { payOutOfDeal, settleSoFar } from '#server/features/payouts/owed-service.ts'
import { readSettings, readZone } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import { readAtOnce } from '#platform/db/at-once.ts'
import type { Tx } from '#platform/db/database.ts'
import { RUNS_KEPT } from '#platform/db/retention.ts'
import { describeLeads, type LeadPage, type SearchDeps } from './search-service.ts'
import { findOne, listLeads } from './search-store.ts'
import {
  findFile,
  findFirstTurn,
  findLeadPlace,
  listCapsOfPlace,
  listLeadsOfPlace,
  type CapOfLead,
  type LeadPlace,
} from './story-store.ts'

/** All that is known of one lead. */
export interface LeadStory {
  lead: LeadPage['leads'][number]
  place: LeadPlace
  /** The first run of its feed after it came; null if there is none, or it may have been removed. */
  firstTurnAt: Instant | null
  /** The last file that had it, as long as that can be taken back. */
  file: { fileName: string; uploadedBy: string; savedAt: Instant } | null
  brokerCap: CapOfLead | null
  affiliateCap: CapOfLead | null
  outcome: LeadOutcome | null
  /** For its deposits that no deal pays for; null: it has none. */
  outOfDeal: Cents | null
}

/** The result of a lead at its broker cap. */
export interface LeadOutcome {
  fate: LeadFate
  /** Among the leads that count, 1 is the first; null of a lead that does not. */
  rank: number | null
  /** For its conversion, in a report from its day until today; null if it has none by then. */
  owed: Cents | null
}

/** Of one consistent state of the tables. */
export async function readLeadStory(
  deps: Pick<SearchDeps, 'db'> & { clock: Clock },
  name: { connector: string; id: string },
): Promise<Result<LeadStory, { reason: 'leads.not-found' }>> {
  const story = await readAtOnce(deps.db, async (tx) => {
    const place = await findLeadPlace(tx, name)
    return place && readStory(tx, deps.clock, name, place)
  })
  return story ? accept(story) : refuse({ reason: 'leads.not-found' })
}

async function readStory(
  tx: Tx,
  clock: Clock,
  name: { connector: string; id: string },
  place: LeadPlace,
): Promise<LeadStory | null> {
  const found = await listLeads(tx, findOne(name), { after: null, before: null }, 1)
  const [lead] = await describeLeads(tx, found)
  if (!lead) return null
  const caps = await listCapsOfPlace(tx, place)
  const brokerCap = caps.find(({ kind }) => kind === 'broker') ?? null
  // For a lead older than all kept runs, the first kept run is not the first one.
  const isTurnKept = lead.createdAt >= addMilliseconds(clock.now(), -RUNS_KEPT)
  return {
    lead,
    place,
    firstTurnAt: isTurnKept ? await findFirstTurn(tx, name.connector, lead.createdAt) : null,
    file: await findFile(tx, name),
    brokerCap,
    affiliateCap: caps.find(({ kind }) => kind === 'affiliate') ?? null,
    ...(await readOwed(tx, clock, { name, place, isPlanned: brokerCap !== null })),
  }
}

async function readOwed(
  tx: Tx,
  clock: Clock,
  { name, place, isPlanned }: { name: { connector: string; id: string }; place: LeadPlace; isPlanned: boolean },
): Promise<Pick<LeadStory, 'outcome' | 'outOfDeal'>> {
  // Without a deal nobody needs them, and there may be any number.
  const leads = isPlanned ? await listLeadsOfPlace(tx, place) : []
  const settings = await readSettings(tx)
  const until = (await readZone(tx)).dayOf(clock.now())
  const [deal] = await settleSoFar(tx, settings, { places: [place], leads, day: place.day, until })
  const outOfDeal = await payOutOfDeal(tx, settings, { place, leads, name, until })
  return { outcome: deal ? outcomeOf(deal, name) : null, outOfDeal }
}

function outcomeOf(deal: SettledDeal, { connector, id }: { connector: string; id: string }): LeadOutcome | null {
  const isOwn = (lead: { connector: string; id: string } | null) => lead?.connector === connector && lead.id === id
  const own = deal.leads.find(({ lead }) => isOwn(lead))
  if (!own) return null
  const counted = deal.leads.filter(({ fate }) => fate === 'valid')
  const rank = own.fate === 'valid' ? counted.findIndex(({ lead }) => isOwn(lead)) + 1 : null
  const inside = deal.deposits.inside.find(({ lead }) => isOwn(lead))
  const outside = deal.deposits.outside.find(({ lead }) => isOwn(lead))
  const owed = inside ? payConversion(deal.price, inside) : outside ? (outside.payout ?? NOTHING) : null
  return { fate: own.fate, rank, owed }
}
