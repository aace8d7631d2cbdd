import type { leadCalls, ShownLeadWire } from '#contract/leads.ts'
import { leadTexts } from '#contract/texts/leads.ts'
import { formatLocal } from '#domain/hours/working-hours.ts'
import { dollarsFromCents, parseHundredths, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { formatInstant, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { TRACKING_FIELDS } from '#domain/leads/row.ts'
import { labelOfZone, type Zone } from '#domain/kernel/zone.ts'
import { maskEmail } from '#domain/leads/mask-email.ts'
import type { LeadFilter } from '#domain/leads/search.ts'
import type { Member } from '#domain/team/member.ts'
import { problem, type Handlers, type SignedInCaller } from '#platform/http/reply.ts'
import { makeLongFile } from '#platform/http/table-file.ts'
import type { XlsxCell, XlsxColumn } from '#platform/xlsx.ts'
import type { zoneCalls } from '#contract/zone.ts'
import {
  countNewerLeads,
  openLeadFile,
  readConnectorNames,
  searchLeads,
  type LeadFile,
  type LeadPage,
} from './search-service.ts'
import { judgeStatus, listStatuses, reviewStatuses, type SeenStatus, type StatusDeps } from './status-service.ts'
import { readZoneChange, type PreviewZone, type ZoneDeps } from './zone-service.ts'

export function leadRoutes(deps: StatusDeps): Handlers<typeof leadCalls> {
  const { db } = deps
  return {
    async search({ query: { after, ...filter } }, { member }) {
      const page = await searchLeads(deps, filter, after)
      if (!page.ok) return problem(400, leadTexts.cursor)
      const { leads, ...places } = page.value
      return { status: 200, body: { ...places, leads: leads.map((lead) => presentLead(lead, member)) } }
    },
    async countNewer({ query: { before, ...filter } }) {
      const newer = await countNewerLeads(deps, filter, before)
      return newer.ok ? { status: 200, body: newer.value } : problem(400, leadTexts.cursor)
    },
    async listConnectors() {
      return { status: 200, body: await readConnectorNames(db) }
    },
    async export({ query }, caller) {
      const { format = 'csv', ...filter } = query
      const file = await openLeadFile(deps, filter)
      const table = { name: 'Leads', columns: columnsOf(file.zone), parts: takeRows(file, caller) }
      const made = await makeLongFile(format, nameLeads(filter, file.zone), table)
      return typeof made === 'string' ? problem(400, made) : { status: 200, body: made }
    },
    async listStatuses() {
      return { status: 200, body: (await listStatuses(db)).map(presentStatus) }
    },
    async judgeStatus({ params, body }, { member }) {
      const judged = await judgeStatus(deps, member, params.key, body.invalid)
      if (judged.ok) return { status: 200, body: presentStatus(judged.value) }
      return judged.reason === 'status.unknown' ? problem(404, leadTexts.unknownStatus) : problem(400, judged.sentence)
    },
    async reviewStatuses({ body }, { member }) {
      return { status: 200, body: (await reviewStatuses(deps, member, body.keys)).map(presentStatus) }
    },
  }
}

type Lead = LeadPage['leads'][number]

function presentLead({ deposits, createdAt, ...lead }: Lead, member: Member): ShownLeadWire {
  return {
    ...lead,
    email: showEmail(lead, member),
    createdAt: formatInstant(createdAt),
    deposits: deposits.map(({ at, estimated, payout }) => ({
      createdAt: formatInstant(instantFromMilliseconds(at)),
      estimated,
      payout: payout === null ? null : dollarsFromCents(parseHundredths<Cents>(payout)),
    })),
  }
}

function showEmail({ email }: Pick<Lead, 'email'>, member: Member): string | null {
  return email === null || member.role === 'admin' ? email : maskEmail(email)
}

const HEADINGS = [
  'Created at',
  'E-mail',
  'Lead id',
  'Geo',
  'Source',
  'Source name',
  'Broker',
  'Broker name',
  'Status',
  'Invalid',
  'While paused',
  'Cap',
  'Deposited at',
  'Payout, $',
  'Connector',
  'Click id',
  'Sub 1',
  'Sub 2',
  'Sub 3',
  'Sub 4',
  'Sub 5',
]

/** Without the e-mail or id that was looked for: a name is seen by more people than a file. */
function nameLeads(filter: LeadFilter, zone: Zone) {
  const { search, geo, sourceNumber, advertiserId, connector, status, fate, unplanned, deposited } = filter
  const { from, to, paidFrom, paidTo } = filter
  return [
    'leads',
    search && 'search',
    geo && foldGeo(geo),
    sourceNumber,
    advertiserId,
    connector,
    status,
    fate,
    unplanned && 'unplanned',
    deposited && 'deposited',
    ...nameDays('', from, to),
    ...nameDays('paid', paidFrom, paidTo),
    labelOfZone(zone.name),
  ]
}

function nameDays(what: string, from: Day | undefined, to: Day | undefined) {
  return from || to ? [what, from ?? 'until', to ?? 'on'] : []
}

function columnsOf(zone: Zone): XlsxColumn[] {
  const label = labelOfZone(zone.name)
  return HEADINGS.map((heading) => {
    if (heading.endsWith(' at')) return { heading: `${heading} (${label})`, kind: 'time' }
    return { heading, kind: heading.endsWith('$') ? 'dollars' : 'text' }
  })
}

/** Whoever takes leads along is logged, with how many, also where the file broke off. */
async function* takeRows(
  { zone, parts }: LeadFile,
  { member, address, log }: SignedInCaller,
): AsyncGenerator<XlsxCell[][], void, void> {
  let count = 0
  try {
    for await (const leads of parts) {
      count += leads.length
      yield leads.map((lead) => cellsOf(lead, zone, member))
    }
  } finally {
    const { _id: memberId, telegramId } = member
    log.info({ event: 'leads.exported', memberId, telegramId, address, leads: count }, 'leads exported')
  }
}

/** Of several deposits the first, which is the conversion. */
function cellsOf(lead: Lead, zone: Zone, member: Member): XlsxCell[] {
  const [deposit] = lead.deposits
  const payout = deposit?.payout ?? null
  return [
    formatLocal(lead.createdAt, zone),
    showEmail(lead, member),
    lead.id,
    lead.geo,
    lead.sourceNumber,
    lead.sourceName,
    lead.advertiserId,
    lead.advertiserName,
    lead.status,
    lead.invalid ? 'yes' : 'no',
    lead.paused ? 'yes' : 'no',
    lead.planned ? 'planned' : 'none',
    deposit ? formatLocal(instantFromMilliseconds(deposit.at), zone) : null,
    payout === null ? null : dollarsFromCents(parseHundredths<Cents>(payout)),
    lead.connector,
    ...TRACKING_FIELDS.map((field) => lead.tracking?.[field] ?? null),
  ]
}

function presentStatus({ spellings, ...status }: SeenStatus) {
  return { ...status, spellings: spellings.map(({ status: name, leads }) => ({ status: name, leads })) }
}

export function zoneRoutes(deps: Pick<ZoneDeps, 'db'> & { previewZone: PreviewZone }): Handlers<typeof zoneCalls> {
  return {
    async preview({ query }) {
      return { status: 200, body: await deps.previewZone(query.zone) }
    },
    async change() {
      const standing = await readZoneChange(deps)
      if (!standing) return { status: 200, body: { change: null } }
      const { zone, requestedBy, requestedAt, share } = standing
      return { status: 200, body: { change: { zone, requestedBy, requestedAt: formatInstant(requestedAt), share } } }
    },
  }
}
