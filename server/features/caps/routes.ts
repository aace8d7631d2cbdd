import type { BrokerCapDraft as WireDraft, BrokerCapWire, capCalls } from '#contract/caps.ts'
import { texts } from '#contract/texts.ts'
import { describeCap, type BrokerCap } from '#domain/caps/cap.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { countLeadsOfDay } from '#server/features/leads/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import {
  changeCap,
  createCap,
  readDayCaps,
  readDaySummary,
  removeCap,
  type BrokerCapDraft,
  type CapDeps,
  type CapRefusal,
} from './service.ts'

export function capRoutes(deps: CapDeps): Handlers<typeof capCalls> {
  async function dayOrToday(date: Day | undefined): Promise<Day> {
    return date ?? zoneOf((await readSettings(deps.db)).timezone).dayOf(deps.clock.now())
  }

  return {
    async listDay({ params }) {
      const caps = await readDayCaps(deps, params.date)
      return { status: 200, body: caps.map(presentCap) }
    },
    async summarizeDay({ query }) {
      const date = await dayOrToday(query.date)
      return { status: 200, body: { date, ...(await readDaySummary(deps, date)) } }
    },
    async countLeads({ query }) {
      const date = await dayOrToday(query.date)
      return { status: 200, body: { date, total: await countLeadsOfDay(deps.db, date) } }
    },
    async create({ body }, { member }) {
      const result = await createCap(deps, member, toCapDraft(body))
      return result.ok ? { status: 201, body: presentCap(result.value) } : presentRefusal(result, body)
    },
    async update({ params, body }, { member }) {
      const draft = { ...toCapDraft(body), version: body.version ?? null }
      const result = await changeCap(deps, member, params.id, draft)
      return result.ok ? { status: 200, body: presentCap(result.value) } : presentRefusal(result, body)
    },
    async remove({ params }, { member }) {
      const result = await removeCap(deps, member, params.id)
      return result.ok ? { status: 204, body: undefined } : presentRefusal(result, null)
    },
  }
}

export function toCapDraft(body: WireDraft): BrokerCapDraft {
  const { workingHours: hours, cpa, crg, version: _version, ...fields } = body
  return { ...fields, ...hours, cpa: cpa ?? null, crg: crg ?? null }
}

function presentCap(cap: BrokerCap): BrokerCapWire {
  return {
    _id: cap._id,
    date: cap.date,
    geo: cap.geo,
    cap: cap.cap,
    advertiserId: cap.advertiserId,
    advertiserName: cap.advertiserName,
    sourceNumber: cap.sourceNumber,
    workingHours: cap.workingHours,
    cpa: cap.cpa === null ? null : dollarsFromCents(cap.cpa),
    crg: cap.crg === null ? null : percentFromBasisPoints(cap.crg),
    alwaysOn: cap.alwaysOn,
    actualCount: cap.actualCount,
    createdBy: cap.createdBy,
    version: cap.version,
  }
}

function presentRefusal(refusal: CapRefusal, body: WireDraft | null): Refusal {
  const words = texts.caps
  switch (refusal.reason) {
    case 'caps.forbidden':
      return problem(403, texts.auth.viewersReadOnly)
    case 'cap.not-found':
      return problem(404, words.notFound)
    case 'cap.unknown-advertiser': {
      const message = words.unknownAdvertiser(refusal.advertiserId)
      return problem(400, message, { errors: [{ path: 'advertiserId', message }] })
    }
    case 'cap.stale':
      return problem(409, words.changedMeanwhile, { current: presentCap(refusal.current) })
    case 'cap.exists': {
      const { current } = refusal
      const named = current ?? body
      const message = named ? words.exists(describeCap(named), named.date) : words.notFound
      return problem(409, message, current ? { current: presentCap(current) } : {})
    }
  }
}
