import type { leadCalls, leadColumnCalls, ShownLeadWire } from '#contract/leads.ts'
import { leadTexts } from '#contract/texts/leads.ts'
import { dollarsFromCents, parseHundredths, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { formatInstant, formatOptionalInstant, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import type { LeadColumn } from '#domain/leads/columns.ts'
import { labelOfZone, type Zone } from '#domain/kernel/zone.ts'
import { maskEmail } from '#domain/leads/mask-email.ts'
import type { LeadFilter } from '#domain/leads/search.ts'
import type { Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import { problem, type Handlers, type Refusal, type SignedInCaller } from '#platform/http/reply.ts'
import { makeLongFile } from '#platform/table-file.ts'
import type { XlsxCell } from '#platform/xlsx.ts'
import { readColumns, saveColumns } from './column-service.ts'
import { columnsOf, fieldsOf, type LeadField } from './file-routes.ts'
import {
  countNewerLeads,
  noteLeadFile,
  openLeadFile,
  readConnectorNames,
  searchLeads,
  type LeadFile,
  type LeadPage,
  type LeadQuestion,
  type SearchDeps,
  type SearchRefusal,
} from './search-service.ts'
import { readLeadStory, type LeadStory } from './story-service.ts'

type ListCalls = Pick<typeof leadCalls, 'search' | 'countNewer' | 'listConnectors' | 'export' | 'story'>

/** The calls of leads by which they are looked through. */
export function leadListRoutes(deps: SearchDeps & { clock: Clock }): Handlers<ListCalls> {
  const { db } = deps
  return {
    async search({ query: { after, ...query } }, { member }) {
      const page = await searchLeads(deps, toQuestion(query), after)
      if (!page.ok) return refuseSearch(page)
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
      const { format = 'csv', columns, ...asked } = query
      const opened = await openLeadFile(deps, toQuestion(asked))
      if (!opened.ok) return refuseSearch(opened)
      const file = opened.value
      const fields = fieldsOf(columns ?? [])
      const table = { name: 'Leads', columns: columnsOf(fields, file.zone), parts: takeRows(file, fields, caller) }
      const made = await makeLongFile(format, nameLeads(asked, file.zone), table)
      return typeof made === 'string' ? problem(400, made) : { status: 200, body: made }
    },
    async story({ query }, { member }) {
      const found = await readLeadStory(deps, query)
      return found.ok ? { status: 200, body: presentStory(found.value, member) } : problem(404, leadTexts.notFound)
    },
  }
}

export function leadColumnRoutes({ db }: Pick<SearchDeps, 'db'>): Handlers<typeof leadColumnCalls> {
  return {
    async read(_received, { member }) {
      return { status: 200, body: { columns: [...(await readColumns(db, member))] } }
    },
    async save({ body }, { member }) {
      await saveColumns(db, member, body.columns)
      return { status: 204, body: undefined }
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

function presentStory({ lead, outcome, outOfDeal, file, ...story }: LeadStory, member: Member) {
  const date = story.place.day
  const present = (cap: LeadStory['brokerCap']) =>
    cap && { id: cap.id, date, cap: cap.cap, workingHours: cap.workingHours, alwaysOn: cap.alwaysOn }
  return {
    lead: presentLead(lead, member),
    updatedAt: formatOptionalInstant(story.place.updatedAt),
    firstTurnAt: formatOptionalInstant(story.firstTurnAt),
    file: file && { ...file, savedAt: formatInstant(file.savedAt) },
    brokerCap: present(story.brokerCap),
    affiliateCap: present(story.affiliateCap),
    outcome: outcome && { ...outcome, owed: outcome.owed === null ? null : dollarsFromCents(outcome.owed) },
    outOfDeal: outOfDeal === null ? null : dollarsFromCents(outOfDeal),
  }
}

function showEmail({ email }: Pick<Lead, 'email'>, member: Member): string | null {
  return email === null || member.role === 'admin' ? email : maskEmail(email)
}

type Asked = LeadFilter & { sort?: LeadColumn | undefined; descending?: boolean | undefined }

function toQuestion({ sort, descending = false, ...filter }: Asked): LeadQuestion {
  return { ...filter, order: sort === undefined ? null : { column: sort, descending } }
}

function refuseSearch({ reason }: SearchRefusal): Refusal {
  return problem(400, reason === 'leads.cursor' ? leadTexts.cursor : leadTexts.tooManyToSort)
}

/** Without the e-mail or id that was looked for: a name is seen by more people than a file. */
function nameLeads(filter: Asked, zone: Zone) {
  const { search, geo, sourceNumber, advertiserId, connector, status, fate, unplanned, deposited, sort } = filter
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
    sort && `by-${sort}`,
    ...nameDays('', from, to),
    ...nameDays('paid', paidFrom, paidTo),
    labelOfZone(zone.name),
  ]
}

function nameDays(what: string, from: Day | undefined, to: Day | undefined) {
  return from || to ? [what, from ?? 'until', to ?? 'on'] : []
}

/** A download is logged with its number of leads, also if it broke off. */
async function* takeRows(
  { zone, parts }: LeadFile,
  fields: readonly LeadField[],
  caller: SignedInCaller,
): AsyncGenerator<XlsxCell[][], void, void> {
  let count = 0
  try {
    for await (const leads of parts) {
      count += leads.length
      yield leads.map((lead) => {
        const shown = { ...lead, email: showEmail(lead, caller.member) }
        return fields.map(({ cell }) => cell(shown, zone))
      })
    }
  } finally {
    noteLeadFile(caller, count)
  }
}
